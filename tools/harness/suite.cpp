// Finds and reads suites.
#include "tools/harness/suite.hpp"

#include <cstdlib>
#include <filesystem>
#include <locale>
#include <set>
#include <sstream>

#include <stockham/error.hpp>

#include "base/files/settings_file.hpp"
#include "base/plain_text.hpp"
#include "tools/harness/problem_text.hpp"
#include "tools/harness/sweep.hpp"

namespace stockham::harness {

namespace {

namespace fs = std::filesystem;

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" \t\r");
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

stated_figure parse_stated(const std::string& text) {
    const auto first = text.find('|');
    const auto second = first == text.npos ? first : text.find('|', first + 1);
    if (second == text.npos) throw suite_error("expected stated: SOURCE | WHAT | VALUE UNIT");
    stated_figure figure;
    figure.source = trimmed(text.substr(0, first));
    figure.what = trimmed(text.substr(first + 1, second - first - 1));
    std::istringstream value(text.substr(second + 1));
    value.imbue(std::locale::classic());
    if (!(value >> figure.value)) throw suite_error("stated: VALUE must be a number");
    std::getline(value, figure.unit);
    figure.unit = trimmed(figure.unit);
    return figure;
}

own_plan parse_plan(const std::string& text) {
    const auto first = text.find('|');
    if (first == text.npos) throw suite_error("expected plan: NAME | PLAN STRING or problem options [| rough]");
    const auto second = text.find('|', first + 1);
    own_plan plan;
    plan.name = trimmed(text.substr(0, first));
    plan.demanded = trimmed(text.substr(first + 1, second == text.npos ? second : second - first - 1));
    if (second != text.npos) {
        if (trimmed(text.substr(second + 1)) != "rough") throw suite_error("plan: the third field must be 'rough'");
        plan.rough = true;
    }
    if (plan.name.empty() || plan.demanded.empty()) throw suite_error("plan: the name or the plan is missing");
    return plan;
}

bool states_placement(const std::string& problem) {
    const auto padded = ' ' + problem + ' ';
    return padded.find(" in ") != padded.npos || padded.find(" out ") != padded.npos;
}

/// True if the plan has options of a problem string (algorithm=NAME, if=planar of=planar), not a plan string.
bool adds_options(const own_plan& plan) {
    return plan.demanded.find_first_of(":{") == plan.demanded.npos;
}

/// Reads a suite line by line, and holds the settings for the lines that follow.
struct reader {
    harness::suite suite;
    double amplitude = 1;
    std::vector<stated_figure> of_block;
    std::vector<own_plan> plans_of_block;

    void directive(const std::string& key, const std::string& value, bool indented) {
        if (key == "title")
            suite.title = value;
        else if (key == "placement" && (value == "out" || value == "both"))
            suite.both_placements = value == "both";
        else if (key == "also")
            suite.also.push_back(value);
        else if (const auto number = internal::read_number(value); key == "amplitude" && number && *number > 0)
            amplitude = *number;
        else if (key == "stated" && !indented)
            of_block.push_back(parse_stated(value));
        else if (key == "stated" && !suite.cases.empty())
            suite.cases.back().stated.push_back(parse_stated(value));
        else if (key == "plan" && !indented)
            plans_of_block.push_back(parse_plan(value));
        else if (key == "plan" && !suite.cases.empty())
            suite.cases.back().plans.push_back(parse_plan(value));
        else
            throw suite_error("cannot read '" + key + ": " + value + "'");
    }

