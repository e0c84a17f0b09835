// Digests of kernel files, computed once per process.
#include "launch/kernel_digest.hpp"

#include <algorithm>
#include <map>
#include <mutex>

#include <stockham/error.hpp>

#include "base/environment.hpp"
#include "base/immortal.hpp"
#include "base/sha256.hpp"
#include "launch/launch.hpp"

namespace stockham::internal {

namespace {

/// Calls `use` with each line, without its end.
template <class Use>
void each_line(const std::string& text, const Use& use) {
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size());
        use(text.substr(at, end - at));
        at = end + 1;
    }
}

}  // namespace

std::string without_comments(const std::string& source) {
    std::string text;
    each_line(source, [&](std::string line) {
        line.erase(std::min(line.find("//"), line.size()));
        const auto first = line.find_first_not_of(" \t");
        if (first == line.npos) return;
        text += line.substr(first, line.find_last_not_of(" \t") + 1 - first) + "\n";
    });
    return text;
}

namespace {

std::string digest_of(const std::string& file) {
    sha256 all;
    try {
        each_line(without_comments(kernel_source(file)), [&](const std::string& line) {
            if (line.compare(0, 5, "#line") != 0) all.add(line + "\n");
        });
    } catch (const argument_error&) {
        return {};
    }
    constexpr std::size_t letters = 16;
    return hex(all.digest()).substr(0, letters);
}

}  // namespace

std::string kernel_digest(const std::string& file) {
    const char* folder = from_environment("STOCKHAM_KERNEL_DIR");
    if (folder && *folder) return digest_of(file);  // its files may change at any time
    static auto& mutex = immortal<std::mutex>();
    static auto& known = immortal<std::map<std::string, std::string>>();
    const std::lock_guard<std::mutex> lock(mutex);
    const auto [at, fresh] = known.try_emplace(file);
    if (fresh) at->second = digest_of(file);
    return at->second;
}

}  // namespace stockham::internal
