// Rows become cases, and cases a table of Markdown.
#include <boost/test/unit_test.hpp>

#include <utility>

#include "comparison.hpp"
#include "markdown.hpp"
#include "summary.hpp"
#include "support.hpp"

namespace bench::report {

using tests::contains;
using tests::failed_row;
using tests::file_of;
using tests::one_case;
using tests::timed_row;

namespace {

std::string markdown_of(const std::vector<result_row>& rows, const std::vector<std::string>& chosen) {
    return markdown_tables(group_by_device({file_of(rows)}), chosen);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(report)

BOOST_AUTO_TEST_CASE(a_later_row_replaces_an_earlier_one) {
    const auto groups = group_by_device({file_of(one_case(200, 100, 220, 400)), file_of(one_case(150, 100, 220, 400))});
    BOOST_REQUIRE_EQUAL(groups.size(), 1);
    BOOST_REQUIRE_EQUAL(groups[0].suites.at(0).cases.size(), 1);
    BOOST_TEST(groups[0].suites[0].cases[0].find("stockham")->time_us->median == 150);
}

BOOST_AUTO_TEST_CASE(copies_belong_to_both_placements) {
    auto rows = one_case(200, 100, 220, 400);
    rows.push_back(timed_row("stockham", rows[0].problem, 210));
    rows.back().placement = "in";
    const auto groups = group_by_device({file_of(rows)});
    const auto& cases = groups.at(0).suites.at(0).cases;
    BOOST_REQUIRE_EQUAL(cases.size(), 2);
    for (const case_entry& entry : cases) BOOST_TEST(floor_copy(entry) != nullptr);
}

BOOST_AUTO_TEST_CASE(wrong_results_are_not_averaged) {
    auto rows = one_case(200, 100, 300, 400);
    rows[3].status = row_status::wrong;
    const auto groups = group_by_device({file_of(rows)});
    const auto sides = summarise(cases_of(groups.at(0)));
    BOOST_REQUIRE_EQUAL(sides.size(), 1);
    BOOST_REQUIRE_EQUAL(sides[0].rivals.size(), 1);
    BOOST_TEST(sides[0].rivals[0].library == "cufft");
    BOOST_TEST(sides[0].best.mean_speed_up == 1.5, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(a_table_has_the_chosen_cases) {
    auto rows = one_case(200, 100, 220, 2400);
    rows.push_back(failed_row("fftw3", rows[0].problem, row_status::missing));
    const std::string text = markdown_of(rows, {"c2c f32 4096", "c2c f32 1024x1024 b8 out"});
    BOOST_TEST(text ==
               "Some GPU, driver 7, 2025-11-21. Working set: bytes of one side. Launches: stockham's. Median time, in "
               "brackets the time in copies of the same bytes.\n\n"
               "| transform | working set | launches | stockham (OpenCL) | clFFT (OpenCL) | cuFFT (CUDA) |\n"
               "| --- | ---: | ---: | ---: | ---: | ---: |\n"
               "| c2c f32 1024×1024 b8 |  |  | **200 µs (2.00)** | 2.40 ms (24.0) | 220 µs (2.20) |\n"
               "\nBest rival of each case, same API (OpenCL): its time over ours is 12.0 in the geometric mean of 1 "
               "case, 12.0 at least (c2c f32 1024x1024 b8).\n"
               "\nBest rival of each case, other API (CUDA): its time over ours is 1.10 in the geometric mean of 1 "
               "case, 1.10 at least (c2c f32 1024x1024 b8).\n");
}

BOOST_AUTO_TEST_CASE(the_smallest_printed_median_is_bold) {
    const auto bold = [](double stockham, double rival) {
        const auto groups = group_by_device({file_of(one_case(stockham, 100, rival, 2400))});
        const case_entry& entry = groups.at(0).suites.at(0).cases.at(0);
        return std::pair(is_fastest(entry, "stockham"), is_fastest(entry, "cufft"));
    };
    BOOST_TEST((bold(200, 202) == std::pair(true, false)));
    BOOST_TEST((bold(202, 200) == std::pair(false, true)));
    BOOST_TEST((bold(200.1, 200.2) == std::pair(true, true)));
}

BOOST_AUTO_TEST_CASE(without_a_choice_a_table_has_all_cases) {
    auto rows = one_case(200, 100, 220, 2400);
    for (result_row& row : one_case(50, 10, 20, 30, "c2c f32 64 b2")) rows.push_back(row);
    const std::string text = markdown_of(rows, {});
    BOOST_TEST(contains(text, "\n| c2c f32 64 b2 | "));
    BOOST_TEST(contains(text, "\n| c2c f32 1024×1024 b8 | "));
}

BOOST_AUTO_TEST_CASE(markdown_without_a_chosen_case_is_refused) {
    BOOST_TEST(contains(tests::refusal([] { markdown_of(one_case(1, 1, 1, 1), {"c2c f64 3"}); }), "--cases"));
}

BOOST_AUTO_TEST_CASE(markdown_of_hostile_text_stays_one_table) {
    auto rows = one_case(200, 100, 220, 400, "c2c f32 64 a|b<i>");
    const std::string text = markdown_of(rows, {"c2c f32 64 a|b<i>"});
    BOOST_TEST(contains(text, "a\\|b\\<i\\>"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace bench::report
