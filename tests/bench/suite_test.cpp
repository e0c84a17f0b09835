// Problems and cases: what the harness measures, and what it refuses.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <utility>

#include <boost/test/unit_test.hpp>

#include <stockham/error.hpp>
#include <unistd.h>

#include "cases.hpp"
#include "run.hpp"
#include "support/folders.hpp"

using namespace bench;

BOOST_AUTO_TEST_CASE(a_problem_has_the_numbers_its_rows_need) {
    const auto p = parse_problem("c2c f32 1024x1024 b8 in");
    BOOST_TEST(p.name() == "c2c f32 1024x1024 b8");
    BOOST_TEST(p.placement() == "in");
    BOOST_TEST(p.points() == 8U << 20);
    BOOST_TEST(p.traffic() == 128U << 20);
}

BOOST_AUTO_TEST_CASE(a_real_problem_reads_and_writes_half_as_much) {
    const auto out = parse_problem("r2c f64 7x6 b3"), in = parse_problem("r2c f64 7x6 b3 in");
    BOOST_TEST(out.input_bytes() == 3U * 7 * 6 * 8);
    BOOST_TEST(out.output_bytes() == 3U * 7 * 4 * 16);
    BOOST_TEST(out.traffic() == out.input_bytes() + out.output_bytes());
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

// A case is measured once, with the plans of all its mentions.
BOOST_AUTO_TEST_CASE(a_case_that_is_mentioned_again) {
    const auto file = std::filesystem::temp_directory_path() / ("again" + std::to_string(getpid()) + ".txt");
    const auto cases = [&](const std::string& second) {
        std::ofstream(file) << "c2c f32 16\n  stated: paper 9 | time | 3 ms\n  plan: a | 16 : 0.0\nc2c f32 8\n\n"
                            << "c2c f32 16\n  stated: paper 9 | rate | 4 GB/s\n"
                            << second;
        const auto all = cases_of({file.string()}, "");
        std::filesystem::remove(file);
        return all;
    };
    const auto all = cases("  plan: a | 16 : 0.0\n  plan: b | 16 : 0.0 chain=4.4\n");
    BOOST_REQUIRE(all.size() == 2U);
    BOOST_REQUIRE(all[0].plans.size() == 2U);
    BOOST_TEST(all[0].plans[1].name == "b");
    BOOST_TEST(all[1].plans.empty());
    BOOST_CHECK_THROW(cases("  plan: a | 16 : 0.0 chain=4.4\n"), harness::suite_error);
}

BOOST_AUTO_TEST_CASE(every_case_of_the_suites_can_be_measured) {
    for (const auto& file : std::filesystem::directory_iterator(source_folder() + "/benchmarks/suites"))
        BOOST_TEST_CONTEXT(file.path()) BOOST_TEST(!cases_of({file.path().string()}, "").empty());
}

BOOST_AUTO_TEST_CASE(a_line_that_cannot_be_measured_is_named) {
    const auto file = std::filesystem::temp_directory_path() / ("line" + std::to_string(getpid()) + ".txt");
    std::ofstream(file) << "c2c f32 16\ndct2 f32 16\n";
    BOOST_CHECK_EXCEPTION(cases_of({file.string()}, ""), harness::suite_error, [](const harness::suite_error& e) {
        return std::string(e.what()).find(", line 2: ") != std::string::npos;
    });
    std::filesystem::remove(file);
}

BOOST_AUTO_TEST_CASE(shards_share_the_cases_without_rest) {
    std::size_t all = 0;
    for (unsigned i = 1; i <= 3; ++i) {
        run_options o;
        o.what = {"c2c f32 4", "c2c f32 8", "c2c f32 16", "c2c f32 32", "c2c f32 4"};
        o.placement = "both";
        o.part = parse_shard(std::to_string(i) + "/3");
        std::vector<std::string> also;
        all += expand_cases(o, also).size();
    }
    BOOST_TEST(all == 8U);
    for (const char* text : {"0/2", "3/2", "1", "1/2x", "a/b"})
        BOOST_CHECK_THROW(parse_shard(text), stockham::argument_error);
}

// Compilers beside a measurement delay launches: a case of a few microseconds needs the device alone.
BOOST_AUTO_TEST_CASE(short_cases_do_not_suit_turns) {
    const auto gpu = stockham::named_description("h200"), cpu = stockham::named_description("cpu");
    for (const char* text : {"c2c f32 256x256", "c2c f32 64 b64", "r2c f64 4096"})
        BOOST_TEST(!suits_turns(parse_problem(text), gpu), text);
    for (const char* text : {"c2c f32 1024 b8192", "r2c f64 256x256 b512"})
        BOOST_TEST(suits_turns(parse_problem(text), gpu), text);
    BOOST_TEST(suits_turns(parse_problem("c2c f32 256x256"), cpu));
}
