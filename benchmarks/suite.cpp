// Reading suites.
#include "suite.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>

#include <fmt/format.h>
#include <stockham/error.hpp>

#include "base/files/settings_file.hpp"

namespace bench {

namespace {

namespace fs = std::filesystem;

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" \t\r");
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

[[noreturn]] void refuse(const std::string& why) {
    throw stockham::argument_error("suite", why);
}

stated_figure parse_stated(const std::string& text) {
    const auto first = text.find('|');
    const auto second = first == text.npos ? first : text.find('|', first + 1);
    if (second == text.npos) refuse("stated: SOURCE | WHAT | VALUE UNIT is wanted");
    stated_figure figure;
    figure.source = trimmed(text.substr(0, first));
    figure.what = trimmed(text.substr(first + 1, second - first - 1));
    std::istringstream value(text.substr(second + 1));
    if (!(value >> figure.value)) refuse("a stated figure without a number");
    std::getline(value, figure.unit);
    figure.unit = trimmed(figure.unit);
    return figure;
}

own_plan parse_plan(const std::string& text) {
    const auto first = text.find('|');
    if (first == text.npos) refuse("plan: NAME | PLAN IN WRITING or words of a problem [| rough] is wanted");
    const auto second = text.find('|', first + 1);
    own_plan plan;
    plan.name = trimmed(text.substr(0, first));
    plan.demanded = trimmed(text.substr(first + 1, second == text.npos ? second : second - first - 1));
    if (second != text.npos) {
        if (trimmed(text.substr(second + 1)) != "rough") refuse("what follows a plan may be 'rough'");
        plan.rough = true;
    }
    if (plan.name.empty() || plan.demanded.empty()) refuse("a plan wants a name and what it demands");
    return plan;
}

bool states_placement(const std::string& problem) {
    const auto padded = ' ' + problem + ' ';
    return padded.find(" in ") != padded.npos || padded.find(" out ") != padded.npos;
}

/// What holds for the lines that follow.
struct reader {
    bench::suite suite;
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
        else if (key == "amplitude" && std::strtod(value.c_str(), nullptr) > 0)
            amplitude = std::strtod(value.c_str(), nullptr);
        else if (key == "stated" && !indented)
            of_block.push_back(parse_stated(value));
        else if (key == "stated" && !suite.cases.empty())
            suite.cases.back().stated.push_back(parse_stated(value));
        else if (key == "plan" && !indented)
            plans_of_block.push_back(parse_plan(value));
        else if (key == "plan" && !suite.cases.empty())
            suite.cases.back().plans.push_back(parse_plan(value));
        else
            refuse("cannot read '" + key + ": " + value + "'");
    }

    void line(const std::string& raw) {
        const auto text = trimmed(raw.substr(0, raw.find('#')));
        if (trimmed(raw).empty()) {
            of_block.clear();
            plans_of_block.clear();
        }
        if (text.empty()) return;
        const auto colon = text.find(':');
        if (colon != text.npos)
            return directive(trimmed(text.substr(0, colon)), trimmed(text.substr(colon + 1)), raw[0] == ' ');
        suite_case c{suite.name, parse_problem(text), false, amplitude, of_block, plans_of_block};
        c.placement_given = states_placement(text);
        suite.cases.push_back(c);
    }
};

fs::path suites_folder() {
    if (const char* folder = std::getenv("STOCKHAM_BENCH_SUITES")) return folder;
    std::error_code ignored;
    return fs::read_symlink("/proc/self/exe", ignored).parent_path() / "suites";
}

void add_case(std::vector<suite_case>& cases, const suite_case& c, bool both, const std::string& wanted) {
    const bool in = c.what.in_place();
    const auto push = [&](stockham::placement where) {
        suite_case placed_case = c;
        placed_case.what = placed(c.what, where);
        cases.push_back(placed_case);
    };
    const bool every = wanted == "both" || (wanted.empty() && both && !c.placement_given);
    if (every || wanted == "out" || (wanted.empty() && !in)) push(stockham::placement::out_of_place);
    if (every || wanted == "in" || (wanted.empty() && in)) push(stockham::placement::in_place);
}

