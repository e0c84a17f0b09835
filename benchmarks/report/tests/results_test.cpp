// The reader of result files: valid, truncated and invalid ones.
#include "results.hpp"

#include <boost/test/unit_test.hpp>

#include "row_text.hpp"
#include "support.hpp"

namespace bench::report {

using tests::contains;
using tests::refusal;

namespace {

const std::string minimal = R"({"schema":"stockham-bench/1","case":"c2c f32 64","library":"fftw3","status":"ok"})";

std::string refusal_of(const std::string& text) {
    return refusal([&] { parse_results(text, "f.jsonl"); });
}

// The minimal row with one more member.
std::string with(const std::string& member) {
    return minimal.substr(0, minimal.size() - 1) + "," + member + "}\n";
}

result_row full_row() {
    result_row row = tests::timed_row("cufft", "c2c f32 1024x1024 b8", 270.5);
    row.bytes = 18446744073709551615U;
    row.launches = 2;
    return row;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(results)

BOOST_AUTO_TEST_CASE(rows_survive_a_round_trip) {
    const std::string text = tests::row_text(full_row());
    const results_file file = parse_results(text + text, "f.jsonl");
    BOOST_REQUIRE_EQUAL(file.rows.size(), 2);
    BOOST_TEST(file.warnings.empty());
    BOOST_TEST(tests::row_text(file.rows[1]) == text);
    const result_row& row = file.rows[0];
    BOOST_TEST(*row.bytes == 18446744073709551615U);
    BOOST_TEST(row.time_us->q3 == 270.5 * 1.01);
    BOOST_TEST(*row.launches == 2);
}

BOOST_AUTO_TEST_CASE(run_records_are_not_rows) {
    const std::string record =
        R"({"schema":"stockham-bench/1","run":{"command":"stockham-bench run small","commit":"0123","kernels":"4567"}})"
        "\n";
    const results_file file =
        parse_results(record + tests::row_text(full_row()) + record + tests::row_text(full_row()), "f.jsonl");
    BOOST_TEST(file.rows.size() == 2U);
    BOOST_REQUIRE_EQUAL(file.runs.size(), 2);
    BOOST_TEST(file.runs[1].command == "stockham-bench run small");
    BOOST_TEST(file.runs[1].commit == "0123");
    BOOST_TEST(refusal_of(record) == "f.jsonl: no results in it");
    BOOST_TEST(refusal_of("{\"schema\":\"stockham-bench/1\",\"run\":7}\n") ==
               "f.jsonl: line 1: 'run' is not an object");
}

BOOST_AUTO_TEST_CASE(statuses_survive_a_round_trip) {
    for (const row_status status : {row_status::ok, row_status::missing, row_status::unsupported, row_status::too_large,
                                    row_status::wrong, row_status::failed}) {
        const results_file file =
            parse_results(tests::row_text(tests::failed_row("clfft", "c2c f32 64", status)), "f.jsonl");
        BOOST_TEST((file.rows.at(0).status == status));
    }
}

// A driver's build log may contain any bytes; the harness replaces invalid ones.
BOOST_AUTO_TEST_CASE(invalid_utf8_does_not_lose_the_row) {
    BOOST_TEST(parse_results(with("\"message\":\"log: \xef\xbf\xbd\""), "f.jsonl").rows.size() == 1);
}

BOOST_AUTO_TEST_CASE(rows_take_from_their_run_what_they_lack) {
    const std::string record = R"({"schema":"stockham-bench/1","run":{"command":"c","commit":"0","version":"3",)"
                               R"("date":"2025-11-22","device":"A GPU","driver":"8"}})"
                               "\n";
    const auto rows = parse_results(record + minimal + "\n" + with(R"("device":"B","version":"9")"), "f.jsonl").rows;
    BOOST_REQUIRE_EQUAL(rows.size(), 2);
    BOOST_TEST(rows[0].device == "A GPU");
    BOOST_TEST(rows[0].driver == "8");
    BOOST_TEST(rows[0].version == "3");
    BOOST_TEST(rows[0].date == "2025-11-22");
    BOOST_TEST(rows[1].device == "B");
    BOOST_TEST(rows[1].version == "9");
}

BOOST_AUTO_TEST_CASE(a_truncated_last_line_is_skipped) {
    const std::string line = tests::row_text(full_row());
    const std::string text = line + line + line;
    // Truncated anywhere in the last line.
    for (std::size_t kept = 2 * line.size() + 1; kept < text.size() - 1; ++kept) {
        const results_file file = parse_results(text.substr(0, kept), "f.jsonl");
        BOOST_REQUIRE_EQUAL(file.rows.size(), 2);
        BOOST_REQUIRE_EQUAL(file.warnings.size(), 1);
    }
    BOOST_TEST(parse_results(text.substr(0, 2 * line.size() + 9), "f.jsonl").warnings.at(0) ==
               "f.jsonl: line 3 is cut off; the 2 whole rows before it count");
    const results_file open = parse_results(text.substr(0, text.size() - 1), "f.jsonl");
    BOOST_TEST(open.rows.size() == 3);
    BOOST_TEST(open.warnings.empty());
}

BOOST_AUTO_TEST_CASE(blank_lines_and_carriage_returns_are_ignored) {
    BOOST_TEST(parse_results("\n" + minimal + "\r\n\r\n" + minimal + "\n\n", "f.jsonl").rows.size() == 2);
}

BOOST_AUTO_TEST_CASE(unknown_members_and_nulls_are_ignored) {
    const results_file file = parse_results(with(R"("new":[1],"launches":null,"error":{"l2":null})"), "f.jsonl");
    BOOST_TEST(!file.rows.at(0).launches.has_value());
    BOOST_TEST(!file.rows.at(0).error.l2.has_value());
}

BOOST_AUTO_TEST_CASE(errors_name_file_and_line) {
    BOOST_TEST(refusal_of("") == "f.jsonl: empty, no results in it");
    BOOST_TEST(refusal_of(" \n\n") == "f.jsonl: empty, no results in it");
    BOOST_TEST(refusal_of("transform,library\n1,2\n") == "f.jsonl: line 1 is not JSON");
    BOOST_TEST(refusal_of(minimal + "\n{\"sch\n" + minimal + "\n") == "f.jsonl: line 2 is not JSON");
    BOOST_TEST(refusal_of(minimal.substr(0, 30)) == "f.jsonl: line 1 is not JSON and no whole row stands before it");
    BOOST_TEST(refusal_of("{\"a\":1}\n") == "f.jsonl: line 1: 'case' is missing");
    BOOST_TEST(refusal_of("[1]\n") == "f.jsonl: line 1: not a row of stockham-bench/1");
    BOOST_TEST(refusal_of("{\"schema\":\"other/2\"}\n") ==
               "f.jsonl: line 1: schema 'other/2' instead of stockham-bench/1");
    BOOST_TEST(refusal_of(R"({"schema":"stockham-bench/1"})") == "f.jsonl: line 1: 'case' is missing");
    BOOST_TEST(refusal_of(with(R"("time_us":3)")) == "f.jsonl: line 1: 'time_us' is not an object");
    BOOST_TEST(refusal_of(with(R"("launches":"x")")) == "f.jsonl: line 1: 'launches' is not a number");
    BOOST_TEST(refusal_of(with(R"("bytes":-1)")) == "f.jsonl: line 1: 'bytes' is not zero or more");
    BOOST_TEST(contains(refusal_of(with(R"("time_us":{"median":0})")), "above zero"));
    BOOST_TEST(contains(refusal_of(with(R"("time_us":{"median":2,"q1":3,"q3":4})")), "between its quartiles"));
    BOOST_TEST(contains(refusal_of(with(R"("time_us":{"median":1e999})")), "f.jsonl: line 1"));
}

BOOST_AUTO_TEST_CASE(missing_files_and_folders_are_refused) {
    BOOST_TEST(refusal([] { read_results("no/such/file"); }) == "no/such/file: cannot be opened");
    BOOST_TEST(refusal([] { read_results("."); }) == ".: a folder, not a results file");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace bench::report
