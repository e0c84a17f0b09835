// Problem strings as people type them, and the text of a progress bar.
#include "tools/harness/problem_text.hpp"

#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tools/harness/progress.hpp"

using namespace stockham::harness;

BOOST_AUTO_TEST_SUITE(texts)

BOOST_AUTO_TEST_CASE(problems_may_leave_out_the_obvious) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
        {{"64"}, "c2c f32 64"},           {{"f64", "8x8"}, "c2c f64 8x8"},
        {{"r2c 12 b3"}, "r2c f32 12 b3"}, {{"dct2", "f64 9"}, "dct2 f64 9"},
        {{"f16 16"}, "c2c f16 16"},       {{"c2r 12"}, "c2r f32 12"},
    };
    for (const auto& [words, problem] : cases) {
        BOOST_TEST(to_string(parse_problem(words)) == problem);
        BOOST_TEST(wisdom_problem(parse_problem(words)) == problem);
    }
}

BOOST_AUTO_TEST_CASE(wisdom_knows_problems_without_direction_and_scale) {
    BOOST_TEST(wisdom_problem(parse_problem({"8 inv scale=2"})) == "c2c f32 8");
    BOOST_TEST(wisdom_problem(parse_problem({"f64", "8", "in", "inv", "scale=0.5"})) == "c2c f64 8 in");
}

BOOST_AUTO_TEST_CASE(problems_and_names_of_suites_are_told_apart) {
    for (const char* word : {"images", "real", "pow2", "mine.txt", "paper-000"}) BOOST_TEST(!is_problem(word), word);
    for (const char* word : {"c2c f32 8", "r2c", "c2r f64 8x8", "64", "1024x1024 b8", ""})
        BOOST_TEST(is_problem(word), word);
}

BOOST_AUTO_TEST_CASE(progress_says_share_rate_and_time_left) {
    const std::string half = progress_text(50000000, 100000000, 2);
    BOOST_TEST(half.find("50 %") != std::string::npos);
    BOOST_TEST(half.find("25.0 MB/s") != std::string::npos);
    BOOST_TEST(half.find("0:02 left") != std::string::npos);
    BOOST_TEST(progress_text(0, 100, 0).find("left") == std::string::npos);
    BOOST_TEST(progress_text(1, 7201, 1).find("2:00:00 left") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
