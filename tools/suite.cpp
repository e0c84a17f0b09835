// Suites of problems: text files in the format of benchmarks/suites, found by name.
#include "suite.hpp"

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <stockham/error.hpp>

#include "base/files/settings_file.hpp"
#include "fault.hpp"
#include "problem_text.hpp"

namespace stockham::tools {

namespace fs = std::filesystem;

namespace {

constexpr const char* blanks = " \t\r";

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(blanks);
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool states_placement(const std::string& problem) {
    const std::string padded = ' ' + problem + ' ';
    return padded.find(" in ") != padded.npos || padded.find(" out ") != padded.npos;
}

std::vector<fs::path> suite_folders() {
    std::vector<fs::path> folders;
    const char* named = std::getenv("STOCKHAM_BENCH_SUITES");
    if (named != nullptr && *named != '\0') folders.emplace_back(named);
    std::error_code ignored;
    const fs::path beside = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    for (const char* place : {"suites", "benchmarks/suites", "../share/stockham/suites"})
        folders.push_back(beside / place);
    return folders;
}

std::set<std::string> suite_names() {
    std::set<std::string> names;
    std::error_code ignored;
    for (const auto& folder : suite_folders())
        for (const auto& file : fs::directory_iterator(folder, ignored))
            if (file.path().extension() == ".txt") names.insert(file.path().stem().string());
    return names;
}

fs::path path_of(const std::string& name) {
    if (fs::path(name).extension() == ".txt") return name;
    std::error_code ignored;
    const char* named = std::getenv("STOCKHAM_BENCH_SUITES");
    if (named != nullptr && *named != '\0' && !fs::is_directory(named, ignored))
        throw job_error(fmt::format("STOCKHAM_BENCH_SUITES names '{}', which is no folder", named));
    for (const auto& folder : suite_folders())
        if (fs::exists(folder / (name + ".txt"), ignored)) return folder / (name + ".txt");
    throw job_error(
        fmt::format("'{}' is no suite ({}), and a problem of several words goes in quotes", name,
                    suite_names().empty() ? "none is found" : fmt::format("{}", fmt::join(suite_names(), ", "))));
}

// Suites have names; problems begin with their lengths or have several words.
bool is_problem(const std::string& word) {
    return word.find_first_of(blanks) != word.npos || word.empty() || std::isdigit(static_cast<unsigned char>(word[0]));
}

}  // namespace

std::vector<suite_problem> read_suite(std::istream& in, const std::string& name) {
    struct numbered_line {
        int number;
        std::string text;
    };
    std::vector<numbered_line> lines;
    bool both = false;
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        const std::string text = trimmed(line.substr(0, line.find('#')));
        const auto colon = text.find(':');
        if (colon != text.npos && trimmed(text.substr(0, colon)) == "placement")
            both = trimmed(text.substr(colon + 1)) == "both";
        else if (colon == text.npos && !text.empty())
            lines.push_back({number, text});
    }
    std::vector<suite_problem> problems;
    for (const auto& line : lines) {
        try {
            problems.push_back({parse_problem({line.text}), name});
        } catch (const error& e) {
            throw job_error(fmt::format("suite {}, line {}: {}", name, line.number, e.what()));
        }
        if (!both || states_placement(line.text)) continue;
        problems.push_back(problems.back());
        problems.back().what.placement = placement::in_place;
    }
    if (problems.empty()) throw job_error(fmt::format("suite {} has no problems", name));
    return problems;
}

std::vector<suite_problem> load_suite(const std::string& name) {
    const fs::path path = path_of(name);
    const auto file = read_settings(path.string());
    if (!file.fault.empty()) throw job_error(fmt::format("{}: {}", path.string(), file.fault));
    std::istringstream lines(file.text);
    return read_suite(lines, path.stem().string());
}

std::vector<suite_problem> problems_of(const std::vector<std::string>& words) {
    std::vector<suite_problem> all;
    std::set<std::string> seen;
    for (const auto& word : words) {
        const auto found =
            is_problem(word) ? std::vector<suite_problem>{{parse_problem({word}), {}}} : load_suite(word);
        for (const auto& p : found)
            if (seen.insert(wisdom_problem(p.what)).second) all.push_back(p);
    }
    return all;
}

}  // namespace stockham::tools
