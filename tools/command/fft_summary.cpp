// The trips of `stockham fft`, as it prints them.
#include "command/fft_summary.hpp"

#include <fmt/format.h>
#include <stockham/device.hpp>

#include "base/messages/printable.hpp"
#include "bytes.hpp"

namespace stockham::tools {

namespace {

// "  read        0.160 s   50.1 GB/s\n"
std::string time_line(const char* what, double seconds, std::uint64_t bytes) {
    return fmt::format("  {:<10} {:9.3f} s  {:8.2f} GB/s\n", what, seconds,
                       seconds > 0 ? 1e-9 * static_cast<double>(bytes) / seconds : 0);
}

std::string share_line(const job_share& share) {
    return fmt::format("    {:>8} units in {:>5} chunks, {:9.3f} s  {}{}\n", share.units, share.chunks, share.busy,
                       internal::printable(describe(share.device).name), share.failure.empty() ? "" : " (dropped)");
}

}  // namespace

std::string summary_of(const file_report& r, const transform& t) {
    std::string text =
        fmt::format("stockham: {} in {}, {} on each device\n", to_string(t),
                    count_text(r.estimate.trips.size(), "trip", "trips"), bytes_text(r.estimate.device_memory));
    if (r.resumed_blocks) text += fmt::format("  resumed after {}\n", count_text(r.resumed_blocks, "block", "blocks"));
    for (std::size_t k = 0; k < r.done.trips.size(); ++k) {
        const auto& estimated = r.estimate.trips[k];
        const auto& did = r.done.trips[k];
        text +=
            fmt::format("  trip {}: {} of {}\n", k + 1, count_text(estimated.units, "unit", "units"), estimated.unit);
        text += time_line("  read", did.read_seconds, estimated.read_bytes);
        text += time_line("  transform", did.transform_seconds, estimated.written_bytes);
        text += time_line("  write", did.write_seconds, estimated.written_bytes);
        for (const auto& share : did.shares) text += share_line(share);
    }
    return text;
}

}  // namespace stockham::tools
