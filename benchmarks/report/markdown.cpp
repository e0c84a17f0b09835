// Prints chosen cases as Markdown.
#include "markdown.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "launch_api.hpp"
#include "library.hpp"
#include "summary.hpp"
#include "text.hpp"

namespace bench::report {

namespace {

// Problem strings may differ in the order of words and in explicit defaults.
auto identity(const problem_name& name) {
    return std::make_tuple(name.kind, name.precision, name.lengths, name.batch, name.inverse, name.extras);
}

// The entry of a case in each placement, from the first suite that measured it.
case_list find_cases(const device_group& group, const std::string& text) {
    const problem_name wanted = parse_problem_name(text);
    case_list found;
    for (const suite_group& suite : group.suites) {
        for (const case_entry& entry : suite.cases) {
            if (identity(entry.problem) != identity(wanted)) continue;
            if (!wanted.placement.empty() && wanted.placement != entry.placement) continue;
            const bool known = std::any_of(found.begin(), found.end(), [&](const case_entry* other) {
                return other->placement == entry.placement;
            });
            if (!known) found.push_back(&entry);
        }
    }
    return found;
}

std::string markdown_cell(const case_entry& entry, const std::string& library) {
    const result_row* row = entry.find(library);
    if (row == nullptr) return "";
    if (row->status == row_status::ok && !row->time_us) return "";
    if (row->status != row_status::ok)
        return row->status == row_status::too_large ? "too large" : status_name(row->status);
    const auto ratio = copy_ratio(entry, *row);
    const std::string text =
        time_text(row->time_us->median) + (ratio ? fmt::format(" ({})", figure(*ratio)) : std::string());
    return is_fastest(entry, library) ? "**" + text + "**" : text;
}

std::string heading(const device_group& group, const case_list& cases) {
    std::set<std::string> days;
    std::set<std::string> drivers;
    for (const case_entry* entry : cases) {
        for (const auto& [library, row] : entry->rows) {
            if (!row.date.empty()) days.insert(day_of(row.date));
            if (row.device == group.device && !row.driver.empty()) drivers.insert(row.driver);
        }
    }
    std::string text = escape_markdown(group.device);
    if (!drivers.empty()) text += ", driver " + escape_markdown(fmt::format("{}", fmt::join(drivers, ", ")));
    if (!days.empty()) text += ", " + escape_markdown(fmt::format("{}", fmt::join(days, ", ")));
    return text +
           ". Working set: bytes of one side. Launches: stockham's. Median time, in brackets the time in copies of "
           "the same bytes.\n\n";
}

struct library_column {
    std::string library;
    std::string title;  // with the API unless the name contains it
};

// By API, ours first: one column for each library.
std::vector<library_column> columns_of(const case_list& cases) {
    std::vector<library_column> columns;
    for (const api_group& group : group_by_api(cases)) {
        const std::string api = api_title(group.api);
        for (const std::string& library : group.libraries) {
            const std::string title = title_of(library);
            const bool told = title.find(api) != std::string::npos;
            columns.push_back({library, told ? title : fmt::format("{} ({})", title, api)});
        }
    }
    return columns;
}

std::string table(const device_group& group, const case_list& cases) {
    const std::vector<library_column> columns = columns_of(cases);
    std::set<std::string> placements;
    for (const case_entry* entry : cases) placements.insert(entry->placement);
    std::string text = heading(group, cases) + "| transform | working set | launches |";
    std::string rule = "| --- | ---: | ---: |";
    for (const auto& [library, title] : columns) {
        text += " " + escape_markdown(title) + " |";
        rule += " ---: |";
    }
    text += "\n" + rule + "\n";
    for (const case_entry* entry : cases) {
        const problem_name& problem = entry->problem;
        std::string label = fmt::format("{} {} {}", problem.kind, problem.precision, short_label(problem));
        if (problem.inverse) label += ", inverse";
        if (placements.size() > 1 && entry->placement == "in") label += ", in place";
        text += "| " + escape_markdown(label) + " |";
        const auto bytes = working_set(*entry);
        const result_row* ours = entry->find(our_library);
        const bool counted = ours != nullptr && ours->launches;
        text +=
            fmt::format(" {} | {} |", bytes ? bytes_text(*bytes) : "", counted ? std::to_string(*ours->launches) : "");
        for (const auto& [library, title] : columns) text += " " + markdown_cell(*entry, library) + " |";
        text += "\n";
    }
    for (const std::string& line : summary_lines(summarise(cases))) text += "\n" + escape_markdown(line) + ".\n";
    return text;
}

}  // namespace

std::string markdown_tables(const std::vector<device_group>& groups, const std::vector<std::string>& chosen) {
    std::string text;
    for (const device_group& group : groups) {
        case_list cases;
        if (chosen.empty()) cases = cases_of(group);
        for (const std::string& wanted : chosen)
            for (const case_entry* entry : find_cases(group, wanted)) cases.push_back(entry);
        if (group_by_api(cases).empty()) continue;
        text += (text.empty() ? "" : "\n") + table(group, cases);
    }
    if (text.empty()) throw results_error("none of the cases has a result; choose others with --cases FILE");
    return text;
}

}  // namespace bench::report
