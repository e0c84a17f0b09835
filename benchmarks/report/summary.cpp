// Counts the cases won and lost against each rival and against the best ones by API.
#include "summary.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "launch_api.hpp"
#include "text.hpp"

namespace bench::report {

namespace {

bool is_rival(const std::string& library) {
    return !is_copy(library) && !is_ours(library);
}

api_side side_of(const result_row& rival, const result_row& ours) {
    return rival.api == ours.api ? api_side::same : api_side::other;
}

bool moves_as_much(const result_row& rival, const result_row& ours) {
    return !rival.bytes || !ours.bytes || *rival.bytes == *ours.bytes;
}

std::string case_name(const case_entry& entry) {
    const bool told = entry.placement != "in" || !entry.problem.placement.empty();
    return entry.problem.text + (told ? "" : " in");
}

// True if the library is a rival on this side, with a time in at least one case of ours.
bool meets(const case_list& cases, const std::string& library, api_side side) {
    return is_rival(library) && std::any_of(cases.begin(), cases.end(), [&](const case_entry* entry) {
               const result_row* ours = entry->find_timed(our_library);
               const result_row* rival = entry->find_timed(library);
               return ours != nullptr && rival != nullptr && side_of(*rival, *ours) == side;
           });
}

void count_case(side_summary& summary, const case_entry& entry, const result_row& rival) {
    const double speed_up = rival.time_us->median / entry.find(our_library)->time_us->median;
    if (summary.cases == 0 || speed_up < summary.least) {
        summary.least = speed_up;
        summary.least_case = case_name(entry);
    }
    add_to_mean(summary.mean_speed_up, summary.cases++, speed_up);
}

}  // namespace

void add_to_mean(double& mean, std::size_t count, double value) {
    const auto n = static_cast<double>(count);
    mean = std::exp((n * std::log(mean) + std::log(value)) / (n + 1));
}

const result_row* best_rival(const case_entry& entry, api_side side) {
    const result_row* ours = entry.find_timed(our_library);
    if (ours == nullptr) return nullptr;
    const result_row* best = nullptr;
    for (const auto& [name, row] : entry.rows) {
        if (!is_rival(name) || entry.find_timed(name) == nullptr) continue;
        if (side_of(row, *ours) != side || !moves_as_much(row, *ours)) continue;
        if (best == nullptr || row.time_us->median < best->time_us->median) best = &row;
    }
    return best;
}

std::vector<side_summary> summarise(const case_list& cases) {
    std::vector<side_summary> sides;
    for (const api_side side : {api_side::same, api_side::other}) {
        side_summary found;
        found.side = side;
        for (const api_group& group : group_by_api(cases))
            if (std::any_of(group.libraries.begin(), group.libraries.end(),
                            [&](const std::string& library) { return meets(cases, library, side); }))
                found.apis.push_back(group.api);
        for (const case_entry* entry : cases)
            if (const result_row* rival = best_rival(*entry, side)) count_case(found, *entry, *rival);
        if (!found.apis.empty()) sides.push_back(std::move(found));
    }
    return sides;
}

std::string side_title(api_side side, const std::vector<std::string>& apis) {
    std::vector<std::string> titles;
    std::transform(apis.begin(), apis.end(), std::back_inserter(titles), api_title);
    return fmt::format("{} API ({})", side == api_side::same ? "same" : "other", fmt::join(titles, ", "));
}

std::vector<std::string> summary_lines(const std::vector<side_summary>& sides) {
    std::vector<std::string> lines;
    for (const side_summary& side : sides) {
        if (side.cases == 0) continue;
        lines.push_back(fmt::format("Best rival of each case, {}: its time over ours is {} in the geometric mean of "
                                    "{} case{}, {} at least ({})",
                                    side_title(side.side, side.apis), figure(side.mean_speed_up), side.cases,
                                    side.cases == 1 ? "" : "s", figure(side.least), side.least_case));
    }
    return lines;
}

}  // namespace bench::report
