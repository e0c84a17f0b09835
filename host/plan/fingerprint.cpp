// Digests of the kernel files, with comments and blanks removed.
#include "plan/fingerprint.hpp"

#include <algorithm>
#include <vector>

#include "base/environment.hpp"
#include "base/immortal.hpp"
#include "base/sha256.hpp"
#include "families/table.hpp"
#include "launch/kernel_digest.hpp"
#include "launch/kernel_text.hpp"

namespace stockham::internal {

namespace {

/// The digest of all files in these folders.
std::string digest_of(const std::vector<std::string>& folders) {
    std::string text;
    for (const auto& folder : folders)
        for (const auto& file : kernel_files(folder)) text += without_comments(library_file(file));
    constexpr std::size_t letters = 16;
    return hex(sha256().add(text).digest()).substr(0, letters);
}

/// A family of passes without a mark in a plan string. All plans depend on its kernels.
bool is_unmarked(const kernel_family& family) {
    return family.is_default != nullptr;
}

/// The folders of all plans, those of each marked family, and those of plans with steps of their own.
std::vector<std::string> digests() {
    std::vector<std::string> all(1), common{"cl/common/", "cl/access/", "cl/butterflies/"};
    for (const auto* family : kernel_families()) {
        const auto& own = family->kernel_folders;
        if (is_unmarked(*family))
            common.insert(common.end(), own.begin(), own.end());
        else
            all.push_back(digest_of(own));
    }
    all.front() = digest_of(common);
    all.push_back(digest_of({"transpose/"}));
    return all;
}

bool uses(const plan_decisions& how, const kernel_family& family) {
    return std::any_of(how.choices.begin(), how.choices.end(),
                       [&](const pass_choice& c) { return c->family() == family.name; });
}

}  // namespace

std::string kernel_fingerprint(const plan_decisions& how) {
    const char* folder = from_environment("STOCKHAM_KERNEL_DIR");
    static const auto& embedded = immortal(digests());
    const auto current = folder && *folder ? digests() : embedded;  // the folder's files may change at any time
    auto digest = current.begin();
    std::string text = *digest++;
    for (const auto* family : kernel_families()) {
        if (is_unmarked(*family)) continue;
        if (uses(how, *family)) text += *digest;
        ++digest;
    }
    return how.system.empty() ? text : text + *digest;
}

}  // namespace stockham::internal
