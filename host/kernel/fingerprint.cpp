// Digests of the kernel files, with comments and blanks removed.
#include "kernel/fingerprint.hpp"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <vector>

#include "base/sha256.hpp"
#include "launch/kernel_text.hpp"

namespace stockham::internal {

namespace {

/// The source without `//` comments, empty lines, and blanks at either end of a line.
std::string without_comments(const std::string& source) {
    std::string text;
    for (std::size_t at = 0; at < source.size();) {
        const auto end = std::min(source.find('\n', at), source.size());
        auto line = source.substr(at, end - at);
        at = end + 1;
        line.erase(std::min(line.find("//"), line.size()));
        const auto first = line.find_first_not_of(" \t");
        if (first == line.npos) continue;
        text += line.substr(first, line.find_last_not_of(" \t") + 1 - first) + "\n";
    }
    return text;
}

/// The digest of all files in these folders.
std::string digest_of(std::initializer_list<const char*> folders) {
    std::string text;
    for (const char* folder : folders)
        for (const auto& file : kernel_files(folder)) text += without_comments(library_file(file));
    constexpr std::size_t letters = 16;
    return hex(sha256().add(text).digest()).substr(0, letters);
}

/// Kernel folders, and the plans that use them.
struct family {
    bool (*used_by)(const plan_decisions&);
    std::initializer_list<const char*> folders;
};

template <class IsOne>
bool any_pass(const plan_decisions& how, const IsOne& is_one) {
    return std::any_of(how.choices.begin(), how.choices.end(), is_one);
}

bool has_word_groups(const plan_decisions& how) {
    return any_pass(how, [](const pass_choice& c) { return std::holds_alternative<word_group_choice>(c); });
}

bool has_split_half(const plan_decisions& how) {
    return any_pass(how, [](const pass_choice& c) {
        const auto* own = std::get_if<work_group_choice>(&c);
        return own && own->split_half > 0;
    });
}

const family families[] = {{[](const plan_decisions&) { return true; },
                            {"cl/common/", "cl/access/", "cl/butterflies/", "cl/work_group/", "cl/lanes/"}},
                           {has_word_groups, {"cl/systems/constant_geometry/"}},
                           {has_split_half, {"cl/systems/split_half/"}},
                           {[](const plan_decisions& how) { return !how.system.empty(); }, {"transpose/"}}};

std::vector<std::string> digests() {
    std::vector<std::string> all;
    for (const auto& f : families) all.push_back(digest_of(f.folders));
    return all;
}

}  // namespace

std::string kernel_fingerprint(const plan_decisions& how) {
    const char* folder = std::getenv("STOCKHAM_KERNEL_DIR");
    static const auto embedded = digests();
    const auto current = folder && *folder ? digests() : embedded;  // the folder's files may change at any time
    std::string text;
    for (std::size_t k = 0; k < current.size(); ++k)
        if (families[k].used_by(how)) text += current[k];
    return text;
}

}  // namespace stockham::internal
