// Counts the cases won and lost against each rival and against the best ones by API.
#include "summary.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "launch_api.hpp"
#include "text.hpp"

namespace bench::report {

namespace {

bool is_rival(const std::string& library, const std::string& of) {
    return library != of && !is_copy(library) && !(is_ours(of) && is_ours(library));
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

void count_case(rival_summary& summary, const case_entry& entry, const timing& ours, const timing& rival) {
    const double speed_up = rival.median / ours.median;
    if (summary.cases == 0 || speed_up < summary.least) {
        summary.least = speed_up;
        summary.least_case = case_name(entry);
    }
    add_to_mean(summary.mean_speed_up, summary.cases++, speed_up);
}

rival_summary against_rival(const case_list& cases, const std::string& library, api_side side) {
    rival_summary summary;
    summary.library = library;
    for (const case_entry* entry : cases) {
        const result_row* ours = entry->find_timed(our_library);
        const result_row* rival = entry->find_timed(library);
        if (ours != nullptr && rival != nullptr && side_of(*rival, *ours) == side)
            count_case(summary, *entry, *ours->time_us, *rival->time_us);
    }
    return summary;
}

rival_summary against_best(const case_list& cases, api_side side) {
    rival_summary summary;
    for (const case_entry* entry : cases)
        if (const result_row* rival = best_rival(*entry, our_library, side))
            count_case(summary, *entry, *entry->find(our_library)->time_us, *rival->time_us);
    return summary;
}

}  // namespace

void add_to_mean(double& mean, std::size_t count, double value) {
    const auto n = static_cast<double>(count);
    mean = std::exp((n * std::log(mean) + std::log(value)) / (n + 1));
}

const result_row* best_rival(const case_entry& entry, const std::string& library, api_side side) {
    const result_row* ours = entry.find_timed(library);
    if (ours == nullptr) return nullptr;
    const result_row* best = nullptr;
    for (const auto& [name, row] : entry.rows) {
        if (!is_rival(name, library) || entry.find_timed(name) == nullptr) continue;
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
        for (const api_group& group : group_by_api(cases)) {
            for (const std::string& library : group.libraries) {
                if (!is_rival(library, our_library)) continue;
                rival_summary summary = against_rival(cases, library, side);
                if (summary.cases == 0) continue;
                found.rivals.push_back(std::move(summary));
                if (found.apis.empty() || found.apis.back() != group.api) found.apis.push_back(group.api);
            }
        }
        found.best = against_best(cases, side);
        if (!found.rivals.empty()) sides.push_back(std::move(found));
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
        const rival_summary& best = side.best;
        if (best.cases == 0) continue;
        lines.push_back(fmt::format("Best rival of each case, {}: its time over ours is {} in the geometric mean of "
                                    "{} case{}, {} at least ({})",
                                    side_title(side.side, side.apis), figure(best.mean_speed_up), best.cases,
                                    best.cases == 1 ? "" : "s", figure(best.least), best.least_case));
    }
    return lines;
}

}  // namespace bench::report
