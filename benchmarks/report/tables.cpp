// Writes the report's tables; escapes all text from files.
#include "tables.hpp"

#include <functional>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "launch_api.hpp"
#include "look.hpp"
#include "text.hpp"

namespace bench::report {

namespace {

std::string cell(const std::string& text) {
    return "<td>" + escape_html(text) + "</td>";
}
std::string head(const std::string& text) {
    return "<th scope=\"col\">" + escape_html(text) + "</th>";
}
std::string text_head(const std::string& text) {
    return "<th scope=\"col\" class=\"text\">" + escape_html(text) + "</th>";
}
std::string row_head(const std::string& text) {
    return "<th scope=\"row\">" + escape_html(text) + "</th>";
}

// Groups of columns: their spans, which the style sheet separates by lines, and a row with their names.
struct column_groups {
    std::string spans;
    std::string names;

    void add(std::size_t columns, const std::string& name) {
        spans += fmt::format("<colgroup span=\"{}\"></colgroup>", columns);
        names += fmt::format("<th scope=\"colgroup\" colspan=\"{}\">{}</th>", columns, escape_html(name));
    }
};

// A scroll container that can be focused by keyboard, since tables are wider than phones.
std::string wrap_table(const std::string& style, const std::string& caption, const std::string& columns,
                       const std::string& body, const column_groups& groups = {}) {
    const std::string above = groups.names.empty() ? "" : "<tr class=\"groups\">" + groups.names + "</tr>";
    return fmt::format(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\"><table class=\"{1}\">"
        "<caption><span>{0}</span></caption>{4}<thead>{5}<tr>{2}</tr></thead><tbody>{3}</tbody></table></div>\n",
        escape_html(caption), style, columns, body, groups.spans, above);
}

std::string joined(const std::set<std::string>& words) {
    return fmt::format("{}", fmt::join(words, ", "));
}

template <class T, class Print>
std::string optional_text(const std::optional<T>& value, Print print) {
    return value ? print(*value) : std::string();
}

std::string number_text(const std::optional<double>& value) {
    return optional_text(value, [](double v) { return figure(v); });
}

std::string count_text(const std::optional<std::uint64_t>& value) {
    return optional_text(value, [](std::uint64_t v) { return std::to_string(v); });
}

std::string error_cell_text(const std::optional<double>& value) {
    return optional_text(value, error_text);
}

void for_each_row(const device_group& group, const std::function<void(const case_entry&, const result_row&)>& visit) {
    for (const suite_group& suite : group.suites)
        for (const case_entry& entry : suite.cases)
            for (const auto& [library, row] : entry.rows) visit(entry, row);
}

// A status as readable text: "too large".
std::string status_text(row_status status) {
    return status == row_status::too_large ? "too large" : status_name(status);
}

std::string time_cell(const case_entry& entry, const std::string& library) {
    const result_row* row = entry.find(library);
    if (row == nullptr) return "<td></td>";
    if (row->status != row_status::ok || !row->time_us) {
        const char* style = row->status == row_status::wrong || row->status == row_status::failed ? "bad" : "none";
        return fmt::format("<td class=\"{}\" title=\"{}\">{}</td>", style, escape_html(row->message),
                           status_text(row->status));
    }
    std::vector<std::string> ratios;
    const auto copy = copy_ratio(entry, *row);
    const result_row* ours = entry.find_timed(our_library);
    if (copy && !is_copy(library)) ratios.push_back(figure(*copy) + " copies");
    if (ours != nullptr && library != our_library && !is_copy(library))
        ratios.push_back(factor_text(row->time_us->median / ours->time_us->median));
    const char* style = is_fastest(entry, library) ? " class=\"best\"" : "";
    return fmt::format("<td{}>{} <small>{}</small></td>", style, time_text(row->time_us->median),
                       fmt::join(ratios, " · "));
}

std::string case_head(const case_entry& entry) {
    return fmt::format("<th scope=\"row\" title=\"{}\">{}</th>", escape_html(entry.problem.text),
                       escape_html(short_label(entry.problem)));
}

std::string summary_row(const rival_summary& summary, const std::string& title, const char* style) {
    std::string row = fmt::format("<tr{}>{}<td>{}</td><td class=\"best\">{}</td><td>{}</td><td>{}</td><td>{}</td>",
                                  style, row_head(title), summary.cases, factor_text(summary.mean_speed_up),
                                  summary.ahead, summary.cases - summary.ahead - summary.behind, summary.behind);
    for (const auto& [speed_up, problem] :
         {std::make_pair(summary.least, summary.least_case), std::make_pair(summary.most, summary.most_case)})
        row += fmt::format("<td>{} <small>{}</small></td>", factor_text(speed_up), escape_html(problem));
    return row + "</tr>\n";
}

constexpr const char* figure_columns[] = {
    "case",    "library",  "API",       "version",       "result",       "median µs",  "q1",
    "q3",      "least",    "samples",   "repeats",       "event median", "GFLOP/s",    "GB/s",
    "of copy", "launches", "workspace", "plan cold, ms", "plan disk",    "plan warm",  "L2 error",
    "gate",    "worst",    "RMSE",      "checked",       "upload µs",    "download µs"};

std::string figures_row(const case_entry& entry, const result_row& row) {
    const auto time = [&](double timing::*member) {
        return cell(row.time_us ? figure((*row.time_us).*member, 4) : std::string());
    };
    const auto count = [&](std::optional<std::uint64_t> timing::*member) {
        return cell(row.time_us ? count_text((*row.time_us).*member) : std::string());
    };
    const bool good = row.status == row_status::ok;
    std::string line = case_head(entry) + "<td class=\"word\">" + escape_html(look_of(row.library).title) + "</td>" +
                       "<td class=\"word\">" + escape_html(api_title(row.api)) + "</td>" + cell(row.version);
    line += fmt::format("<td class=\"word\">{}</td>",
                        escape_html(status_text(row.status) + (row.message.empty() ? "" : ": " + row.message)));
    line += time(&timing::median) + time(&timing::q1) + time(&timing::q3);
    line += cell(row.time_us ? number_text(row.time_us->min) : std::string());
    line += count(&timing::samples) + count(&timing::repeats);
    line += cell(row.event_us ? figure(row.event_us->median, 4) : std::string());
    line += cell(number_text(row.gflops)) + cell(number_text(row.gbps));
    const auto ratio = copy_ratio(entry, row);
    line += cell(good && ratio ? percent_text(1 / *ratio) : std::string());
    line += cell(count_text(row.launches)) + cell(optional_text(row.workspace_bytes, bytes_text));
    line +=
        cell(number_text(row.plan_ms.cold)) + cell(number_text(row.plan_ms.disk)) + cell(number_text(row.plan_ms.warm));
    line += cell(error_cell_text(row.error.l2)) + cell(error_cell_text(row.error.gate));
    line += cell(error_cell_text(row.error.max)) + cell(error_cell_text(row.error.rmse));
    line += cell(count_text(row.error.transforms));
    line += cell(number_text(row.upload_us)) + cell(number_text(row.download_us));
    return "<tr>" + line + "</tr>\n";
}

}  // namespace

std::string environment_table(const device_group& group) {
    std::map<std::string, std::set<std::string>> versions;
    std::set<std::string> platforms;
    std::set<std::string> drivers;
    std::set<std::string> hosts;
    std::set<std::string> days;
    for_each_row(group, [&](const case_entry&, const result_row& row) {
        if (row.status != row_status::missing && !is_copy(row.library)) versions[row.library].insert(row.version);
        if (row.device == group.device && !row.platform.empty()) platforms.insert(row.platform);
        if (row.device == group.device && !row.driver.empty()) drivers.insert(row.driver);
        if (!row.host.empty()) hosts.insert(row.host);
        if (!row.date.empty()) days.insert(day_of(row.date));
    });
    std::string libraries;
    for (const std::string& library : group.libraries()) {
        const auto found = versions.find(library);
        if (found == versions.end()) continue;
        found->second.erase("");
        libraries += (libraries.empty() ? "" : "; ") + look_of(library).title +
                     (found->second.empty() ? "" : " " + joined(found->second));
    }
    std::string rows;
    const auto add = [&](const char* name, const std::string& value) {
        if (!value.empty()) rows += fmt::format("<dt>{}</dt><dd>{}</dd>", name, escape_html(value));
    };
    add("Platform", joined(platforms));
    add("Driver", joined(drivers));
    add("Host", joined(hosts));
    add("Measured", joined(days));
    add("Libraries", libraries);
    return rows.empty() ? "" : "<dl class=\"facts\">" + rows + "</dl>\n";
}

std::string summary_table(const std::vector<side_summary>& sides) {
    std::string body;
    for (const side_summary& side : sides) {
        const std::string title = "rivals, " + side_title(side.side, side.apis);
        body +=
            fmt::format("<tr class=\"group\"><th scope=\"rowgroup\" colspan=\"8\">{}</th></tr>\n", escape_html(title));
        for (const rival_summary& rival : side.rivals) body += summary_row(rival, look_of(rival.library).title, "");
        if (side.rivals.size() > 1 && side.best.cases > 0)
            body += summary_row(side.best, "best of each case", " class=\"total\"");
    }
    const std::string columns = head("against") + head("cases") + head("geometric mean") + head("ahead") +
                                head("level") + head("behind") + head("least") + head("most");
    return wrap_table("summary", "Speed-up of stockham over each rival; level: their quartiles overlap", columns, body);
}

std::string times_table(const case_list& cases, const std::vector<std::string>& libraries, const std::string& caption) {
    const std::vector<api_group> groups = group_by_api(cases, libraries);
    column_groups spans;
    spans.add(3, "");
    std::string columns = head("case") + head("working set") + head("launches");
    for (const api_group& group : groups) {
        spans.add(group.libraries.size(), group.title());
        for (const std::string& library : group.libraries) columns += head(look_of(library).title);
    }
    std::string body;
    for (const case_entry* entry : cases) {
        const result_row* ours = entry->find(our_library);
        body += "<tr>" + case_head(*entry) + cell(optional_text(working_set(*entry), bytes_text));
        body += cell(ours != nullptr ? count_text(ours->launches) : std::string());
        for (const api_group& group : groups)
            for (const std::string& library : group.libraries) body += time_cell(*entry, library);
        body += "</tr>\n";
    }
    return wrap_table("times", caption + "; working set: bytes of one side; launches: stockham's", columns, body,
                      spans);
}

std::string figures_table(const case_list& cases, const std::string& caption) {
    std::string columns;
    for (const char* name : figure_columns)
        columns += std::string(name) == "result" || std::string(name) == "library" || std::string(name) == "API"
                       ? text_head(name)
                       : head(name);
    std::string body;
    for (const case_entry* entry : cases) {
        std::vector<std::string> libraries;
        for (const auto& [library, row] : entry->rows) libraries.push_back(library);
        for (const std::string& library : in_reading_order(libraries))
            body += figures_row(*entry, entry->rows.at(library));
    }
    return wrap_table("figures", caption, columns, body);
}

std::string failures_table(const device_group& group) {
    struct failure {
        std::size_t count = 0;
        std::string first_case;
    };
    std::map<std::tuple<std::string, row_status, std::string>, failure> failures;
    for_each_row(group, [&](const case_entry& entry, const result_row& row) {
        if (row.status == row_status::ok) return;
        failure& met = failures[{row.library, row.status, row.message}];
        if (met.count++ == 0) met.first_case = entry.problem.text;
    });
    if (failures.empty()) return "";
    std::string body;
    for (const auto& [key, met] : failures) {
        const auto& [library, status, message] = key;
        const bool bad = status == row_status::wrong || status == row_status::failed;
        body += fmt::format("<tr>{}<td class=\"word {}\">{}</td><td>{}</td><td class=\"word\">{}</td>"
                            "<td class=\"text\">{}</td></tr>\n",
                            row_head(look_of(library).title), bad ? "bad" : "none", status_text(status), met.count,
                            escape_html(met.first_case), escape_html(message));
    }
    return wrap_table(
        "failures", "Cases without a result, or with a wrong one",
        head("library") + text_head("result") + head("cases") + text_head("first case") + text_head("reason"), body);
}

std::string stated_table(const suite_group& suite) {
    std::string body;
    for (const case_entry& entry : suite.cases) {
        std::set<std::tuple<std::string, std::string, double>> told;  // rows of a case may quote the same figure
        for (const auto& [library, row] : entry.rows) {
            for (const stated_value& stated : row.stated) {
                if (!told.emplace(stated.source, stated.what, stated.value).second) continue;
                body += "<tr>" + row_head(entry.problem.text);
                body += fmt::format("<td class=\"text\">{}</td><td class=\"text\">{}</td><td>{} {}</td>",
                                    escape_html(stated.what), escape_html(stated.source),
                                    fmt::format("{:g}", stated.value), escape_html(stated.unit));
                const result_row* ours = entry.find_timed(our_library);
                body += cell(ours != nullptr ? time_text(ours->time_us->median) : std::string());
                body += cell(ours != nullptr ? number_text(ours->gflops) : std::string());
                body += cell(ours != nullptr ? error_cell_text(ours->error.rmse) : std::string()) + "</tr>\n";
            }
        }
    }
    if (body.empty()) return "";
    return wrap_table("stated", "What the paper states, on its own machine, beside stockham here",
                      head("case") + text_head("what") + text_head("where") + head("stated") + head("ours, time") +
                          head("ours, GFLOP/s") + head("ours, RMSE"),
                      body);
}

}  // namespace bench::report
