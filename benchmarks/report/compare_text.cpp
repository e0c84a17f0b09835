// Formats the output of `compare`.
#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

#include "compare.hpp"
#include "problem_name.hpp"
#include "text.hpp"

namespace bench::report {

namespace {

struct verdict_text {
    verdict what;
    const char* word;
};

constexpr std::array<verdict_text, 6> verdict_texts = {{{verdict::wrong, "WRONG"},
                                                        {verdict::lost, "LOST"},
                                                        {verdict::slower, "SLOWER"},
                                                        {verdict::rival_gained, "rival faster"},
                                                        {verdict::faster, "faster"},
                                                        {verdict::fixed, "fixed"}}};

std::string word_of(verdict what) {
    return verdict_texts.at(static_cast<std::size_t>(what)).word;
}

using table_line = std::array<std::string, 7>;

// "copy and 3 rivals", "clfft"
std::string against_text(const std::vector<std::string>& against) {
    if (against.empty()) return "the result";
    if (against.size() == 1) return against.front();
    const std::size_t rest = against.size() - 1;
    return fmt::format("{} and {} rival{}", against.front(), rest, rest == 1 ? "" : "s");
}

table_line line_of(const change& c) {
    std::string problem = c.problem;
    const std::string told = parse_problem_name(c.problem).placement;
    if (!c.placement.empty() && told.empty()) problem += " " + c.placement;
    return {word_of(c.what),
            c.suite,
            problem,
            against_text(c.against),
            c.before,
            c.after,
            c.against.empty() ? "" : fmt::format("{:+.1f} %", c.percent)};
}

std::string aligned(const std::vector<table_line>& lines) {
    std::array<std::size_t, 7> widths{};
    for (const table_line& line : lines)
        for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
    std::string text;
    for (const table_line& line : lines) {
        std::string row;
        for (std::size_t i = 0; i < line.size(); ++i)
            row += fmt::format(i + 1 == line.size() ? "{:>{}}" : "{:<{}}  ", line[i], widths[i]);
        text += row.substr(0, row.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
}

std::string summary_line(const comparison_result& result) {
    std::string text =
        fmt::format("{}: {} case{} compared", result.device, result.compared, result.compared == 1 ? "" : "s");
    std::string counts;
    for (const verdict_text& entry : verdict_texts) {
        const auto count = std::count_if(result.changes.begin(), result.changes.end(),
                                         [&](const change& c) { return c.what == entry.what; });
        if (count > 0) counts += fmt::format(", {} {}", count, entry.word);
    }
    text += counts.empty() ? ", none moved beyond its spread" : counts;
    if (result.unmeasured > 0) text += fmt::format("; {} without a ratio in both files", result.unmeasured);
    if (result.only_old > 0) text += fmt::format("; {} only in OLD", result.only_old);
    if (result.only_new > 0) text += fmt::format("; {} only in NEW", result.only_new);
    return text + "\n";
}

}  // namespace

std::string comparison_text(const comparison_result& result) {
    std::string text;
    for (const std::string& note : result.notes) text += "note: " + note + "\n";
    if (!result.changes.empty()) {
        std::vector<table_line> lines = {{"verdict", "suite", "case", "against", "old", "new", "change"}};
        std::transform(result.changes.begin(), result.changes.end(), std::back_inserter(lines), line_of);
        text += aligned(lines);
    }
    for (const best_rival_change& best : result.best_rivals)
        text += fmt::format("best rival of each case, {}: time over {}'s {} in OLD, {} in NEW (geometric means of {} "
                            "case{})\n",
                            side_title(best.side, best.apis), result.library, figure(best.before), figure(best.after),
                            best.cases, best.cases == 1 ? "" : "s");
    return text + summary_line(result);
}

}  // namespace bench::report
