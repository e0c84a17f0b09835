// Rivals by API: their grouping, the best of each case, and their place in tables and comparisons.
#include "summary.hpp"

#include <algorithm>
#include <cmath>

#include <boost/test/unit_test.hpp>

#include "compare.hpp"
#include "launch_api.hpp"
#include "markdown.hpp"
#include "overview.hpp"
#include "support.hpp"

namespace bench::report {

using tests::contains;
using tests::file_of;
using tests::one_case;
using tests::timed_row;

namespace {

// Times: ours 100; with OpenCL VkFFT 120 and clFFT 400; with CUDA cuFFT 80 and VkFFT 160; FFTW 1000.
std::vector<result_row> both_sides(const std::string& problem = "c2c f32 512x512") {
    std::vector<result_row> rows = one_case(100, 50, 80, 400, problem);
    rows.push_back(timed_row("vkfft-opencl", problem, 120));
    rows.push_back(timed_row("vkfft-cuda", problem, 160));
    rows.push_back(timed_row("fftw3", problem, 1000));
    for (result_row& row : rows) row.bytes = 4 << 20;
    rows[0].launches = 2;
    return rows;
}

std::vector<side_summary> sides_of(const std::vector<result_row>& rows) {
    const auto groups = group_by_device({file_of(rows)});
    return summarise(cases_of(groups.at(0)));
}

result_row& row_of(std::vector<result_row>& rows, const std::string& library) {
    return *std::find_if(rows.begin(), rows.end(), [&](const result_row& row) { return row.library == library; });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(summary)

BOOST_AUTO_TEST_CASE(rivals_are_grouped_by_api) {
    const auto sides = sides_of(both_sides());
    BOOST_REQUIRE_EQUAL(sides.size(), 2);
    BOOST_TEST(side_title(sides[0].side, sides[0].apis) == "same API (OpenCL)");
    BOOST_REQUIRE_EQUAL(sides[0].rivals.size(), 2);
    BOOST_TEST(sides[0].rivals[0].library == "vkfft-opencl");
    BOOST_TEST(sides[0].rivals[1].library == "clfft");
    BOOST_TEST(side_title(sides[1].side, sides[1].apis) == "other API (CUDA, host threads)");
    BOOST_REQUIRE_EQUAL(sides[1].rivals.size(), 3);
    BOOST_TEST(sides[1].rivals[2].library == "fftw3");
}

BOOST_AUTO_TEST_CASE(the_mean_uses_the_best_rival_of_each_case) {
    auto rows = both_sides();
    for (result_row& row : both_sides("c2c f32 64 b2")) rows.push_back(row);
    row_of(rows, "clfft").time_us->median = row_of(rows, "clfft").time_us->q1 = 30;  // best only in the first case
    const auto sides = sides_of(rows);
    BOOST_TEST(sides.at(0).best.cases == 2);
    BOOST_TEST(sides[0].best.mean_speed_up == std::sqrt(0.3 * 1.2), boost::test_tools::tolerance(1e-12));
    BOOST_TEST(sides[0].best.least == 0.3, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(sides[0].best.least_case == "c2c f32 512x512");
    BOOST_TEST(sides[1].best.mean_speed_up == 0.8, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(a_row_s_api_overrides_the_name) {
    auto rows = both_sides();
    rows.push_back(timed_row("hipfft", rows[0].problem, 70));
    rows.back().api = "hip";
    row_of(rows, "clfft").api = "cuda";
    const auto sides = sides_of(rows);
    BOOST_TEST(sides.at(0).rivals.size() == 1);
    BOOST_TEST(side_title(sides.at(1).side, sides[1].apis) == "other API (CUDA, host threads, hip)");
    BOOST_TEST(sides[1].best.mean_speed_up == 0.7, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(rows_of_older_files_get_the_api_of_their_library) {
    const std::string row = R"({"schema":"stockham-bench/1","case":"c2c f32 64","status":"ok","library":")";
    const auto api = [&](const std::string& rest) { return parse_results(row + rest, "f").rows.at(0).api; };
    BOOST_TEST(api("stockham radix-2^2\"}") == "opencl");
    BOOST_TEST(api("copy-runtime\"}") == "opencl");
    BOOST_TEST(api("vkfft-opencl\"}") == "opencl");
    BOOST_TEST(api("vkfft-cuda\"}") == "cuda");
    BOOST_TEST(api("cufft-f16\"}") == "cuda");
    BOOST_TEST(api("fftw3\"}") == "none");
    BOOST_TEST(api("rocfft\"}") == "");
    BOOST_TEST(api(R"(clfft","api":"cuda"})") == "cuda");
    BOOST_TEST(api_title("none") == "host threads");
    BOOST_TEST(api_title("") == "unknown API");
    BOOST_TEST(api_title("sycl") == "sycl");
}

BOOST_AUTO_TEST_CASE(older_files_call_launches_passes) {
    const std::string row = R"({"schema":"stockham-bench/1","case":"c2c f32 64","status":"ok","library":"clfft",)";
    BOOST_TEST(*parse_results(row + R"("passes":3})", "f").rows.at(0).launches == 3);
    BOOST_TEST(*parse_results(row + R"("launches":2,"passes":3})", "f").rows.at(0).launches == 2);
}

BOOST_AUTO_TEST_CASE(half_storage_is_shown_but_not_compared) {
    auto rows = both_sides();
    rows.push_back(timed_row("cufft-f16", rows[0].problem, 40));
    rows.back().bytes = 2 << 20;
    const auto sides = sides_of(rows);
    BOOST_TEST(sides.at(1).rivals.size() == 4);
    BOOST_TEST(sides[1].best.mean_speed_up == 0.8, boost::test_tools::tolerance(1e-12));
    const auto groups = group_by_device({file_of(rows)});
    BOOST_TEST(*working_set(*cases_of(groups.at(0)).at(0)) == 2 << 20);
}

BOOST_AUTO_TEST_CASE(our_variants_and_copies_are_not_rivals) {
    std::vector<result_row> rows = {timed_row("stockham", "c2c f32 64", 3), timed_row("copy-kernel", "c2c f32 64", 1),
                                    timed_row("stockham radix-2", "c2c f32 64", 2)};
    BOOST_TEST(sides_of(rows).empty());
    rows[0] = tests::failed_row("stockham", "c2c f32 64", row_status::failed);
    rows.push_back(timed_row("clfft", "c2c f32 64", 2));
    BOOST_TEST(sides_of(rows).empty());
}

BOOST_AUTO_TEST_CASE(tables_have_working_set_launches_and_api) {
    const auto groups = group_by_device({file_of(both_sides())});
    const std::string text = markdown_tables(groups, {"c2c f32 512x512"});
    BOOST_TEST(contains(text, "| transform | working set | launches | stockham (OpenCL) | VkFFT OpenCL | "
                              "clFFT (OpenCL) | cuFFT (CUDA) | VkFFT CUDA | FFTW3 (host threads) |\n"));
    BOOST_TEST(contains(text, "\n| c2c f32 512×512 | 2 MiB | 2 | 100 µs (2.00) |"));
    BOOST_TEST(contains(text, "\nBest rival of each case, same API (OpenCL): its time over ours is 1.20 in the "
                              "geometric mean of 1 case, 1.20 at least (c2c f32 512x512).\n"));
}

BOOST_AUTO_TEST_CASE(an_overview_has_one_line_per_suite) {
    results_file file = file_of(both_sides(), "results/gpu/pow2.jsonl");
    file.runs.push_back({"stockham-bench run pow2", "0123", "off", "1", "2025-11-22", "Some GPU", "7"});
    auto rows = both_sides("c2c f32 64 b2");
    for (result_row& row : rows) row.suite = "small";
    const std::string text = overview_tables({file, file_of(rows, "small.jsonl"), file_of({rows[0]}, "alone.jsonl")});
    BOOST_TEST(text ==
               "## Some GPU, driver 7\n\n"
               "| suite | plans | cases | VkFFT OpenCL | clFFT | cuFFT | VkFFT CUDA | FFTW3 | worst case | commit | "
               "command |\n"
               "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- | --- |\n"
               "| [pow2](results/gpu/pow2.jsonl) | estimate | 1 | 1.20 | 4.00 | 0.800 | 1.60 | 10.0 | "
               "0.800: c2c f32 512x512 | 0123 | `stockham-bench run pow2` |\n"
               "| [small](small.jsonl) |  | 1 | 1.20 | 4.00 | 0.800 | 1.60 | 10.0 | "
               "0.800: c2c f32 64 b2 |  |  |\n");
    BOOST_TEST(tests::refusal([&] { overview_tables({file_of({rows[0]})}); }) == "no suite has a rival's result");
}

BOOST_AUTO_TEST_CASE(compare_prints_the_means_of_both_files) {
    auto after = both_sides();
    row_of(after, "stockham").time_us = timing{50, 49.5, 50.5};
    const auto result = compare_results(file_of(both_sides(), "old"), file_of(after, "new"), {});
    BOOST_REQUIRE_EQUAL(result.best_rivals.size(), 2);
    BOOST_TEST(result.best_rivals[0].before == 1.2, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(result.best_rivals[0].after == 2.4, boost::test_tools::tolerance(1e-12));
    const std::string text = comparison_text(result);
    BOOST_TEST(contains(text, "best rival of each case, same API (OpenCL): time over stockham's 1.20 in OLD, 2.40 in "
                              "NEW (geometric means of 1 case)\n"));
    BOOST_TEST(contains(text, "best rival of each case, other API (CUDA): time over stockham's 0.800 in OLD, 1.60 in "
                              "NEW (geometric means of 1 case)\n"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace bench::report
