// Suites: text files of problem strings, with figures stated in papers and plans to try.
#pragma once

#include <iosfwd>
#include <stdexcept>
#include <string>
#include <vector>

#include <stockham/transform.hpp>

namespace stockham::harness {

/// A suite was not found, or a line of it cannot be read; the text names both.
class suite_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// A figure stated in a paper, and its source.
struct stated_figure {
    std::string source, what;
    double value = 0;
    std::string unit;
};

/// An additional plan of the library for a case: a published algorithm or a plan string.
struct own_plan {
    std::string name;      ///< the library is called `stockham NAME` in results
    std::string demanded;  ///< options of a problem string (`algorithm=NAME`), or a plan string
    bool rough = false;    ///< checked with the error bounds of half precision

    /// `t` with the options of `demanded`, or `t` itself if `demanded` is a plan string.
    transform applied_to(const transform& t) const;
    /// The plan string; empty if `demanded` has options or is empty.
    std::string plan_string() const;
};

struct suite_case {
    transform what;
    std::string suite;             ///< empty: the case was given directly
    bool placement_given = false;  ///< the problem string has `in` or `out`; else the suite or the user chooses
    double amplitude = 1;          ///< input is uniform in [-amplitude, amplitude]
    std::vector<stated_figure> stated = {};
    std::vector<own_plan> plans = {};  ///< measured in addition to the planner's choice
    int line = 0;

    /// "suite NAME, line N: ", a prefix for errors; empty if the case was given directly.
    std::string origin() const;
};

struct suite {
    std::string name, title;
    bool both_placements = false;   ///< cases without a placement run in both
    std::vector<std::string> also;  ///< rivals to run in addition to the usual ones
    std::vector<suite_case> cases;
};

/// Reads a suite. Lines have these forms:
///   # a comment                          title: one line for `stockham-bench list`
///   placement: out | both                amplitude: 0.5  (of the cases that follow)
///   also: RIVAL                          an additional rival to run
///   a problem string                     a case, parsed by parse_problem()
///     stated: SOURCE | WHAT | VALUE UNIT (indented) a figure for the case above
///     plan: NAME | DEMANDED [| rough]      (indented) another plan of the case above (struct own_plan)
///   plan: NAME | DEMANDED [| rough]      (not indented) another plan of the cases that follow, to the next blank line
///   stated: SOURCE | WHAT | VALUE UNIT   (not indented) a figure for the cases that follow, to the next blank line
/// Throws suite_error.
suite read_suite(std::istream&, const std::string& name);

/// The names of all suites in the folder STOCKHAM_BENCH_SUITES, in suites/ beside the program or one folder above it,
/// and in ../share/stockham/suites/.
std::vector<std::string> suite_names();

/// Loads a suite by the path of a .txt file or by name. Throws suite_error; for an unknown name it lists all suites.
suite load_suite(const std::string& name);

/// The cases given by the words: suites, paths of .txt files, sweeps (parse_sweep()) or problem strings. `wanted` is
/// the placement: out, in or both, or empty for that of the problem or the suite. The additional rivals of the suites
/// are appended to `also`, unless it is null. Throws suite_error, or stockham::argument_error for a problem string.
std::vector<suite_case> cases_of(const std::vector<std::string>& words, const std::string& wanted = "",
                                 std::vector<std::string>* also = nullptr);

/// The same with the placements of the problems and suites, without cases that have the same wisdom_problem() as an
/// earlier one.
std::vector<suite_case> distinct_cases_of(const std::vector<std::string>& words);

}  // namespace stockham::harness
