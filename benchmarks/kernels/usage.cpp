// Reads a kernel's resources from its compiler's report.
#include "usage.hpp"

#include <algorithm>
#include <regex>
#include <stdexcept>

#include <fmt/format.h>

namespace bench {

namespace {

/// The largest number that the pattern's first group matches in the text; none if nothing matches.
std::optional<std::size_t> find_largest(const std::string& text, const std::string& pattern) {
    const std::regex wanted(pattern);
    std::optional<std::size_t> largest;
    for (std::sregex_iterator it(text.begin(), text.end(), wanted), end; it != end; ++it) {
        const std::size_t number = std::stoull((*it)[1]);
        largest = std::max(largest.value_or(0), number);
    }
    return largest;
}

std::size_t largest(const std::string& text, const std::string& pattern, const std::string& what) {
    const auto found = find_largest(text, pattern);
    if (!found) throw std::runtime_error("the compiler does not report '" + what + "'");
    return *found;
}

/// The lines that contain a word.
std::string lines_with(const std::string& text, const std::string& word) {
    std::string lines;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size());
        const auto line = text.substr(at, end - at);
        if (line.find(word) != line.npos) lines += line + "\n";
        at = end + 1;
    }
    return lines;
}

}  // namespace

kernel_usage read_clang_assembly(const std::string& assembly) {
    const auto text = lines_with(assembly, "; ");
    const auto comment = [&](const std::string& name) { return largest(text, "; " + name + ": ([0-9]+)", name); };
    kernel_usage usage;
    // There is a total only if both kinds share a SIMD's registers.
    const auto total = find_largest(text, "; TotalNumVgprs: ([0-9]+)");
    usage.registers = static_cast<unsigned>(total ? *total : comment("NumVgprs"));
    usage.scalar_registers = static_cast<unsigned>(comment("NumSgprs"));
    usage.local_bytes = comment("LDSByteSize");
    usage.scratch_bytes = comment("ScratchSize");
    usage.stated_waves = static_cast<unsigned>(comment("Occupancy"));
    return usage;
}

kernel_usage read_ptxas_log(const std::string& log) {
    const auto used = lines_with(log, "Used "), frames = lines_with(log, "stack frame");
    kernel_usage usage;
    usage.registers = static_cast<unsigned>(largest(used, "Used ([0-9]+) registers", "Used N registers"));
    // Missing for kernels without local memory. Older drivers write a sum that begins with the kernel's own bytes.
    usage.local_bytes = find_largest(used, "([0-9]+)(?:\\+[0-9]+)? bytes smem").value_or(0);
    usage.scratch_bytes = std::max(largest(frames, "([0-9]+) bytes stack frame", "N bytes stack frame"),
                                   largest(frames, "([0-9]+) bytes spill stores", "N bytes spill stores"));
    return usage;
}

void check_stated_waves(const compute_unit& unit, const kernel_usage& usage, unsigned work_items) {
    if (!usage.stated_waves) return;
    // clang-15 also considers local memory, but as if all 64 KB belonged to one SIMD. So it is a limit only if a
    // compute unit holds fewer wavefronts than one of its SIMDs could.
    constexpr std::size_t local_memory = 65536;
    const std::size_t waves = (work_items + unit.wave - 1) / unit.wave;
    std::size_t expected = waves_by_registers(unit, usage.registers);
    if (usage.local_bytes)
        expected = std::min(expected, std::max<std::size_t>(1, local_memory / usage.local_bytes * waves));
    if (expected != *usage.stated_waves)
        throw std::runtime_error(fmt::format("{} registers and {} bytes of local memory in groups of {}: {} wavefronts "
                                             "per SIMD by clang-15, {} by the table of compute units",
                                             usage.registers, usage.local_bytes, work_items, *usage.stated_waves,
                                             expected));
}

}  // namespace bench
