// The commands as a user runs them: exit codes.
#include "report.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <boost/test/unit_test.hpp>

#include "results.hpp"
#include "row_text.hpp"
#include "support.hpp"

namespace bench::report {

namespace {

namespace fs = std::filesystem;

// A temporary folder, removed by the destructor.
class scratch {
  public:
    scratch() : folder_(fs::temp_directory_path() / "bench-report-XXXXXX") {
        std::string name = folder_.string();
        BOOST_REQUIRE(mkdtemp(name.data()) != nullptr);
        folder_ = name;
    }
    ~scratch() {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
    scratch(const scratch&) = delete;
    scratch& operator=(const scratch&) = delete;

    std::string path(const std::string& name) const { return (folder_ / name).string(); }

    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(path(name), std::ios::binary) << text;
        return path(name);
    }

    std::string write(const std::string& name, const std::vector<result_row>& rows) const {
        std::string text;
        for (const result_row& row : rows) text += tests::row_text(row);
        return write(name, text);
    }

  private:
    fs::path folder_;
};

// Runs `stockham-bench WORDS...`.
int run(const std::vector<std::string>& words) {
    CLI::App app;
    app.require_subcommand(1);
    int exit_code = 0;
    add_report_command(app, exit_code);
    add_compare_command(app, exit_code);
    try {
        app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    } catch (const CLI::ParseError&) {
        return -1;
    }
    return exit_code;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(commands)

BOOST_AUTO_TEST_CASE(report_sets_the_exit_code) {
    const scratch folder;
    const std::string good = folder.write("good.jsonl", tests::one_case(200, 100, 220, 400));
    const std::string line = tests::row_text(tests::timed_row("stockham", "c2c f32 64", 3));
    const std::string cut = folder.write("cut.jsonl", line + line.substr(0, 50));
    const std::string none = folder.write("cases", "# none\n");
    BOOST_TEST(run({"report", good}) == 0);
    BOOST_TEST(run({"report", good, "--overview"}) == 0);
    BOOST_TEST(run({"report", cut}) == 1);
    BOOST_TEST(run({"report", folder.path("none.jsonl")}) == 2);
    BOOST_TEST(run({"report", good, folder.write("empty.jsonl", "")}) == 2);
    BOOST_TEST(run({"report", folder.write("text.jsonl", "no JSON\n")}) == 2);
    BOOST_TEST(run({"report", good, "--cases", none}) == 2);
    BOOST_TEST(run({"report", good, "--cases", none, "--overview"}) == -1);
    BOOST_TEST(run({"report"}) == -1);
}

BOOST_AUTO_TEST_CASE(compare_sets_the_exit_code) {
    const scratch folder;
    const std::string before = folder.write("old.jsonl", tests::one_case(200, 100, 220, 400));
    const std::string slower = folder.write("slower.jsonl", tests::one_case(260, 100, 220, 400));
    auto rows = tests::one_case(200, 100, 220, 400);
    for (result_row& row : rows) row.device = "Another GPU";
    const std::string other = folder.write("other.jsonl", rows);
    BOOST_TEST(run({"compare", before, before}) == 0);
    BOOST_TEST(run({"compare", before, slower}) == 1);
    BOOST_TEST(run({"compare", before, slower, "--threshold", "50"}) == 0);
    BOOST_TEST(run({"compare", slower, before}) == 0);
    BOOST_TEST(run({"compare", before, slower, "--library", "nobody"}) == 2);
    BOOST_TEST(run({"compare", before, other}) == 2);
    BOOST_TEST(run({"compare", before, folder.path("none.jsonl")}) == 2);
    BOOST_TEST(run({"compare", before, slower, "--threshold", "-1"}) == -1);
    BOOST_TEST(run({"compare", before}) == -1);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace bench::report
