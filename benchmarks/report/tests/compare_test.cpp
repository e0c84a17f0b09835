// `compare` finds planted slow-downs, ignores noise, and tells which library changed.
#include "compare.hpp"

#include <random>

#include <boost/test/unit_test.hpp>

#include <fmt/format.h>

#include "support.hpp"

namespace bench::report {

using tests::contains;
using tests::failed_row;
using tests::file_of;
using tests::one_case;
using tests::refusal;
using tests::timed_row;

namespace {

comparison_result compare(const std::vector<result_row>& before, const std::vector<result_row>& after,
                          double threshold = 5) {
    compare_options options;
    options.threshold_percent = threshold;
    return compare_results(file_of(before, "old.jsonl"), file_of(after, "new.jsonl"), options);
}

// Medians that vary within the quartiles, on a machine that is slower by the factor `machine`.
std::vector<result_row> noisy_run(unsigned seed, double machine, double spread) {
    std::mt19937 generator(seed);
    std::uniform_real_distribution<double> wander(1 - spread / 2, 1 + spread / 2);
    std::vector<result_row> rows;
    for (int i = 0; i < 60; ++i) {
        const std::string problem = fmt::format("c2c f32 {} b8", 64 + i);
        rows.push_back(timed_row("copy-kernel", problem, 100 * machine * wander(generator), spread));
        rows.push_back(timed_row("stockham", problem, 200 * machine * wander(generator), spread));
        rows.push_back(timed_row("cufft", problem, 220 * machine * wander(generator), spread));
    }
    return rows;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(compare_files)

BOOST_AUTO_TEST_CASE(noise_within_the_spread_is_ignored) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        for (const double spread : {0.01, 0.1, 0.3}) {
            const comparison_result result = compare(noisy_run(seed, 1, spread), noisy_run(seed + 100, 1.7, spread), 0);
            BOOST_TEST_CONTEXT("seed " << seed << ", spread " << spread) {
                BOOST_TEST(result.compared == 60);
                BOOST_TEST(result.changes.empty());
                BOOST_TEST(!result.got_worse());
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_planted_slow_down_is_found_and_only_that) {
    std::vector<result_row> after = noisy_run(2, 0.8, 0.01);
    timing& time = *after.at(3 * 17 + 1).time_us;
    for (double* value : {&time.median, &time.q1, &time.q3}) *value *= 1.15;
    const comparison_result result = compare(noisy_run(1, 1, 0.01), after);
    BOOST_REQUIRE_EQUAL(result.changes.size(), 1);
    const change& found = result.changes[0];
    BOOST_TEST((found.what == verdict::slower));
    BOOST_TEST(found.problem == "c2c f32 81 b8");
    BOOST_TEST(found.against == (std::vector<std::string>{"copy", "cufft"}), boost::test_tools::per_element());
    BOOST_TEST(found.percent > 12);
    BOOST_TEST(found.percent < 18);
    BOOST_TEST(result.got_worse());
    BOOST_TEST(contains(comparison_text(result), "SLOWER"));
    BOOST_TEST(contains(comparison_text(result), "60 cases compared, 1 SLOWER"));
}

BOOST_AUTO_TEST_CASE(changes_below_the_threshold_are_ignored) {
    const auto before = one_case(200, 100, 220, 400);
    const auto after = one_case(212, 100, 220, 400);
    BOOST_TEST(compare(before, after, 5).got_worse());
    BOOST_TEST(!compare(before, after, 7).got_worse());
}

BOOST_AUTO_TEST_CASE(speed_ups_are_reported_without_failure) {
    const comparison_result result = compare(one_case(200, 100, 220, 400), one_case(150, 100, 220, 400));
    BOOST_REQUIRE_EQUAL(result.changes.size(), 1);
    BOOST_TEST((result.changes[0].what == verdict::faster));
    BOOST_TEST(!result.got_worse());
}

BOOST_AUTO_TEST_CASE(a_faster_rival_is_not_our_slow_down) {
    const comparison_result result = compare(one_case(200, 100, 220, 400), one_case(200, 100, 150, 400));
    BOOST_REQUIRE_EQUAL(result.changes.size(), 1);
    BOOST_TEST((result.changes[0].what == verdict::rival_gained));
    BOOST_TEST(result.changes[0].against.at(0) == "cufft");
    BOOST_TEST(!result.got_worse());
}

BOOST_AUTO_TEST_CASE(rivals_are_compared_if_there_is_no_copy) {
    const auto without_copy = [](double ours) {
        return std::vector<result_row>{timed_row("stockham", "c2c f32 64", ours), timed_row("fftw3", "c2c f32 64", 50)};
    };
    const comparison_result result = compare(without_copy(100), without_copy(130));
    BOOST_REQUIRE_EQUAL(result.changes.size(), 1);
    BOOST_TEST(result.changes[0].against.at(0) == "fftw3");
    BOOST_TEST(result.got_worse());
}

BOOST_AUTO_TEST_CASE(a_faster_other_copy_is_not_a_slow_down) {
    auto before = one_case(200, 100, 220, 400);
    before.push_back(timed_row("copy-runtime", before[0].problem, 120));
    auto after = before;
    after.back() = timed_row("copy-runtime", before[0].problem, 60);
    BOOST_TEST(compare(before, after).changes.empty());
}

BOOST_AUTO_TEST_CASE(wrong_and_lost_results_come_before_slow_ones) {
    const auto before = one_case(200, 100, 220, 400);
    auto beyond_gate = before;
    beyond_gate[0].error.l2 = 3e-7;
    auto wrong = before;
    wrong[0] = failed_row("stockham", before[0].problem, row_status::wrong);
    auto failed = before;
    failed[0] = failed_row("stockham", before[0].problem, row_status::failed);
    BOOST_TEST((compare(before, beyond_gate).changes.at(0).what == verdict::wrong));
    BOOST_TEST((compare(before, wrong).changes.at(0).what == verdict::wrong));
    BOOST_TEST(compare(wrong, wrong).got_worse());
    BOOST_TEST((compare(before, failed).changes.at(0).what == verdict::lost));
    BOOST_TEST(compare(before, failed).got_worse());
    BOOST_TEST((compare(failed, before).changes.at(0).what == verdict::fixed));
    BOOST_TEST(!compare(failed, before).got_worse());
}

BOOST_AUTO_TEST_CASE(wrong_rivals_are_not_compared) {
    auto after = one_case(200, 100, 100, 400);
    after[2].status = row_status::wrong;
    BOOST_TEST(compare(one_case(200, 100, 220, 400), after).changes.empty());
}

BOOST_AUTO_TEST_CASE(different_devices_are_refused) {
    auto other = one_case(200, 100, 220, 400);
    for (result_row& row : other) row.device = "Another GPU";
    BOOST_TEST(refusal([&] { compare(one_case(200, 100, 220, 400), other); }) ==
               "different devices, nothing to compare: old.jsonl is of Some GPU, new.jsonl of Another GPU");
}

BOOST_AUTO_TEST_CASE(host_libraries_belong_to_the_device_of_their_run) {
    auto rows = one_case(200, 100, 220, 400);
    rows.push_back(timed_row("fftw3", rows[0].problem, 5000));
    rows.back().device = "Some processor";
    BOOST_TEST(compare(one_case(200, 100, 220, 400), rows).compared == 1);
}

BOOST_AUTO_TEST_CASE(files_without_a_common_case_are_refused) {
    BOOST_TEST(
        contains(refusal([] { compare(one_case(1, 1, 1, 1, "c2c f32 64"), one_case(1, 1, 1, 1, "c2c f32 128")); }),
                 "no case of stockham is in both old.jsonl and new.jsonl"));
}

BOOST_AUTO_TEST_CASE(cases_of_one_file_only_are_counted) {
    auto after = one_case(200, 100, 220, 400);
    for (const result_row& row : one_case(1, 1, 1, 1, "c2c f32 64")) after.push_back(row);
    const comparison_result result = compare(one_case(200, 100, 220, 400), after);
    BOOST_TEST(result.only_new == 1);
    BOOST_TEST(contains(comparison_text(result), "1 case compared, none moved beyond its spread; 1 only in NEW"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace bench::report
