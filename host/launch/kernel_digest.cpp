// Digests of kernel files, computed once per process.
#include "launch/kernel_digest.hpp"

#include <map>
#include <mutex>

#include <stockham/error.hpp>

#include "base/environment.hpp"
#include "base/immortal.hpp"
#include "base/sha256.hpp"
#include "launch/launch.hpp"
#include "launch/lines.hpp"

namespace stockham::internal {

std::string without_comments(const std::string& source) {
    std::string text;
    each_line(source, [&](std::string_view line) {
        line = line.substr(0, line.find("//"));
        const auto first = line.find_first_not_of(" \t");
        if (first == line.npos) return;
        text.append(line.substr(first, line.find_last_not_of(" \t") + 1 - first)) += '\n';
    });
    return text;
}

namespace {

std::string digest_of(const std::string& file) {
    sha256 all;
    try {
        each_line(without_comments(kernel_source(file)), [&](std::string_view line) {
            if (line.substr(0, 5) != "#line") all.add(line).add("\n");
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
