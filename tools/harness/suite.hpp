// Suites: text files of problem strings, with the figures that papers state beside them and the plans to try.
#pragma once

#include <iosfwd>
#include <stdexcept>
#include <string>
#include <vector>

#include <stockham/transform.hpp>

namespace stockham::harness {

/// A suite that cannot be found, or a line of one that cannot be read; the text names it.
class suite_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// A number that a paper's table or text gives, and where.
struct stated_figure {
    std::string source, what;
    double value = 0;
    std::string unit;
};

/// Another way of the library itself to compute a case: a published system, or a plan string.
struct own_plan {
    std::string name;      ///< its rows' library is `stockham NAME`
    std::string demanded;  ///< options of a problem string (`algorithm=NAME`), or the plan string
    bool rough = false;    ///< judged as half precision is

    /// What is to be planned of `t`: t itself, or t with the options that are demanded.
    transform applied_to(const transform& t) const;
    /// Empty where options are demanded, or nothing.
    std::string plan_string() const;
};

struct suite_case {
    transform what;
    std::string suite;             ///< empty: it was given by itself
    bool placement_given = false;  ///< the problem string says in or out; else the suite's or the user's choice holds
    double amplitude = 1;          ///< input is uniform in [-amplitude, amplitude]
    std::vector<stated_figure> stated = {};
    std::vector<own_plan> plans = {};  ///< measured beside the planner's own
    int line = 0;

    /// "suite NAME, line N: ", to stand before what is wrong with it; empty where it was given by itself.
    std::string origin() const;
};

struct suite {
    std::string name, title;
    bool both_placements = false;   ///< what to run for cases that do not say
    std::vector<std::string> also;  ///< rivals beyond the usual ones
    std::vector<suite_case> cases;
};

/// Reads a suite. Its lines:
///   # a comment                          title: one line for `stockham-bench list`
///   placement: out | both                amplitude: 0.5  (of the cases that follow)
///   also: RIVAL                          a rival that other suites do not need
///   a problem string                     a case, as tools/harness/problem_text.hpp reads it
///     stated: SOURCE | WHAT | VALUE UNIT (indented) a figure for the case above
///     plan: NAME | DEMANDED [| rough]      (indented) another plan of the case above (struct own_plan)
///   plan: NAME | DEMANDED [| rough]      (not indented) another plan of the cases that follow, to the next blank line
///   stated: SOURCE | WHAT | VALUE UNIT   (not indented) a figure for the cases that follow, to the next blank line
/// Throws suite_error.
suite read_suite(std::istream&, const std::string& name);

/// The names of all suites that are found: in the folder that STOCKHAM_BENCH_SUITES names, in suites/ beside the
/// program or one folder above it, or in ../share/stockham/suites/.
std::vector<std::string> suite_names();

/// A suite by the path of a .txt file, or by its name. Throws suite_error that lists what is there.
suite load_suite(const std::string& name);

/// The cases that the words name (suites, paths of .txt files, problem strings), in their placements: `wanted` is out,
/// in or both, or empty for what the problem or the suite says. `also`, unless null, receives the rivals that the
/// suites want beyond the usual ones. Throws suite_error, or stockham::argument_error for a problem string.
std::vector<suite_case> cases_of(const std::vector<std::string>& words, const std::string& wanted = "",
                                 std::vector<std::string>* also = nullptr);

/// The same in the placements that problems and suites say, and of those that wisdom does not tell apart only the
/// first.
std::vector<suite_case> distinct_cases_of(const std::vector<std::string>& words);

}  // namespace stockham::harness
