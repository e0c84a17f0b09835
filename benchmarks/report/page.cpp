// Composes the report's page: devices, their suites, and for each family of cases four plots and two tables.
#include "page.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "look.hpp"
#include "marks.hpp"
#include "plot.hpp"
#include "summary.hpp"
#include "tables.hpp"
#include "text.hpp"

namespace bench::report {

namespace {

struct family_group {
    std::string title;
    std::string id;
    case_list cases;
    std::vector<std::string> libraries;  // those with a time in at least one case
};

// Arrangement of a family's cases in its plots: by size, by batch, or one row per case.
struct layout {
    bool against_size = false;
    std::string size_title;
    std::vector<double> positions;  // of each case
    std::vector<tick> sizes;
    std::vector<std::string> rows;
};

std::vector<family_group> families_of(const suite_group& suite, const std::string& id) {
    std::vector<family_group> groups;
    const family* last = nullptr;
    std::vector<family> keys;
    keys.reserve(suite.cases.size());
    for (const case_entry& entry : suite.cases) {
        keys.push_back(family_of(entry.problem, entry.placement));
        if (last == nullptr || *last < keys.back()) {
            groups.push_back({family_title(keys.back(), suite.has_both_placements()),
                              fmt::format("{}-f{}", id, groups.size() + 1),
                              {},
                              {}});
        }
        last = &keys.back();
        groups.back().cases.push_back(&entry);
    }
    for (family_group& group : groups) {
        std::vector<std::string> names;
        for (const case_entry* entry : group.cases)
            for (const auto& [library, row] : entry->rows) names.push_back(library);
        for (std::string& library : in_reading_order(names)) {
            const bool timed = std::any_of(group.cases.begin(), group.cases.end(), [&](const case_entry* entry) {
                const result_row* row = entry->find(library);
                return row != nullptr && (row->status == row_status::wrong || entry->find_timed(library) != nullptr);
            });
            if (timed) group.libraries.push_back(std::move(library));
        }
    }
    return groups;
}

// "2^10" for lengths and batches that are powers of two, "64^2" for images.
tick power_tick(std::uint64_t n) {
    const auto size = static_cast<double>(n);
    if (n < 2 || (n & (n - 1)) != 0) return {size, std::to_string(n), ""};
    return {size, "2", fmt::format("{:.0f}", std::log2(size))};
}

tick size_tick(const problem_name& problem) {
    const std::uint64_t n = problem.lengths.front();
    if (problem.lengths.size() == 1) return power_tick(n);
    return {points_of(problem), std::to_string(n), std::to_string(problem.lengths.size())};
}

// Powers of ten around the sizes, where one tick per size would be too many.
std::vector<tick> decade_ticks(const std::set<double>& sizes) {
    std::vector<tick> ticks;
    auto exponent = static_cast<int>(std::floor(std::log10(*sizes.begin())));
    do {
        ticks.push_back({std::pow(10.0, exponent), "10", std::to_string(exponent)});
        ++exponent;
    } while (ticks.back().value < *sizes.rbegin());
    return ticks;
}

layout layout_of(const case_list& cases) {
    layout result;
    std::set<double> sizes;
    std::set<std::uint64_t> batches;
    bool regular = true, one_axis = true;
    for (const case_entry* entry : cases) {
        regular = regular && is_regular(entry->problem);
        one_axis = one_axis && entry->problem.lengths.size() == 1 && entry->problem.extras.empty();
        sizes.insert(points_of(entry->problem));
        batches.insert(entry->problem.batch);
    }
    const bool by_size = regular && cases.size() >= 3 && sizes.size() == cases.size();
    const bool by_batch =
        regular && cases.size() >= 3 && sizes.size() == 1 && *batches.begin() > 0 && batches.size() == cases.size();
    // The labels of a few odd lengths say more than their places on an axis.
    constexpr std::size_t many = 16;
    const bool by_any_size = !by_size && one_axis && sizes.size() >= many && sizes.size() == cases.size();
    result.against_size = by_size || by_batch || by_any_size;
    result.size_title = by_batch ? "batch" : "length";
    if (by_any_size) {
        result.sizes = decade_ticks(sizes);
        for (const case_entry* entry : cases) result.positions.push_back(points_of(entry->problem));
        return result;
    }
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const problem_name& problem = cases[i]->problem;
        if (result.against_size) result.sizes.push_back(by_size ? size_tick(problem) : power_tick(problem.batch));
        result.positions.push_back(result.against_size ? result.sizes.back().value : static_cast<double>(i));
        result.rows.push_back(short_label(problem));
    }
    return result;
}

using mark_maker = std::optional<mark> (*)(const case_entry&, const std::string&);

struct plot_kind {
    quantity shown;
    const char* title;
    const char* hint;
    mark_maker make;
};

constexpr plot_kind plot_kinds[] = {
    {quantity::time, "Time", "median and quartiles; lower is better", time_mark},
    {quantity::copies, "Time over copy", "1 is the time to copy the data once; lower is better", copies_mark},
    {quantity::speed_up, "Speed-up of stockham", "over each rival; above 1× it is faster", speed_up_mark},
    {quantity::error, "Error", "relative L2, with its gate dashed; lower is better", error_mark},
};

void add_gate(chart& drawn, const family_group& group, const layout& where) {
    for (std::size_t i = 0; i < group.cases.size(); ++i) {
        for (const auto& [library, row] : group.cases[i]->rows) {
            if (row.error.gate.value_or(0) <= 0) continue;
            drawn.limit_line.push_back({where.positions[i], *row.error.gate});
            break;
        }
    }
}

chart make_chart(const plot_kind& kind, const family_group& group, const layout& where) {
    chart drawn;
    drawn.title = fmt::format("{}: {}", kind.title, group.title);
    drawn.description =
        fmt::format("{}. {} cases; the figures are in the table below the plots.", kind.hint, group.cases.size());
    drawn.shown = kind.shown;
    for (const std::string& library : group.libraries) {
        plot_series line{look_of(library), {}};
        for (std::size_t i = 0; i < group.cases.size(); ++i) {
            std::optional<mark> made = kind.make(*group.cases[i], library);
            if (!made) continue;
            made->position = where.positions[i];
            made->note = fmt::format("{}, {}: {}", line.look.title, group.cases[i]->problem.text, made->note);
            line.marks.push_back(std::move(*made));
        }
        if (!line.marks.empty()) drawn.series.push_back(std::move(line));
    }
    if (kind.shown == quantity::copies || kind.shown == quantity::speed_up) drawn.limit = 1;
    if (kind.shown == quantity::error && !drawn.series.empty()) add_gate(drawn, group, where);
    return drawn;
}

std::string plot_figure(const plot_kind& kind, const family_group& group, const layout& where) {
    const chart drawn = make_chart(kind, group, where);
    if (is_empty(drawn)) return "";
    const std::string svg = where.against_size ? line_chart(drawn, where.sizes) : dot_chart(drawn, where.rows);
    const std::string against = where.against_size ? fmt::format(" against {}", where.size_title) : "";
    return fmt::format("<figure><figcaption><b>{}</b>{} <small>{}</small></figcaption>{}</figure>\n", kind.title,
                       against, kind.hint, svg);
}

// Grouped by API, each group after its name.
std::string legend(const family_group& family) {
    std::string items;
    for (const api_group& group : group_by_api(family.cases, family.libraries)) {
        items += fmt::format("<li class=\"api\">{}:</li>", escape_html(group.title()));
        for (const std::string& library : group.libraries) {
            const library_look look = look_of(library);
            items += fmt::format("<li>{}{}</li>", legend_swatch(look), escape_html(look.title));
        }
    }
    return "<ul class=\"legend\" aria-label=\"Legend\">" + items + "</ul>\n";
}

std::string fold(const std::string& summary, const std::string& content) {
    return fmt::format("<details><summary>{}</summary>{}</details>\n", summary, content);
}

std::string family_section(const family_group& group, const std::string& suite) {
    const layout where = layout_of(group.cases);
    std::string figures;
    for (const plot_kind& kind : plot_kinds) figures += plot_figure(kind, group, where);
    std::string html = fmt::format("<section id=\"{}\"><h4>{}</h4>\n", group.id, escape_html(group.title));
    if (figures.empty()) html += "<p class=\"hint\">Nothing here could be measured; the table says why.</p>\n";
    if (!figures.empty()) html += legend(group) + "<div class=\"plots\">" + figures + "</div>\n";
    const std::string count = fmt::format("{} case{}", group.cases.size(), group.cases.size() == 1 ? "" : "s");
    const std::string caption = fmt::format("{}: {}", suite, group.title);
    html += fold("Times, " + count, times_table(group.cases, group.libraries, caption));
    html += fold("Every figure", figures_table(group.cases, caption + ", every figure"));
    return html + "</section>\n";
}

std::string suite_section(const suite_group& suite, const std::string& id, std::string& contents) {
    const std::string name = suite.name.empty() ? "no suite" : suite.name;
    std::string html = fmt::format("<section id=\"{}\"><h3>{}</h3>\n", id, escape_html(name));
    std::string links;
    for (const family_group& group : families_of(suite, id)) {
        html += family_section(group, name);
        links += fmt::format("<li><a href=\"#{}\">{}</a></li>", group.id, escape_html(group.title));
    }
    contents += fmt::format("<li><a href=\"#{}\">{}</a><ul>{}</ul></li>", id, escape_html(name), links);
    return html + stated_table(suite) + "</section>\n";
}

// A row of dots in the overview: every case against one rival, or against the best one with the same or another API.
plot_series overview_series(const case_list& cases, const side_summary& side, const rival_summary& summary,
                            double row) {
    const bool best = summary.library.empty();
    plot_series line{look_of(best ? our_library : summary.library), {}};
    for (const case_entry* entry : cases) {
        const result_row* rival = best ? best_rival(*entry, our_library, side.side) : entry->find(summary.library);
        std::optional<mark> made = rival != nullptr ? speed_up_mark(*entry, rival->library) : std::nullopt;
        if (!made) continue;
        made->note = fmt::format("{}, {}: {}", look_of(rival->library).title, entry->problem.text, made->note);
        made->position = row;
        made->low = made->high = made->value;
        line.marks.push_back(std::move(*made));
    }
    const double mean = summary.mean_speed_up;
    line.marks.push_back({row, mean, mean, mean, "geometric mean " + factor_text(mean), false, true});
    return line;
}

// The overview: every case as a dot, one row per rival, grouped by API.
std::string overview_figure(const case_list& cases, const std::vector<side_summary>& sides) {
    chart drawn;
    drawn.title = "Speed-up of stockham over each rival, every case";
    drawn.description = "One dot per case on a logarithmic axis, a bar at the geometric mean; the table beside it has "
                        "the same figures.";
    drawn.shown = quantity::speed_up;
    drawn.limit = 1;
    std::vector<std::string> rows;
    const auto add = [&](const side_summary& side, const rival_summary& summary, const std::string& label) {
        drawn.series.push_back(overview_series(cases, side, summary, static_cast<double>(rows.size())));
        rows.push_back(label);
    };
    for (const side_summary& side : sides) {
        for (const rival_summary& rival : side.rivals) add(side, rival, look_of(rival.library).title);
        if (side.rivals.size() > 1 && side.best.cases > 0)
            add(side, side.best, side.side == api_side::same ? "best, same API" : "best, other API");
    }
    return fmt::format(
        "<figure class=\"overview\"><figcaption><b>Speed-up of stockham</b> <small>one dot per case, bar: "
        "geometric mean; right of 1× stockham is faster</small></figcaption>{}</figure>\n",
        dot_chart(drawn, rows, true));
}

std::string device_section(const device_group& group, const std::string& id, std::string& contents) {
    std::string html = fmt::format("<section id=\"{}\"><h2>{}</h2>\n", id, escape_html(group.device));
    html += environment_table(group);
    const case_list cases = cases_of(group);
    const std::vector<side_summary> sides = summarise(cases);
    if (sides.empty())
        html += "<p class=\"hint\">No case was measured with stockham and a rival side by side.</p>\n";
    else
        html += overview_figure(cases, sides) + summary_table(sides);
    html += failures_table(group);
    std::string links;
    for (std::size_t i = 0; i < group.suites.size(); ++i)
        html += suite_section(group.suites[i], fmt::format("{}-s{}", id, i + 1), links);
    contents += fmt::format("<li><a href=\"#{}\">{}</a><ul>{}</ul></li>", id, escape_html(group.device), links);
    return html + "</section>\n";
}

constexpr char page_head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n"
    "<meta name=\"color-scheme\" content=\"light dark\" />\n"
    // Prevents text from result files from running or loading anything.
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\" />\n"
    "<title>stockham: benchmark report</title>\n<style>\n";

constexpr char introduction[] =
    "<h1>Benchmark report</h1>\n<p class=\"lede\">Every library ran on the same inputs in the same run, interleaved "
    "round by round. Times are medians on the host's clock; bars are quartiles. A <em>copy</em> is the time the device "
    "takes to copy the same bytes once, the floor of a transform that fits one pass: times in copies can be compared "
    "from machine to machine, microseconds cannot. Rivals that launch through the same API as stockham stand apart "
    "from "
    "the others: a launch through OpenCL costs more than one through CUDA.</p>\n";

}  // namespace

std::string report_page(const std::vector<device_group>& groups, const std::vector<std::string>& warnings,
                        const std::vector<std::string>& runs) {
    std::string contents;
    std::string sections;
    for (std::size_t i = 0; i < groups.size(); ++i)
        sections += device_section(groups[i], fmt::format("d{}", i + 1), contents);
    std::string html = page_head;
    html += page_style();
    html += "</style>\n</head>\n<body>\n<main>\n";
    html += introduction;
    for (const std::string& warning : warnings) html += "<p class=\"warning\">" + escape_html(warning) + "</p>\n";
    html += "<nav aria-label=\"Contents\">" + fold("Contents", "<ul>" + contents + "</ul>") + "</nav>\n";
    std::string origins;
    for (const std::string& run : runs) origins += "<li>" + escape_html(run) + "</li>";
    if (!runs.empty()) html += fold("Commands that made these results", "<ul>" + origins + "</ul>");
    return html + sections + "</main>\n</body>\n</html>\n";
}

}  // namespace bench::report
