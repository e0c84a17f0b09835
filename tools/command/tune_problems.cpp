// Which problems `stockham tune` can search.
#include "command/tune_problems.hpp"

#include <string>

#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "command.hpp"
#include "fault.hpp"
#include "kept.hpp"
#include "tools/harness/problem_text.hpp"

namespace stockham::tools {

namespace {

// Problems that are passed over, and why, in one line.
void report_passed_over(const std::vector<std::string>& problems, const char* why) {
    if (problems.empty()) return;
    print_remark(fmt::format("passing over {} that {}: {}", count_text(problems.size(), "problem", "problems"), why,
                             fmt::join(problems, ", ")));
}

}  // namespace

bool is_searched(const transform& t) {
    return t.input.form == storage::interleaved && t.output.form == storage::interleaved &&
           t.precision != precision::f16;
}

std::vector<harness::suite_case> searchable(const std::vector<harness::suite_case>& problems) {
    std::vector<harness::suite_case> good;
    std::vector<std::string> beyond, unsearched;
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
            beyond.push_back(text);
        }
    }
    if (good.empty() && unsearched.empty()) throw job_error("no problem is one that this version can compute");
    if (good.empty())
        throw job_error(
            fmt::format("no problem is one that searches know, whose numbers lie in one buffer a side and are "
                        "no halves: {}",
                        fmt::join(unsearched, ", ")));
    report_passed_over(beyond, "this version cannot compute");
    report_passed_over(unsearched, "searches do not know");
    return good;
}

}  // namespace stockham::tools
