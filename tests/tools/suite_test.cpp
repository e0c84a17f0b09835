// Suites of problems: what their lines mean, and that ours can be read.
#include <fstream>

#include <stockham/stockham.hpp>

#include "problem_text.hpp"
#include "suite.hpp"
#include "support.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

std::string names(const std::vector<suite_problem>& problems) {
    std::string text;
    for (const auto& p : problems) text += (text.empty() ? "" : "; ") + to_string(p.what);
    return text;
}

std::string names_in(const std::string& text) {
    std::istringstream lines(text);
    return names(read_suite(lines, "test"));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(suites)

BOOST_AUTO_TEST_CASE(problem_lines_are_read_and_others_passed_over) {
    BOOST_TEST(names_in("# c2c f32 2\ntitle: 4 by 4\nalso: x\n\n  c2c f64 64 b3  # three\r\n\tamplitude: 0.5\n"
                        "  stated: a | b | 1 us\n16x16 in") == "c2c f64 64 b3; c2c f32 16x16 in");
    BOOST_TEST(names_in("r2c f32 8x8\nc2r 16 b2\n") == "r2c f32 8x8; c2r f32 16 b2");
}

BOOST_AUTO_TEST_CASE(both_placements_double_what_says_neither) {
    const std::string lines = "c2c f32 8\nc2c f32 16 in\nc2c f32 32 out\n";
    const std::string doubled = "c2c f32 8; c2c f32 8 in; c2c f32 16 in; c2c f32 32";
    BOOST_TEST(names_in("placement: both\n" + lines) == doubled);
    BOOST_TEST(names_in(lines + "placement: both\n") == doubled);
    BOOST_TEST(names_in("placement: out\n" + lines) == "c2c f32 8; c2c f32 16 in; c2c f32 32");
}

BOOST_AUTO_TEST_CASE(errors_name_the_suite_and_the_line) {
    expect_job_error([] { names_in("title: x\n\nc2c f32 8y\n"); }, "suite test, line 3: ");
    expect_job_error([] { names_in("# nothing\n"); }, "suite test has no problems");
    expect_job_error([] { load_suite("missing.txt"); }, "missing.txt: No such file or directory");
    expect_job_error([] { load_suite("no-such-suite"); }, "'no-such-suite' is no suite");
}

BOOST_AUTO_TEST_CASE(no_problem_is_there_twice) {
    const scratch_folder folder;
    std::ofstream(folder / "mine.txt") << "8\n8 inv\n8 scale=2\n16\n";
    BOOST_TEST(names(problems_of({"16", folder / "mine.txt", "c2c f32 16 in"})) ==
               "c2c f32 16; c2c f32 8; c2c f32 16 in");
    BOOST_CHECK_THROW(problems_of({"8 b"}), stockham::argument_error);
}

BOOST_AUTO_TEST_CASE(a_folder_of_the_environment_comes_first) {
    const scratch_folder folder;
    std::ofstream(folder / "pow2.txt") << "c2c f32 8 b3\n";
    ::setenv("STOCKHAM_BENCH_SUITES", (folder / "").c_str(), 1);
    const std::string found = names(load_suite("pow2"));
    ::unsetenv("STOCKHAM_BENCH_SUITES");
    BOOST_TEST(found == "c2c f32 8 b3");
}

BOOST_AUTO_TEST_CASE(all_of_ours_are_found_and_read) {
    for (const auto& file : std::filesystem::directory_iterator(STOCKHAM_SUITES))
        if (file.path().extension() == ".txt") BOOST_TEST(!load_suite(file.path().string()).empty());
}

BOOST_AUTO_TEST_CASE(wisdom_knows_problems_without_direction_and_scale) {
    BOOST_TEST(wisdom_problem(parse_problem({"f64", "8", "in", "inv", "scale=0.5"})) == "c2c f64 8 in");
}

BOOST_AUTO_TEST_SUITE_END()
