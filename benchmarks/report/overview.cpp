// Sorts the suites of all files by device and formats their lines.
#include "overview.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "comparison.hpp"
#include "library.hpp"
#include "summary.hpp"
#include "text.hpp"

namespace bench::report {

namespace {

struct suite_line {
    std::string title;
    std::size_t cases = 0;
    std::map<std::string, double> means;  // by rival
    double least = 0;
    std::string least_case;
    run_record run;
};

struct device_table {
    std::string device;
    std::vector<suite_line> lines;
};

suite_line suite_line_of(const results_file& file, const suite_group& suite) {
    suite_line line;
    line.run = file.runs.empty() ? run_record{} : file.runs.front();
    case_list cases;
    for (const case_entry& entry : suite.cases) {
        cases.push_back(&entry);
        if (entry.find_timed(our_library) != nullptr) ++line.cases;
    }
    for (const side_summary& side : summarise(cases)) {
        for (const rival_summary& rival : side.rivals) line.means[rival.library] = rival.mean_speed_up;
        if (side.best.cases == 0 || (!line.least_case.empty() && line.least <= side.best.least)) continue;
        line.least = side.best.least;
        line.least_case = side.best.least_case;
    }
    return line;
}

void add_file(std::vector<device_table>& tables, const results_file& file) {
    for (const device_group& device : group_by_device({file})) {
        std::vector<suite_line> lines;
        for (const suite_group& suite : device.suites) {
            lines.push_back(suite_line_of(file, suite));
            lines.back().title = suite.name;
            if (lines.back().means.empty()) lines.pop_back();
        }
        if (lines.empty()) continue;
        const std::string stem = std::filesystem::path(file.path).stem().string();
        for (suite_line& line : lines)
            line.title = fmt::format("[{}]({})", lines.size() > 1 ? stem + ": " + line.title : stem, file.path);
        auto found = std::find_if(tables.begin(), tables.end(),
                                  [&](const device_table& table) { return table.device == device.device; });
        if (found == tables.end()) found = tables.insert(found, {device.device, {}});
        found->lines.insert(found->lines.end(), lines.begin(), lines.end());
    }
}

std::string plans_of(const run_record& run) {
    return run.wisdom == "off" ? "estimate" : run.wisdom == "standard" ? "wisdom" : run.wisdom;
}

std::string table_text(const device_table& table) {
    std::vector<std::string> rivals;
    for (const suite_line& line : table.lines)
        for (const auto& [rival, mean] : line.means) rivals.push_back(rival);
    rivals = in_reading_order(std::move(rivals));
    const std::string driver = table.lines.front().run.driver;
    std::string text = fmt::format("## {}{}\n\n| suite | plans | cases |", escape_markdown(table.device),
                                   driver.empty() ? "" : ", driver " + escape_markdown(driver));
    std::string rule = "| --- | --- | ---: |";
    for (const std::string& rival : rivals) {
        text += " " + escape_markdown(title_of(rival)) + " |";
        rule += " ---: |";
    }
    text += " worst case | commit | command |\n" + rule + " --- | --- | --- |\n";
    for (const suite_line& line : table.lines) {
        text += fmt::format("| {} | {} | {} |", line.title, escape_markdown(plans_of(line.run)), line.cases);
        for (const std::string& rival : rivals) {
            const auto mean = line.means.find(rival);
            text += mean == line.means.end() ? " |" : " " + figure(mean->second) + " |";
        }
        const std::string least =
            line.least_case.empty() ? "" : fmt::format("{}: {}", figure(line.least), line.least_case);
        text += fmt::format(" {} | {} | {} |\n", escape_markdown(least), escape_markdown(line.run.commit),
                            line.run.command.empty() ? "" : "`" + line.run.command + "`");
    }
    return text;
}

}  // namespace

std::string overview_tables(const std::vector<results_file>& files) {
    std::vector<device_table> tables;
    for (const results_file& file : files) add_file(tables, file);
    std::string text;
    for (const device_table& table : tables) text += (text.empty() ? "" : "\n") + table_text(table);
    if (text.empty()) throw results_error("no suite has a rival's result");
    return text;
}

}  // namespace bench::report
