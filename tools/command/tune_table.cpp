// The table that `stockham tune` prints.
#include "command/tune_table.hpp"

#include <cmath>

#include <fmt/format.h>

#include "bytes.hpp"

namespace stockham::tools {

namespace {

// Share of the estimated plan's time that the tuned plan saves.
double gain_of(const wisdom_entry& e) {
    return 1 - e.seconds / e.estimate_seconds;
}

}  // namespace

std::string tune_table_header(std::size_t width) {
    return fmt::format("{:<{}}  {:>11}  {:>10}  {:>7}  {:>7}  {:>9}  {}\n", "problem", width, "estimate us", "tuned us",
                       "gain", "spread", "searched", "plan");
}

std::string tune_table_row(const tune_row& r, std::size_t width) {
    const auto line = [&](const std::string& estimate, const std::string& tuned, const std::string& gain,
                          const std::string& spread, const std::string& plan) {
        const std::string searched = r.searched ? fmt::format("{:.1f} s", r.seconds) : r.entry ? "known" : "-";
        return fmt::format("{:<{}}  {:>11}  {:>10}  {:>7}  {:>7}  {:>9}  {}\n", r.problem, width, estimate, tuned, gain,
                           spread, searched, plan);
    };
    if (!r.entry) return line("-", "-", "-", "-", r.failure);
    const wisdom_entry& e = *r.entry;
    const bool compared = e.estimate_seconds > 0;
    return line(compared ? fmt::format("{:.2f}", e.estimate_seconds * 1e6) : "-",
                fmt::format("{:.2f}", e.seconds * 1e6), compared ? fmt::format("{:.1f} %", 100 * gain_of(e)) : "-",
                fmt::format("{:.1f} %", 100 * e.spread), e.plan);
}

std::string tune_table_summary(const std::vector<tune_row>& rows, const device_description& d,
                               const std::string& target) {
    std::size_t searched = 0, known = 0, compared = 0, changed = 0;
    double logarithms = 0;
    for (const auto& r : rows) {
        if (!r.entry) continue;
        ++(r.searched ? searched : known);
        if (!(r.entry->estimate_seconds > 0)) continue;
        ++compared;
        // If no plan was faster, the entry is the estimated plan with its own time.
        changed += r.entry->seconds != r.entry->estimate_seconds;
        logarithms += std::log1p(-gain_of(*r.entry));
    }
    const double mean = compared > 0 && changed > 0 ? -std::expm1(logarithms / static_cast<double>(compared)) : 0;
    return fmt::format("{} on {}: {} searched, {} known; {}; gain {:.1f} % (geometric mean); {}\n",
                       count_text(rows.size(), "problem", "problems"), d.name, searched, known,
                       count_text(changed, "plan differs from the estimate", "plans differ from the estimate"),
                       100 * mean, target);
}

}  // namespace stockham::tools
