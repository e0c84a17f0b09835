// Converts rows to marks with tooltips.
#include "marks.hpp"

#include <fmt/format.h>

#include "look.hpp"
#include "text.hpp"

namespace bench::report {

std::optional<mark> time_mark(const case_entry& entry, const std::string& library) {
    const result_row* row = entry.find_timed(library);
    if (row == nullptr) return std::nullopt;
    const timing& time = *row->time_us;
    return mark{
        0, time.median, time.q1, time.q3,
        fmt::format("{} (quartiles {} and {})", time_text(time.median), time_text(time.q1), time_text(time.q3))};
}

std::optional<mark> copies_mark(const case_entry& entry, const std::string& library) {
    const result_row* row = entry.find_timed(library);
    const auto ratio = row != nullptr && !is_copy(library) ? copy_ratio(entry, *row) : std::nullopt;
    if (!ratio) return std::nullopt;
    const timing& time = *row->time_us;
    return mark{0, *ratio, *ratio * time.q1 / time.median, *ratio * time.q3 / time.median,
                fmt::format("{} copies, {} of the copy rate", figure(*ratio), percent_text(1 / *ratio))};
}

std::optional<mark> speed_up_mark(const case_entry& entry, const std::string& library) {
    const result_row* ours = entry.find_timed(our_library);
    const result_row* row = entry.find_timed(library);
    if (ours == nullptr || row == nullptr || library == our_library || is_copy(library)) return std::nullopt;
    const timing& mine = *ours->time_us;
    const timing& theirs = *row->time_us;
    const double speed_up = theirs.median / mine.median;
    return mark{0, speed_up, theirs.q1 / mine.q3, theirs.q3 / mine.q1,
                fmt::format("stockham is {} as fast", factor_text(speed_up))};
}

std::optional<mark> error_mark(const case_entry& entry, const std::string& library) {
    const result_row* row = entry.find(library);
    const bool measured = row != nullptr && (row->status == row_status::ok || row->status == row_status::wrong);
    if (!measured || is_copy(library) || row->error.l2.value_or(0) <= 0) return std::nullopt;
    const double error = *row->error.l2;
    mark result{0, error, error, error, "relative L2 error " + error_text(error)};
    result.flagged = row->status == row_status::wrong;
    if (row->error.gate) result.note += ", the gate is " + error_text(*row->error.gate);
    return result;
}

}  // namespace bench::report
