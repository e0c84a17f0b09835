// Problems and suites: what is read, and what is refused.
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include <boost/test/unit_test.hpp>

#include <stockham/error.hpp>
#include <stockham/plan.hpp>
#include <unistd.h>

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

BOOST_AUTO_TEST_CASE(a_real_problem_reads_and_writes_half_as_much) {
    const auto out = parse_problem("r2c f64 7x6 b3"), in = parse_problem("r2c f64 7x6 b3 in");
    BOOST_TEST(out.input_bytes() == 3U * 7 * 6 * 8);
    BOOST_TEST(out.output_bytes() == 3U * 7 * 4 * 16);
    BOOST_TEST(out.traffic() == out.input_bytes() + out.output_bytes());
    BOOST_TEST(out.flops() == 2.5 * (3 * 42) * std::log2(42.0));
    BOOST_TEST(in.input_bytes() == in.output_bytes());
    BOOST_TEST(in.bytes() == out.output_bytes());
    BOOST_TEST(in.traffic() == out.traffic());
    BOOST_TEST(in.input().at(6) == 8U);
    const auto back = parse_problem("c2r f32 5x7");
    BOOST_TEST(back.name() == "c2r f32 5x7");
    BOOST_TEST(back.input_bytes() == 5U * 4 * 8);
    BOOST_TEST(back.output_bytes() == 5U * 7 * 4);
}

BOOST_AUTO_TEST_CASE(what_the_harness_cannot_race_is_refused) {
    const std::pair<const char*, const char*> refused[] = {
        {"c2c f32 0", "a length of 0"},          {"c2c f32 4 b0", "a batch of 0"},
        {"c2c f32 2x2x2x2", "more than 3 axes"}, {"c2c f32 8 is=2", "strides"},
        {"c2c f32 8 scale=2", "scales"},         {"c2c f16 8", "f16"},
        {"dct2 f32 8", "only c2c, r2c and c2r"}, {"dst1 f64 8", "only c2c, r2c and c2r"},
        {"c2c f32 8 if=planar", "planar"},       {"r2c f32 8 of=planar", "planar"},
        {"r2c f32 8 nonzero=4", "zero-padded"},  {"r2c f32 8 spectrum=full", "full spectra"},
        {"r2c f32 8 inv", "r2c is forward"},     {"c2c f32", ""},
        {"c2c f64 9000000000x9000000000", ""}};
    for (const auto& [text, why] : refused)
        BOOST_CHECK_EXCEPTION(parse_problem(text), stockham::argument_error,
                              [why = why](const stockham::argument_error& e) {
                                  return std::string(e.what()).find(why) != std::string::npos;
                              });
}

