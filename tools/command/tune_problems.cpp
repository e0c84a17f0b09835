// Selects the problems that `stockham tune` can search.
#include "command/tune_problems.hpp"

#include <string>

#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "bytes.hpp"
#include "command.hpp"
#include "fault.hpp"
#include "tools/harness/problem_text.hpp"

namespace stockham::tools {

namespace {

// Prints one line with the skipped problems and the reason.
void report_skipped(const std::vector<std::string>& problems, const char* why) {
    if (problems.empty()) return;
    print_remark(fmt::format("skipping {} that {}: {}", count_text(problems.size(), "problem", "problems"), why,
                             fmt::join(problems, ", ")));
}

}  // namespace

bool is_searched(const transform& t) {
    return t.input.form == storage::interleaved && t.output.form == storage::interleaved &&
           t.precision != precision::f16;
}

std::vector<harness::suite_case> searchable(const std::vector<harness::suite_case>& problems) {
    std::vector<harness::suite_case> good;
    std::vector<std::string> unsupported, unsearched;
    for (const auto& p : problems) {
        const std::string text = "'" + harness::wisdom_problem(p.what) + "'";
        try {
            check(p.what);
            if (is_searched(p.what))
                good.push_back(p);
            else
                unsearched.push_back(text);
        } catch (const unsupported_error&) {
            if (p.suite.empty()) throw;
            unsupported.push_back(text);
        }
    }
    if (good.empty() && unsearched.empty()) throw job_error("this version cannot compute any of the problems");
    if (good.empty())
        throw job_error(
            fmt::format("none of the problems can be tuned; searches need interleaved data in single or double "
                        "precision: {}",
                        fmt::join(unsearched, ", ")));
    report_skipped(unsupported, "this version cannot compute");
    report_skipped(unsearched, "cannot be tuned");
    return good;
}

}  // namespace stockham::tools