    void line(const std::string& raw, int number) {
        const auto text = trimmed(raw.substr(0, raw.find('#')));
        if (trimmed(raw).empty()) {
            of_block.clear();
            plans_of_block.clear();
        }
        if (text.empty()) return;
        const auto colon = text.find(':');
        if (colon != text.npos)
            return directive(trimmed(text.substr(0, colon)), trimmed(text.substr(colon + 1)), raw[0] == ' ');
        suite.cases.push_back(
            {parse_problem({text}), suite.name, states_placement(text), amplitude, of_block, plans_of_block, number});
    }
};

const char* named_folder() {
    const char* named = std::getenv("STOCKHAM_BENCH_SUITES");
    return named != nullptr && *named != '\0' ? named : nullptr;
}

std::vector<fs::path> suite_folders() {
    std::vector<fs::path> folders;
    if (const char* named = named_folder()) folders.emplace_back(named);
    std::error_code ignored;
    const fs::path beside = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    for (const char* place : {"suites", "../suites", "../share/stockham/suites"}) folders.push_back(beside / place);
    return folders;
}

std::string known_suites() {
    std::string text;
    for (const auto& name : suite_names()) text += (text.empty() ? "" : ", ") + name;
    return text.empty() ? "none found" : text;
}

constexpr const char* quotes_hint = "a problem of several words goes in quotes";

fs::path path_of(const std::string& name) {
    if (fs::path(name).extension() == ".txt") return name;
    std::error_code ignored;
    if (const char* named = named_folder(); named != nullptr && !fs::is_directory(named, ignored))
        throw suite_error("STOCKHAM_BENCH_SUITES names '" + std::string(named) + "', which is not a folder");
    for (const auto& folder : suite_folders())
        if (fs::exists(folder / (name + ".txt"), ignored)) return folder / (name + ".txt");
    throw suite_error("'" + name + "' is not a suite (suites: " + known_suites() + "); " + quotes_hint);
}

/// Parses a problem of the command line. If it is invalid and one of several words, it may be part of an unquoted
/// problem.
transform problem_among(const std::vector<std::string>& words, const std::string& word) {
    try {
        return parse_problem({word});
    } catch (const argument_error& e) {
        if (words.size() == 1 || word.find(' ') != word.npos) throw;
        throw suite_error(std::string(e.what()) + "; " + quotes_hint);
    }
}

/// The suites that one of these words stands for; a problem is a suite without a name.
std::vector<suite> suites_of(const std::vector<std::string>& words, const std::string& word) {
    if (const auto sweep = parse_sweep(word)) return random_sweep(*sweep);
    if (!is_problem(word)) return {load_suite(word)};
    suite s;
    s.cases.push_back({problem_among(words, word), "", states_placement(word), 1, {}, {}, 0});
    return {s};
}

/// Adds the case in each requested placement.
void add_placed(std::vector<suite_case>& cases, const suite_case& c, bool both, const std::string& wanted) {
    const bool every = wanted == "both" || (wanted.empty() && both && !c.placement_given);
    for (const auto where : {placement::out_of_place, placement::in_place}) {
        const bool said = wanted == (where == placement::in_place ? "in" : "out");
        if (!every && !said && !(wanted.empty() && c.what.placement == where)) continue;
        cases.push_back(c);
        cases.back().what.placement = where;
    }
}

}  // namespace

transform own_plan::applied_to(const transform& t) const {
    return adds_options(*this) ? parse_transform(to_string(t) + " " + demanded) : t;
}

std::string own_plan::plan_string() const {
    return adds_options(*this) ? "" : demanded;
}

std::string suite_case::origin() const {
    return suite.empty() ? "" : "suite " + suite + ", line " + std::to_string(line) + ": ";
}

suite read_suite(std::istream& in, const std::string& name) {
    reader r;
    r.suite.name = name;
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        try {
            r.line(line, number);
        } catch (const std::runtime_error& e) {  // a suite_error, or the library's
            throw suite_error("suite " + name + ", line " + std::to_string(number) + ": " + e.what());
        }
    }
    if (r.suite.cases.empty()) throw suite_error("suite " + name + " has no problems");
    return r.suite;
}

std::vector<std::string> suite_names() {
    std::set<std::string> names;
    std::error_code ignored;
    for (const auto& folder : suite_folders())
        for (const auto& file : fs::directory_iterator(folder, ignored))
            if (file.path().extension() == ".txt") names.insert(file.path().stem().string());
    return {names.begin(), names.end()};
}

suite load_suite(const std::string& name) {
    const fs::path path = path_of(name);
    const auto file = internal::read_settings(path.string());
    if (!file.fault.empty()) throw suite_error(path.string() + ": " + file.fault);
    std::istringstream lines(file.text);
    return read_suite(lines, path.stem().string());
}

std::vector<suite_case> cases_of(const std::vector<std::string>& words, const std::string& wanted,
                                 std::vector<std::string>* also) {
    std::vector<suite_case> cases;
    for (const auto& word : words)
        for (const auto& s : suites_of(words, word)) {
            if (also != nullptr) also->insert(also->end(), s.also.begin(), s.also.end());
            for (const auto& c : s.cases) add_placed(cases, c, s.both_placements, wanted);
        }
    return cases;
}

std::vector<suite_case> distinct_cases_of(const std::vector<std::string>& words) {
    std::vector<suite_case> distinct;
    std::set<std::string> seen;
    for (const auto& c : cases_of(words))
        if (seen.insert(wisdom_problem(c.what)).second) distinct.push_back(c);
    return distinct;
}

}  // namespace stockham::harness
