// Kernel files without what no compiler reads, digested.
#include "kernel/fingerprint.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/sha256.hpp"
#include "launch/launch.hpp"

namespace stockham {

namespace {

/// Without `//` comments and blanks at either end of a line.
std::string essence(const std::string& source) {
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

std::string digest_of(std::initializer_list<const char*> files) {
    std::string text;
    for (const char* file : files) text += essence(kernel_source(file));
    constexpr std::size_t letters = 16;
    return hex(sha256().add(text).digest()).substr(0, letters);
}

std::string of_passes() {
    return digest_of({"cl/words.cl", "cl/pass.cl", "cl/pass_kernel.cl", "cl/tickets.cl"});
}
std::string of_transposes() {
    return digest_of({"transpose/element.cl", "transpose/tile.cl", "transpose/plain.cl"});
}

}  // namespace

std::string kernel_fingerprint(const recipe& how) {
    const char* folder = std::getenv("STOCKHAM_KERNEL_DIR");
    if (folder && *folder)
        return of_passes() + (!how.system.empty() ? of_transposes() : "");  // may change while we run
    static const std::string passes = of_passes(), transposes = of_transposes();
    return passes + (!how.system.empty() ? transposes : "");
}

}  // namespace stockham
