// The report is well-formed, self-contained, and harmless for any contents of the files; and the README's table.
#include <algorithm>

#include <boost/test/unit_test.hpp>

#include <fmt/format.h>

#include "comparison.hpp"
#include "markdown.hpp"
#include "page.hpp"
#include "summary.hpp"
#include "support.hpp"
#include "tags.hpp"

namespace bench::report {

using tests::contains;
using tests::failed_row;
using tests::file_of;
using tests::imbalance;
using tests::one_case;
using tests::tag;
using tests::tags_of;
using tests::timed_row;

namespace {

constexpr char hostile[] = "<script>alert(1)</script> & \"quotes\" 'and' </table> <img src=http://x.example/y> \x01";

// All kinds of cases: families by size, by batch and in rows; failures; quoted figures; and hostile text.
std::vector<result_row> every_kind_of_row() {
    std::vector<result_row> rows;
    for (const char* lengths : {"64", "256", "1024", "64x64", "128x128", "1080x1920", "32x32x32", "1009", "0", "64x"})
        for (const char* precision : {"f32", "f64"})
            for (result_row& row : one_case(200, 100, 220, 400, fmt::format("c2c {} {} b8", precision, lengths)))
                rows.push_back(row);
    for (const char* batch : {"b1", "b16", "b100", "b4096", "b2"})
        for (result_row& row : one_case(200, 100, 220, 400, fmt::format("c2c f32 16x16 {} inv", batch)))
            rows.push_back(row);
    for (const char* batch : {"b0", "b16", "b256"})
        for (result_row& row : one_case(200, 100, 220, 400, fmt::format("c2c f64 512 {} inv", batch)))
            rows.push_back(row);
    rows.push_back(failed_row("vkfft-cuda", rows[0].problem, row_status::missing, hostile));
    rows.push_back(failed_row("clfft", rows[0].problem, row_status::wrong, hostile));
    rows.push_back(timed_row(hostile, rows[0].problem, 1e-300));
    result_row strange = timed_row("stockham", hostile, 1e300);
    strange.suite = strange.version = strange.host = strange.driver = strange.platform = strange.date = hostile;
    strange.error.l2 = 0;
    strange.copy_share = 1e-12;
    strange.stated.push_back({hostile, hostile, 1.5, hostile});
    rows.push_back(strange);
    return rows;
}

std::string page_of(const std::vector<result_row>& rows) {
    return report_page(group_by_device({file_of(rows)}), {hostile});
}

std::string markdown_of(const std::vector<result_row>& rows, const std::vector<std::string>& chosen) {
    return markdown_tables(group_by_device({file_of(rows)}), chosen);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(report)

BOOST_AUTO_TEST_CASE(the_page_is_well_formed) {
    BOOST_TEST(imbalance("<p><b></p></b>") == "</p> closes b");
    BOOST_TEST(imbalance("<p>a < b</p>") != "");
    BOOST_TEST(imbalance(page_of(every_kind_of_row())) == "");
    BOOST_TEST(imbalance(page_of({timed_row("stockham", "c2c f32 64", 3)})) == "");
    BOOST_TEST(imbalance(page_of({failed_row("clfft", "c2c f32 64", row_status::missing, "")})) == "");
}

BOOST_AUTO_TEST_CASE(the_page_is_self_contained) {
    const std::string html = page_of(every_kind_of_row());
    for (const char* loads : {"<script", "<link", "<img", "<iframe", "<object", "@import", "url("})
        BOOST_TEST(!contains(html, loads), loads);
    std::vector<std::string> ids;
    std::vector<std::string> links;
    for (const tag& t : tags_of(html)) {
        for (const auto& [name, value] : t.attributes) {
            BOOST_TEST(name.compare(0, 2, "on") != 0, name);
            for (const char* loads : {"src", "srcset", "style", "data", "action"}) BOOST_TEST(name != loads);
            if (name == "id") ids.push_back(value);
            if (name == "href") links.push_back(value);
        }
    }
    std::sort(ids.begin(), ids.end());
    BOOST_TEST((std::adjacent_find(ids.begin(), ids.end()) == ids.end()), "an id is there twice");
    BOOST_TEST(!links.empty());
    for (const std::string& link : links)
        BOOST_TEST((link.at(0) == '#' && std::binary_search(ids.begin(), ids.end(), link.substr(1))), link);
}

BOOST_AUTO_TEST_CASE(text_of_files_is_escaped) {
    const std::string html = page_of(every_kind_of_row());
    BOOST_TEST(contains(html, "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quotes&quot; &#39;and&#39;"));
    BOOST_TEST(!contains(html, "alert(1)</script>"));
    BOOST_TEST(!contains(html, "\x01"));
}

BOOST_AUTO_TEST_CASE(coordinates_are_numbers) {
    for (const tag& t : tags_of(page_of(every_kind_of_row()))) {
        for (const auto& [name, value] : t.attributes) {
            if (name != "d" && name != "x" && name != "y" && name != "viewBox") continue;
            BOOST_TEST(value.find_first_not_of("MLHVAamhvlzZ0123456789.- ") == std::string::npos, value);
            BOOST_TEST(!contains(value, "e"));
        }
    }
}

// Odd lengths are rows with labels if they are few, else places on an axis.
BOOST_AUTO_TEST_CASE(many_odd_lengths_share_an_axis) {
    for (const int count : {15, 16}) {
        std::vector<result_row> rows;
        for (int k = 0; k < count; ++k)
            for (auto& row : one_case(200, 100, 220, 400, "c2c f32 " + std::to_string(101 + 1000 * k) + " b8"))
                rows.push_back(row);
        const bool on_axis = contains(page_of(rows), "<b>Time over copy</b> against length");
        BOOST_TEST(on_axis == (count == 16), count << " lengths");
    }
}

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
    BOOST_TEST(sides[0].best.ahead == 1);
}

BOOST_AUTO_TEST_CASE(the_readme_table_has_the_chosen_cases) {
    auto rows = one_case(200, 100, 220, 2400);
    rows.push_back(failed_row("fftw3", rows[0].problem, row_status::missing, "no library"));
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
