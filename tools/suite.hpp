// Suites of problems: text files in the format of benchmarks/suites, found by name.
#pragma once

#include <istream>
#include <string>
#include <vector>

#include <stockham/transform.hpp>

namespace stockham::tools {

struct suite_problem {
    transform what;
    std::string suite;  ///< empty: it was given by itself
};

/// The problem lines of a suite. After `placement: both`, wherever it stands, a line that says neither `in` nor `out`
/// is two problems. Comments and the other directives (`title:`, `stated:`, ..) are for others and passed over. Throws
/// job_error that names the suite and the line.
std::vector<suite_problem> read_suite(std::istream&, const std::string& name);

/// A suite by the path of a .txt file, or by its name in the folder that STOCKHAM_BENCH_SUITES names, in suites/ or
/// benchmarks/suites/ beside the program, or in ../share/stockham/suites/. Throws job_error that lists what is there.
std::vector<suite_problem> load_suite(const std::string& name);

/// The problems that the words name, each a suite or a problem string, none of them twice. Throws job_error or
/// stockham::argument_error.
std::vector<suite_problem> problems_of(const std::vector<std::string>& words);

}  // namespace stockham::tools