/// A name stands for one plan of a case.
void add_plan(std::vector<own_plan>& plans, const own_plan& plan, const std::string& name) {
    for (const auto& other : plans)
        if (other.name == plan.name) {
            if (other.demanded == plan.demanded && other.rough == plan.rough) return;
            refuse(fmt::format("two plans of '{}' are called '{}'", name, plan.name));
        }
    plans.push_back(plan);
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

}  // namespace

namespace {

/// What it demands are words of a problem string (algorithm=NAME, if=planar of=planar), no plan in writing.
bool adds_words(const own_plan& plan) {
    return plan.demanded.find_first_of(":{") == plan.demanded.npos;
}

}  // namespace

stockham::transform own_plan::applied_to(const stockham::transform& t) const {
    return adds_words(*this) ? stockham::parse_transform(to_string(t) + " " + demanded) : t;
}

std::string own_plan::writing() const {
    return adds_words(*this) ? "" : demanded;
}

suite read_suite(std::istream& in, const std::string& name) {
    reader r;
    r.suite.name = name;
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        try {
            r.line(line);
        } catch (const stockham::error& e) {
            refuse(fmt::format("suite {}, line {}: {}", name, number, e.what()));
        }
    }
    if (r.suite.cases.empty()) refuse(fmt::format("suite {} has no cases", name));
    return r.suite;
}

std::vector<std::string> suite_names() {
    std::vector<std::string> names;
    std::error_code ignored;
    for (const auto& file : fs::directory_iterator(suites_folder(), ignored))
        if (file.path().extension() == ".txt") names.push_back(file.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

suite load_suite(const std::string& name) {
    const bool is_path = fs::path(name).extension() == ".txt";
    const auto file = is_path ? fs::path(name) : suites_folder() / (name + ".txt");
    std::error_code ignored;
    if (!is_path && !fs::is_directory(suites_folder(), ignored))
        refuse("there is no folder of suites '" + suites_folder().string() + "' (STOCKHAM_BENCH_SUITES)");
    const auto read = stockham::read_settings(file.string());
    if (!read.is_there)
        refuse("unknown suite '" + name + "'; known: " + joined(suite_names()) + ", or the path of a .txt file");
    if (!read.fault.empty()) refuse("cannot read suite '" + file.string() + "': " + read.fault);
    std::istringstream in(read.text);
    return read_suite(in, file.stem().string());
}

bool looks_like_suite(const std::string& word) {
    return word.find(' ') == word.npos && !begins_with_kind(word);
}

std::vector<suite_case> cases_of(const std::vector<std::string>& words, const std::string& placement,
                                 std::vector<std::string>& also) {
    std::vector<suite_case> cases;
    for (const auto& word : words) {
        suite s;
        if (looks_like_suite(word))
            s = load_suite(word);
        else
            s.cases.push_back({"problems", parse_problem(word), states_placement(word), 1, {}, {}});
        also.insert(also.end(), s.also.begin(), s.also.end());
        for (const auto& c : s.cases) add_case(cases, c, s.both_placements, placement);
    }
    // A case that a suite mentions again is measured once, with what all mentions say of it.
    std::map<std::string, std::size_t> seen;
    std::vector<suite_case> once;
    for (const auto& c : cases) {
        const auto [at, is_new] = seen.try_emplace(c.suite + c.what.name() + c.what.placement(), once.size());
        if (is_new) {
            once.push_back(c);
            continue;
        }
        auto& known = once[at->second];
        known.stated.insert(known.stated.end(), c.stated.begin(), c.stated.end());
        for (const auto& plan : c.plans) add_plan(known.plans, plan, c.what.name());
    }
    return once;
}

}  // namespace bench
