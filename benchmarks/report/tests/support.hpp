// Rows and files for tests.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "launch_api.hpp"
#include "results.hpp"

namespace bench::report::tests {

// A correct row with a time whose quartiles differ from the median by `spread` (0.01: one percent).
inline result_row timed_row(const std::string& library, const std::string& problem, double microseconds,
                            double spread = 0.01) {
    result_row row;
    row.suite = "pow2";
    row.problem = problem;
    row.library = library;
    row.version = "1.0";
    row.device = "Some GPU";
    row.driver = "7";
    row.api = api_of_library(library);
    row.date = "2025-11-21T05:00:00Z";
    row.placement = "out";
    timing time;
    time.median = microseconds;
    time.q1 = microseconds * (1 - spread);
    time.q3 = microseconds * (1 + spread);
    row.time_us = time;
    row.error.l2 = 1e-7;
    row.error.gate = 2e-7;
    return row;
}

inline result_row failed_row(const std::string& library, const std::string& problem, row_status status) {
    result_row row = timed_row(library, problem, 1);
    row.status = status;
    row.time_us.reset();
    return row;
}

inline results_file file_of(std::vector<result_row> rows, const std::string& path = "some.jsonl") {
    results_file file;
    file.path = path;
    file.rows = std::move(rows);
    return file;
}

// One case: ours, the copy, and two rivals.
inline std::vector<result_row> one_case(double ours, double copy, double cufft, double clfft,
                                        const std::string& problem = "c2c f32 1024x1024 b8") {
    return {timed_row("stockham", problem, ours), timed_row("copy-kernel", problem, copy),
            timed_row("cufft", problem, cufft), timed_row("clfft", problem, clfft)};
}

// The message of the results_error that the call throws; empty if it does not throw.
template <class Call>
std::string refusal(Call call) {
    try {
        call();
    } catch (const results_error& problem) {
        return problem.what();
    }
    return "";
}

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace bench::report::tests