BOOST_AUTO_TEST_CASE(problems_and_suites_are_told_apart) {
    for (const char* word : {"images", "real", "pow2", "mine.txt"}) BOOST_TEST(looks_like_suite(word));
    for (const char* word : {"c2c f32 8", "r2c", "c2r f64 8x8"}) BOOST_TEST(!looks_like_suite(word));
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

// A case is measured once, by all plans that any mention of it demands.
BOOST_AUTO_TEST_CASE(a_case_that_is_mentioned_again) {
    const auto file = std::filesystem::temp_directory_path() / ("again" + std::to_string(getpid()) + ".txt");
    const auto cases = [&](const std::string& second) {
        std::ofstream(file) << "c2c f32 16\n  stated: paper 9 | time | 3 ms\n  plan: a | 16 : 0.0\nc2c f32 8\n\n"
                            << "c2c f32 16\n  stated: paper 9 | rate | 4 GB/s\n"
                            << second;
        std::vector<std::string> also;
        const auto all = cases_of({file.string()}, "", also);
        std::filesystem::remove(file);
        return all;
    };
    const auto all = cases("  plan: a | 16 : 0.0\n  plan: b | 16 : 0.0 chain=4.4\n");
    BOOST_REQUIRE(all.size() == 2U);
    BOOST_REQUIRE(all[0].plans.size() == 2U);
    BOOST_TEST(all[0].plans[1].name == "b");
    BOOST_TEST(all[0].stated.size() == 2U);
    BOOST_TEST(all[1].plans.empty());
    BOOST_CHECK_THROW(cases("  plan: a | 16 : 0.0 chain=4.4\n"), stockham::argument_error);
}

BOOST_AUTO_TEST_CASE(a_suite_may_demand_plans) {
    std::istringstream text("title: plans\nplan: of all | algorithm=five_step\nc2c f32 16x16x16\n  plan: mine | 16 x "
                            "16 x 16 : 2.0 ; 0.0+1.0 | rough\n"
                            "c2c f32 8x8x8\n\nc2c f32 100\n");
    const auto s = read_suite(text, "try");
    BOOST_REQUIRE(s.cases.size() == 3U);
    BOOST_REQUIRE(s.cases[0].plans.size() == 2U);
    BOOST_TEST(s.cases[0].plans[0].demanded == "algorithm=five_step");
    BOOST_TEST(!s.cases[0].plans[0].rough);
    BOOST_TEST(s.cases[0].plans[1].name == "mine");
    BOOST_TEST(s.cases[0].plans[1].demanded == "16 x 16 x 16 : 2.0 ; 0.0+1.0");
    BOOST_TEST(s.cases[0].plans[1].rough);
    BOOST_TEST(s.cases[1].plans.size() == 1U);
    BOOST_TEST(s.cases[2].plans.empty());
    for (const char* line : {"plan: nameless", "plan: | 8 : 0.0", "plan: a |", "plan: a | 8 : 0.0 | precise"}) {
        std::istringstream bad(std::string("c2c f32 8\n  ") + line + "\n");
        BOOST_CHECK_THROW(read_suite(bad, "try"), stockham::argument_error);
    }
}

// On the card that the suites are measured on.
BOOST_AUTO_TEST_CASE(every_plan_that_a_suite_demands_can_be_made) {
    const auto device = stockham::named_description("h200");
    std::size_t plans = 0;
    for (const auto& file : std::filesystem::directory_iterator(STOCKHAM_BENCH_SUITE_FOLDER)) {
        std::ifstream in(file.path());
        for (const auto& c : read_suite(in, file.path().stem().string()).cases)
            for (const auto& own : c.plans)
                BOOST_TEST_CONTEXT(file.path() << ": " << c.what.name() << ": " << own.name) {
                    BOOST_CHECK_NO_THROW(plan_text(own.applied_to(c.what.transform), device, own.writing()));
                    ++plans;
                }
    }
    BOOST_TEST(plans > 20U);
}

BOOST_AUTO_TEST_CASE(a_bad_line_is_named) {
    std::istringstream text("c2c f32 16\nc2c f31 16\n");
    BOOST_CHECK_EXCEPTION(read_suite(text, "try"), stockham::argument_error, [](const stockham::argument_error& e) {
        return std::string(e.what()).find("suite try, line 2") != std::string::npos;
    });
}

BOOST_AUTO_TEST_CASE(what_is_no_regular_file_is_no_suite) {
    const auto link = std::filesystem::temp_directory_path() / ("stockham-" + std::to_string(getpid()) + ".txt");
    std::filesystem::create_symlink("/dev/null", link);
    BOOST_CHECK_EXCEPTION(load_suite(link.string()), stockham::argument_error, [](const stockham::argument_error& e) {
        return std::string(e.what()).find("not a regular file") != std::string::npos;
    });
    std::filesystem::remove(link);
    setenv("STOCKHAM_BENCH_SUITES", "/nonexistent", 1);
    BOOST_CHECK_EXCEPTION(load_suite("pow2"), stockham::argument_error, [](const stockham::argument_error& e) {
        return std::string(e.what()).find("'/nonexistent' (STOCKHAM_BENCH_SUITES)") != std::string::npos;
    });
    unsetenv("STOCKHAM_BENCH_SUITES");
}

BOOST_AUTO_TEST_CASE(every_suite_can_be_read) {
    int files = 0;
    for (const auto& file : std::filesystem::directory_iterator(STOCKHAM_BENCH_SUITE_FOLDER)) {
        std::ifstream in(file.path());
        BOOST_TEST_CONTEXT(file.path()) BOOST_TEST(!read_suite(in, file.path().stem().string()).title.empty());
        ++files;
    }
    BOOST_TEST(files == 13);
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
