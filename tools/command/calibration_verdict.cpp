// The table and the decision as text.
#include "command/calibration_verdict.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <stockham/profile.hpp>

#include "base/messages/printable.hpp"
#include "output.hpp"

namespace stockham::tools {

namespace {

std::string row_of(const profile_case& c, std::size_t width) {
    const auto error = 100 * (c.after.predicted / c.after.measured - 1);
    const auto ratio = c.same_plan ? "same plan" : fmt::format("{:.3f}", c.ratio());
    const auto old_plan = c.same_plan ? "" : " (old: " + c.before.plan_string + ")";
    return fmt::format("{:<{}}  {:10.4g}  {:10.4g}  {:>9}  {:12.4g}  {:+5.0f} %  {}{}\n", c.problem, width,
                       c.before.measured * 1e6, c.after.measured * 1e6, ratio, c.after.predicted * 1e6, error,
                       c.after.plan_string, old_plan);
}

std::string rounds_text(const profile_comparison& found) {
    const auto [least, most] =
        std::minmax_element(found.cases.begin(), found.cases.end(),
                            [](const profile_case& a, const profile_case& b) { return a.rounds < b.rounds; });
    return least->rounds == most->rounds ? fmt::format("{}", most->rounds)
                                         : fmt::format("{} to {}", least->rounds, most->rounds);
}

std::string summary_text(const profile_comparison& found) {
    const auto same =
        std::count_if(found.cases.begin(), found.cases.end(), [](const profile_case& c) { return c.same_plan; });
    const auto worst =
        std::max_element(found.cases.begin(), found.cases.end(),
                         [](const profile_case& a, const profile_case& b) { return a.ratio() < b.ratio(); });
    return fmt::format("{} problems, {} with the same plan; times are medians of {} alternating rounds\n"
                       "the new profile's predictions: mean error {:.1f} %\n"
                       "new / old: geometric mean {:.4f}, worst {:.3f} ({})\n",
                       found.cases.size(), same, rounds_text(found), 100 * found.mean_error(), found.mean_ratio(),
                       found.worst_ratio(), worst->problem);
}

/// The limits that the new profile exceeds, as text; empty if none.
std::string objection_to(const profile_comparison& found) {
    std::string text;
    if (!(found.mean_ratio() <= profile_comparison::highest_mean_ratio))
        text = fmt::format("the geometric mean is above {:.2f}", profile_comparison::highest_mean_ratio);
    if (!(found.worst_ratio() <= profile_comparison::highest_ratio))
        text += fmt::format("{}the worst ratio is above {:.2f}", text.empty() ? "" : " and ",
                            profile_comparison::highest_ratio);
    return text;
}

std::string keep(const profile_target& to, const device_profile& profile) {
    if (to.output.empty()) return profile.keep();
    const auto text = profile.to_json();
    output_file file(to.output);
    file.write(text.data(), text.size());
    file.commit();
    return to.output;
}

}  // namespace

std::string fit_text(const std::vector<calibration_case>& fitted) {
    std::size_t width = 7;
    for (const auto& c : fitted) width = std::max(width, c.problem.size());
    auto text = fmt::format("fitted to {} plans\n{:<{}}  measured us  predicted us    error  plan\n", fitted.size(),
                            "problem", width);
    for (const auto& c : fitted)
        text += fmt::format("{:<{}}  {:11.5g}  {:12.5g}  {:+5.0f} %  {}\n", c.problem, width, c.measured * 1e6,
                            c.predicted * 1e6, 100 * (c.predicted / c.measured - 1), c.plan_string);
    return text;
}

std::string comparison_text(const profile_comparison& found) {
    std::size_t width = 7;
    for (const auto& c : found.cases) width = std::max(width, c.problem.size());
    auto text = fmt::format("old profile: {}\nnew profile: {}\n", found.before, found.after);
    text +=
        fmt::format("{:<{}}      old us      new us      ratio  predicted us    error  new plan\n", "problem", width);
    for (const auto& c : found.cases) text += row_of(c, width);
    return text + (found.cases.empty() ? "0 problems\n" : summary_text(found));
}

std::string keep_if_worthwhile(const device_profile& profile, const profile_comparison& found,
                               const profile_target& to) {
    const bool worthwhile = found.is_worth_keeping();
    const auto objection = objection_to(found);
    if (to.print_only) return worthwhile ? "would be kept" : "would not be kept: " + objection;
    if (!worthwhile && !to.keep_anyway)
        return "not kept: " + objection + "; the old profile stays in use (--keep-anyway keeps the new one)";
    const auto path = internal::printable(keep(to, profile));
    return "kept in " + path + (worthwhile ? "" : " because of --keep-anyway, although " + objection);
}

}  // namespace stockham::tools
