// Problems and suites: what is read, and what is refused.
#include <filesystem>
#include <fstream>
#include <sstream>

#include <boost/test/unit_test.hpp>
#include <stockham/error.hpp>

#include "run.hpp"
#include "suite.hpp"

using namespace bench;

BOOST_AUTO_TEST_CASE(a_problem_has_the_numbers_its_rows_need) {
    const auto p = parse_problem("c2c f32 1024x1024 b8 in");
    BOOST_TEST(p.name() == "c2c f32 1024x1024 b8");
    BOOST_TEST(p.placement() == "in");
    BOOST_TEST(p.points() == 8U << 20);
    BOOST_TEST(p.traffic() == 128U << 20);
    BOOST_TEST(p.flops() == 5.0 * (8U << 20) * 20);
}

BOOST_AUTO_TEST_CASE(what_the_harness_cannot_race_is_refused) {
    for (const char* text : {"c2c f32 0", "c2c f32 4 b0", "c2c f32 2x2x2x2", "c2c f32 8 is=2", "c2c f32 8 scale=2",
                             "r2c f32 8", "c2c f32", "c2c f64 9000000000x9000000000"})
        BOOST_CHECK_THROW(parse_problem(text), stockham::argument_error);
}

BOOST_AUTO_TEST_CASE(a_suite_holds_cases_and_stated_figures) {
    std::istringstream text(
        "# a comment\ntitle: two words\nplacement: both\namplitude: 0.5\n"
        "stated: paper 9, text | of all | 2.5 times\nc2c f32 16\n  stated: paper 9, table 1 | time | 3 ms\n"
        "c2c f64 8x8 b4 in\n\nc2c f32 100\n");
    const auto s = read_suite(text, "try");
    BOOST_TEST(s.title == "two words");
    BOOST_TEST(s.both_placements);
    BOOST_REQUIRE(s.cases.size() == 3U);
    BOOST_REQUIRE(s.cases[0].stated.size() == 2U);
    BOOST_TEST(s.cases[0].stated[1].what == "time");
    BOOST_TEST(s.cases[0].stated[1].value == 3.0);
    BOOST_TEST(s.cases[0].stated[1].unit == "ms");
    BOOST_TEST(s.cases[1].stated.size() == 1U);
    BOOST_TEST(s.cases[1].placement_given);
    BOOST_TEST(s.cases[2].stated.empty());
    BOOST_TEST(s.cases[2].amplitude == 0.5);
}

BOOST_AUTO_TEST_CASE(a_bad_line_is_named) {
    std::istringstream text("c2c f32 16\nc2c f31 16\n");
    BOOST_CHECK_EXCEPTION(read_suite(text, "try"), stockham::argument_error, [](const stockham::argument_error& e) {
        return std::string(e.what()).find("suite try, line 2") != std::string::npos;
    });
}

BOOST_AUTO_TEST_CASE(every_suite_can_be_read) {
    int files = 0;
    for (const auto& file : std::filesystem::directory_iterator(STOCKHAM_BENCH_SUITE_FOLDER)) {
        std::ifstream in(file.path());
        BOOST_TEST_CONTEXT(file.path()) BOOST_TEST(!read_suite(in, file.path().stem().string()).title.empty());
        ++files;
    }
    BOOST_TEST(files == 10);
}

BOOST_AUTO_TEST_CASE(shards_share_the_cases_without_rest) {
    std::size_t all = 0;
    for (unsigned i = 1; i <= 3; ++i) {
        run_options o;
        o.what = {"c2c f32 4", "c2c f32 8", "c2c f32 16", "c2c f32 32", "c2c f32 4"};
        o.placement = "both";
        parse_shard(std::to_string(i) + "/3", o);
        std::vector<std::string> also;
        all += expand_cases(o, also).size();
    }
    BOOST_TEST(all == 8U);
    run_options o;
    for (const char* text : {"0/2", "3/2", "1", "1/2x", "a/b"})
        BOOST_CHECK_THROW(parse_shard(text, o), stockham::argument_error);
}
