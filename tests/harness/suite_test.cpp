// Suites: the meaning of their lines, where they are found, and the suites of this repository.
#include "tools/harness/suite.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include <boost/test/unit_test.hpp>
#include <stockham/error.hpp>
#include <stockham/plan.hpp>
#include <unistd.h>

using namespace stockham::harness;

namespace {

namespace fs = std::filesystem;

std::string names(const std::vector<suite_case>& cases) {
    std::string text;
    for (const auto& c : cases) text += (text.empty() ? "" : "; ") + to_string(c.what);
    return text;
}

suite read_text(const std::string& text) {
    std::istringstream lines(text);
    return read_suite(lines, "try");
}

/// A suite file that exists as long as the object.
class suite_file {
  public:
    explicit suite_file(const std::string& text, const std::string& name = "mine")
        : folder_(fs::temp_directory_path() / ("stockham-suite-test-" + std::to_string(::getpid()))) {
        fs::create_directories(folder_);
        std::ofstream(folder_ / (name + ".txt")) << text;
        path_ = (folder_ / (name + ".txt")).string();
    }
    ~suite_file() {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
    suite_file(const suite_file&) = delete;
    suite_file& operator=(const suite_file&) = delete;
    const std::string& path() const { return path_; }
    std::string folder() const { return folder_.string(); }

  private:
    fs::path folder_;
    std::string path_;
};

/// Selects another folder of suites for its lifetime.
class named_folder {
  public:
    explicit named_folder(const std::string& path) { ::setenv("STOCKHAM_BENCH_SUITES", path.c_str(), 1); }
    ~named_folder() { ::unsetenv("STOCKHAM_BENCH_SUITES"); }
};

void expect_error(const std::function<void()>& action, const std::string& part) {
    BOOST_CHECK_EXCEPTION(action(), suite_error, [&](const suite_error& e) {
        const bool found = std::string(e.what()).find(part) != std::string::npos;
        if (!found) BOOST_TEST_MESSAGE("'" << e.what() << "' does not say '" << part << "'");
        return found;
    });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(suites)

BOOST_AUTO_TEST_CASE(problem_lines_are_read_as_people_type_them) {
    BOOST_TEST(names(read_text("# c2c f32 2\ntitle: 4 by 4\nalso: x\n\n  c2c f64 64 b3  # three\r\n\tamplitude: 0.5\n"
                               "16x16 in\nr2c f32 8x8\nc2r 16 b2\n")
                         .cases) == "c2c f64 64 b3; c2c f32 16x16 in; r2c f32 8x8; c2r f32 16 b2");
}

BOOST_AUTO_TEST_CASE(a_suite_holds_cases_and_stated_figures) {
    const auto s = read_text("# a comment\ntitle: two words\nplacement: both\namplitude: 0.5\n"
                             "stated: paper 9, text | of all | 2.5 times\nc2c f32 16\n"
                             "  stated: paper 9, table 1 | time | 3 ms\nc2c f64 8x8 b4 in\n\nc2c f32 100\n");
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

BOOST_AUTO_TEST_CASE(a_suite_may_demand_plans) {
    const auto s = read_text("title: plans\nplan: of all | algorithm=five_step\nc2c f32 16x16x16\n  plan: mine | 16 x "
                             "16 x 16 : 2.0 ; 0.0+1.0 | rough\nc2c f32 8x8x8\n\nc2c f32 100\n");
    BOOST_REQUIRE(s.cases.size() == 3U);
    BOOST_REQUIRE(s.cases[0].plans.size() == 2U);
    BOOST_TEST(s.cases[0].plans[0].demanded == "algorithm=five_step");
    BOOST_TEST(!s.cases[0].plans[0].rough);
    BOOST_TEST(s.cases[0].plans[1].name == "mine");
    BOOST_TEST(s.cases[0].plans[1].demanded == "16 x 16 x 16 : 2.0 ; 0.0+1.0");
    BOOST_TEST(s.cases[0].plans[1].rough);
    BOOST_TEST(s.cases[1].plans.size() == 1U);
    BOOST_TEST(s.cases[2].plans.empty());
    for (const char* line : {"plan: nameless", "plan: | 8 : 0.0", "plan: a |", "plan: a | 8 : 0.0 | precise"})
        expect_error([&] { read_text(std::string("c2c f32 8\n  ") + line + "\n"); }, "suite try, line 2: ");
}

BOOST_AUTO_TEST_CASE(both_placements_double_what_says_neither) {
    const std::string lines = "c2c f32 8\nc2c f32 16 in\nc2c f32 32 out\n";
    const std::string doubled = "c2c f32 8; c2c f32 8 in; c2c f32 16 in; c2c f32 32";
    const auto placed = [](const std::string& text, const char* wanted) {
        const suite_file file(text);
        return names(cases_of({file.path()}, wanted));
    };
    BOOST_TEST(placed("placement: both\n" + lines, "") == doubled);
    BOOST_TEST(placed(lines + "placement: both\n", "") == doubled);
    BOOST_TEST(placed("placement: out\n" + lines, "") == "c2c f32 8; c2c f32 16 in; c2c f32 32");
    BOOST_TEST(placed(lines, "in") == "c2c f32 8 in; c2c f32 16 in; c2c f32 32 in");
    BOOST_TEST(placed("8\n", "both") == "c2c f32 8; c2c f32 8 in");
}

BOOST_AUTO_TEST_CASE(errors_name_the_suite_and_the_line) {
    expect_error([] { read_text("title: x\n\nc2c f32 8y\n"); }, "suite try, line 3: ");
    expect_error([] { read_text("c2c f32 16\nc2c f31 16\n"); }, "suite try, line 2: ");
    expect_error([] { read_text("8\namplitude: -1\n"); }, "suite try, line 2: cannot read 'amplitude: -1'");
    expect_error([] { read_text("# nothing\n"); }, "suite try has no problems");
    expect_error([] { load_suite("missing.txt"); }, "missing.txt: No such file or directory");
    expect_error([] { load_suite("no-such-suite"); }, "'no-such-suite' is not a suite");
    BOOST_CHECK_THROW(cases_of({"8 b"}), stockham::argument_error);
}

BOOST_AUTO_TEST_CASE(what_wisdom_does_not_tell_apart_is_there_once) {
    const suite_file file("8\n8 inv\n8 scale=2\n16\n");
    BOOST_TEST(names(distinct_cases_of({"16", file.path(), "c2c f32 16 in"})) ==
               "c2c f32 16; c2c f32 8; c2c f32 16 in");
}

BOOST_AUTO_TEST_CASE(a_folder_of_the_environment_comes_first) {
    const suite_file file("c2c f32 8 b3\n", "pow2");
    const named_folder here(file.folder());
    BOOST_TEST(names(load_suite("pow2").cases) == "c2c f32 8 b3");
}

BOOST_AUTO_TEST_CASE(a_folder_of_the_environment_that_is_none_is_said) {
    const named_folder nowhere("/nonexistent");
    expect_error([] { load_suite("pow2"); }, "STOCKHAM_BENCH_SUITES names '/nonexistent', which is not a folder");
}

BOOST_AUTO_TEST_CASE(what_is_no_regular_file_is_no_suite) {
    const suite_file file("8\n");
    const auto link = file.folder() + "/null.txt";
    fs::create_symlink("/dev/null", link);
    expect_error([&] { load_suite(link); }, "not a regular file");
}

BOOST_AUTO_TEST_CASE(all_of_ours_have_a_title) {
    int files = 0;
    for (const auto& file : fs::directory_iterator(STOCKHAM_SUITES)) {
        BOOST_TEST_CONTEXT(file.path()) BOOST_TEST(!load_suite(file.path().string()).title.empty());
        ++files;
    }
    BOOST_TEST(files == 15);
}

// On the card that the suites are measured on.
BOOST_AUTO_TEST_CASE(every_plan_that_a_suite_demands_can_be_made) {
    const auto device = stockham::named_description("h200");
    std::size_t plans = 0;
    for (const auto& file : fs::directory_iterator(STOCKHAM_SUITES))
        for (const auto& c : load_suite(file.path().string()).cases)
            for (const auto& own : c.plans)
                BOOST_TEST_CONTEXT(file.path() << ": " << to_string(c.what) << ": " << own.name) {
                    BOOST_CHECK_NO_THROW(plan_text(own.applied_to(c.what), device, own.plan_string()));
                    ++plans;
                }
    BOOST_TEST(plans > 20U);
}

BOOST_AUTO_TEST_SUITE_END()
