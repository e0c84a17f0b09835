// `stockham report` on a device, and the script that reads its files.
#include <algorithm>
#include <sstream>

#include <unistd.h>

#include "support.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

const std::string read_report = "bash " STOCKHAM_SOURCE_DIR "/scripts/read_report.sh ";

std::string text_of(const std::string& path) {
    const auto bytes = read_bytes(path);
    return {bytes.begin(), bytes.end()};
}

void write_text(const std::string& path, const std::string& text) {
    write_bytes(path, {text.begin(), text.end()});
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// The lines whose first field is `word`.
std::vector<std::string> lines_of(const std::string& report, const std::string& word) {
    std::vector<std::string> found;
    std::istringstream lines(report);
    for (std::string line; std::getline(lines, line);)
        if (line.rfind(word + '\t', 0) == 0) found.push_back(line);
    return found;
}

/// A report with these rows between its head and its end.
std::string report_of(const std::string& rows, const std::string& version = "1", const std::string& end = "complete") {
    const std::string text = "stockham card report\t" + version +
                             "\ndate\t2026-11-27\ndevice\tRadeon | 1\nplatform\trusticl\ndriver\t26.2\n" + rows +
                             "verdict\tnothing works\n";
    return text + "end\t" + end + '\t' + std::to_string(std::count(text.begin(), text.end(), '\n') + 1) + '\n';
}

void expect_refused(const scratch_folder& folder, const std::string& report, const std::string& words) {
    write_text(folder / "card.txt", report);
    const auto o = run(folder, read_report + "card.txt");
    BOOST_TEST(o.code == 1);
    BOOST_TEST(o.out == "");
    BOOST_TEST(o.err.find("read_report.sh: 'card.txt' ") == 0U, o.err);
    BOOST_TEST(contains(o.err, words), o.err);
    BOOST_TEST(std::count(o.err.begin(), o.err.end(), '\n') == 1, o.err);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(reports)

BOOST_AUTO_TEST_CASE(a_report_of_this_device) {
    const scratch_folder folder;
    const auto o = run(folder, "$S report -o card.txt --stages execution,checks,images --problems 1 --seed 1");
    BOOST_TEST(o.code == 0, o.err);
    BOOST_TEST(contains(o.err, "stockham: 1 problems: 1 right, 0 wrong, 0 refused, 0 failed; 0 faults; 1 times; no "
                               "profile; the report is card.txt\n"),
               o.err);
    const auto text = text_of(folder / "card.txt");
    BOOST_TEST(text.find("stockham card report\t1\nversion\t") == 0U);
    BOOST_TEST(lines_of(text, "execution").front().find("execution\tfloat\tyes\t") == 0U);
    BOOST_TEST(lines_of(text, "problem").size() == 1U);
    BOOST_TEST(lines_of(text, "time").front().find("time\timages\t") == 0U);
    BOOST_TEST(lines_of(text, "stage").size() == 3U);
    for (const auto& stage : lines_of(text, "stage")) BOOST_TEST(contains(stage, "\tall\t"), stage);
    // Nothing tells who made it.
    char host[256] = {};
    BOOST_REQUIRE(::gethostname(host, sizeof host - 1) == 0);
    for (const std::string& personal : {std::string(host), folder / "", std::string("/home/"), std::string("/root/")})
        BOOST_TEST((personal.empty() || !contains(text, personal)), personal);

    const auto row = run(folder, read_report + "card.txt");
    BOOST_TEST(row.code == 0, row.err);
    BOOST_TEST(row.out.find("| report | ") == 0U, row.out);
    BOOST_TEST(contains(row.out, " | 1 / 1 / 0 | - | 20"), row.out);
    BOOST_TEST(std::count(row.out.begin(), row.out.end(), '|') == 7, row.out);
}

// A process that crashes loses its problem; Ctrl-C keeps the results.
BOOST_AUTO_TEST_CASE(a_crash_and_an_interruption) {
    const scratch_folder folder;
    const auto o = run(folder, "env --default-signal=INT $S report -o card.txt --stages checks --minutes 30 & job=$!\n"
                               "until_row() { for i in $(seq 2400); do grep -qs \"^$1\" .stockham-* && break; "
                               "sleep 0.05; done; }\n"
                               "until_row problem; kill -KILL $(cat /proc/$job/task/$job/children)\n"
                               "until_row fault; kill -INT $job; wait $job");
    BOOST_TEST(o.code == 130);
    BOOST_TEST(contains(o.err, "stockham: interrupted; "), o.err);
    BOOST_TEST(folder.listing() == "card.txt");
    const auto text = text_of(folder / "card.txt");
    BOOST_TEST(!lines_of(text, "problem").empty());
    BOOST_REQUIRE(lines_of(text, "fault").size() == 1U);
    BOOST_TEST(contains(lines_of(text, "fault").front(), "\tthe process ended by signal 9 ("));
    const auto row = run(folder, read_report + "card.txt");
    BOOST_TEST(row.code == 0);
    BOOST_TEST(row.err == "read_report.sh: the report was interrupted\n");
    BOOST_TEST(contains(row.out, "checks, `"), row.out);
}

BOOST_AUTO_TEST_CASE(outputs_that_cannot_be_written) {
    const scratch_folder folder;
    expect_failure(folder, "$S report -o none/card.txt", job, "none/card.txt");
    BOOST_TEST(run(folder, "$S report -o - --stages execution --quiet").out.find("stockham card report\t1\n") == 0U);
}

BOOST_AUTO_TEST_CASE(a_report_becomes_a_row_and_a_profile) {
    const scratch_folder folder;
    const auto json = text_of(STOCKHAM_SOURCE_DIR "/host/profile/shipped/gpu.json");
    std::string rows =
        "problem\tright\t1e-8\t1e-7\tc2c f32 8\t\nproblem\twrong\t1\t1e-7\tc2c f32 9\tthe error is too large\n"
        "problem\trefused\t-\t1e-7\tc2c f64 8\tno double\nfault\tpow2\tc2c f32 16\tno answer for 9 s\n";
    std::istringstream lines(json);
    for (std::string line; std::getline(lines, line);) rows += "profile\t" + line + '\n';
    const auto report = report_of(rows);
    const std::string wanted =
        "| report | rusticl, driver 26.2 | Radeon \\| 1 | 3 / 1 / 1 | `c2c f32 9`: the error is too "
        "large; pow2, `c2c f32 16`: no answer for 9 s | 2026-11-27 |\n";
    std::string windows;
    for (char c : report) windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
    for (const auto& text : {report, windows}) {
        write_text(folder / "card.txt", text);
        const auto o = run(folder, read_report + "card.txt --profile card.json");
        BOOST_TEST(o.code == 0, o.err);
        BOOST_TEST(o.out == wanted);
        BOOST_TEST(text_of(folder / "card.json") == json);
    }
    BOOST_TEST(run(folder, read_report + "card.txt --profile none/card.json").err ==
               "read_report.sh: cannot write 'none/card.json'\n");
    write_text(folder / "card.txt", report_of(""));
    const auto empty = run(folder, read_report + "card.txt --profile new.json");
    BOOST_TEST(empty.code == 1);
    BOOST_TEST(contains(empty.out, " | 0 / 0 / 0 | nothing works | "), empty.out);
    BOOST_TEST(empty.err == "read_report.sh: 'card.txt' has no complete profile\n");
}

BOOST_AUTO_TEST_CASE(damaged_reports) {
    const scratch_folder folder;
    const auto good = report_of("problem\tright\t1e-8\t1e-7\tc2c f32 8\t\n");
    expect_refused(folder, "", "is not a report");
    expect_refused(folder, "hello\n", "is not a report");
    expect_refused(folder, report_of("", "2"), "has version '2' of the format, and this script reads version 1");
    expect_refused(folder, good.substr(0, good.size() / 2), "is damaged");
    expect_refused(folder, good + "end\tcomplete\t8\nmore\n", "is damaged");
    const auto problem = good.find("problem");
    expect_refused(folder, good.substr(0, problem) + good.substr(good.find('\n', problem) + 1), "is damaged");
    const auto o = run(folder, read_report + "none.txt");
    BOOST_TEST(o.code == 1);
    BOOST_TEST(o.err == "read_report.sh: cannot read 'none.txt'\n");
    BOOST_TEST(run(folder, read_report + "--frob card.txt").code == 2);
}

BOOST_AUTO_TEST_SUITE_END()
