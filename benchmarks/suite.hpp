// Suites: text files of problem strings, with the figures that papers state beside them.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "problem.hpp"

namespace bench {

/// A number that a paper's table or text gives, and where.
struct stated_figure {
    std::string source, what;
    double value = 0;
    std::string unit;
};

/// Another way of the library itself to compute a case: a published system, or a plan in writing.
struct own_plan {
    std::string name;      ///< its rows' library is `stockham NAME`
    std::string demanded;  ///< words of a problem string (`algorithm=NAME`), or the plan in writing
    bool rough = false;    ///< judged as half precision is

    /// What is to be planned of `t`: t itself, or t with the words that are demanded.
    stockham::transform applied_to(const stockham::transform& t) const;
    /// The plan in writing; empty where words are demanded, or nothing.
    std::string writing() const;
};

struct suite_case {
    std::string suite;
    problem what;
    bool placement_given = false;  ///< the problem string says in or out; else the suite's or the user's choice holds
    double amplitude = 1;          ///< input is uniform in [-amplitude, amplitude]
    std::vector<stated_figure> stated = {};
    std::vector<own_plan> plans = {};  ///< measured beside the planner's own
};

struct suite {
    std::string name, title;
    bool both_placements = false;   ///< what to run for cases that do not say
    std::vector<std::string> also;  ///< rivals beyond the usual ones
    std::vector<suite_case> cases;
};

/// Reads a suite. Its lines:
///   # a comment                          title: one line for `list`
///   placement: out | both                amplitude: 0.5  (of the cases that follow)
///   also: RIVAL                          a rival that other suites do not need
///   a problem string                     a case
///     stated: SOURCE | WHAT | VALUE UNIT (indented) a figure for the case above
///     plan: NAME | DEMANDED [| rough]      (indented) another plan of the case above (struct own_plan)
///   plan: NAME | DEMANDED [| rough]      (not indented) another plan of the cases that follow, to the next blank line
///   stated: SOURCE | WHAT | VALUE UNIT   (not indented) a figure for the cases that follow, to the next blank line
/// Throws stockham::argument_error that names the file and line.
suite read_suite(std::istream&, const std::string& name);

/// The suites' files: STOCKHAM_BENCH_SUITES, or suites/ beside the program.
std::vector<std::string> suite_names();

/// A suite by its name or by the path of a .txt file. Throws stockham::argument_error if there is none.
suite load_suite(const std::string& name);

/// True if the word can only be a suite's name: problem strings begin with a kind of transform.
bool looks_like_suite(const std::string& word);

/// The cases that the words name (suites, paths of .txt files, problem strings), no case twice, in their placements:
/// `placement` is out, in or both, or empty for what the problem or the suite says. `also` receives the rivals that the
/// suites want beyond the usual ones. Throws stockham::argument_error.
std::vector<suite_case> cases_of(const std::vector<std::string>& words, const std::string& placement,
                                 std::vector<std::string>& also);

}  // namespace bench
