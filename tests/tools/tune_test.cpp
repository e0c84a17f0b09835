// `stockham tune` on a device: results are kept at once, reused later, and survive an interruption; the cache.
#include <regex>

#include <nlohmann/json.hpp>

#include "support.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

// A home folder that shares the user's cache of the OpenCL runtime, because its kernels compile slowly.
struct tuning_home : scratch_folder {
    std::string set = "export XDG_CONFIG_HOME=" + *this / "config" + " STOCKHAM_CACHE=" + *this / "cache" +
                      "; unset STOCKHAM_WISDOM STOCKHAM_CACHE_MB; ";
    std::string file = *this / "config/stockham/wisdom.json";
};

std::string expect_success(const tuning_home& h, const std::string& line) {
    const outcome o = run(h, h.set + line);
    BOOST_TEST(o.code == 0, line << ": " << o.err);
    BOOST_TEST_MESSAGE(line << "\n" << o.out << o.err);
    return o.out;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

// The problems of a file, which must be wisdom.
std::string problems_in(const std::string& path) {
    const auto bytes = read_bytes(path);
    const auto document = nlohmann::json::parse(bytes.begin(), bytes.end());
    std::string text;
    for (const auto& e : document.at("entries"))
        text += (text.empty() ? "" : "; ") + e.at("problem").get<std::string>();
    return text;
}

// The number that `info` prints. Some entries may come with the library.
int entries_here(const tuning_home& h) {
    const auto text = expect_success(h, "$S info");
    std::smatch found;
    BOOST_REQUIRE(std::regex_search(text, found, std::regex("wisdom +([0-9]+) entr(y|ies) for this device")));
    return std::stoi(found[1]);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(tuning)

BOOST_AUTO_TEST_CASE(what_is_found_is_known_afterwards, *boost::unit_test::label("quick")) {
    const tuning_home h;
    const int before = entries_here(h);
    BOOST_TEST(contains(expect_success(h, "unset STOCKHAM_PROFILES; $S tune '8 b64 inv'"), "1 searched, 0 known"));
    // The times of its passes are kept for other problems.
    BOOST_TEST(
        contains(expect_success(h, "cat '" + h / "config/stockham/profiles" + "'/*.passes"), " c2c f32 8 b64\n"));
    BOOST_TEST(problems_in(h.file) == "c2c f32 8 b64");
    BOOST_TEST(contains(expect_success(h, "$S tune '8 b64'"), "0 searched, 1 known"));
    BOOST_TEST(contains(expect_success(h, "$S wisdom list"), "measure"));
    BOOST_TEST(!contains(expect_success(h, "$S wisdom list"), "stale"));
    BOOST_TEST(contains(expect_success(h, "$S plan 8 b64"), "from wisdom"));
    BOOST_TEST(entries_here(h) == before + 1);
    // A separate file also gets known entries, and is used together with the user's file.
    BOOST_TEST(contains(expect_success(h, "$S tune '8 b64' '8 b32' -o own.json --jobs 1"), "1 searched, 1 known"));
    BOOST_TEST(contains(expect_success(h, "$S tune '8 b32' -o own.json"), "0 searched, 1 known"));
    BOOST_TEST(problems_in(h / "own.json") == "c2c f32 8 b32; c2c f32 8 b64");
    BOOST_TEST(problems_in(h.file) == "c2c f32 8 b64");
    BOOST_TEST(contains(expect_success(h, "$S tune '8 b64' --again --time-limit 5"), "1 searched, 0 known"));
}

// What one process measures, another one uses; what the file has is not measured again.
BOOST_AUTO_TEST_CASE(measured_passes_are_used_by_other_problems, *boost::unit_test::label("quick")) {
    const tuning_home h;
    const std::string set = "unset STOCKHAM_PROFILES STOCKHAM_PASSES; ",
                      line = set + "$S calibrate --passes '8 b64' '8 b32 inv'";
    BOOST_TEST(contains(expect_success(h, set + "$S plan 8 b64 --cost"), "pass 1: model\n"));
    BOOST_TEST(contains(expect_success(h, line), "2 of 2 problems"));
    BOOST_TEST(contains(expect_success(h, line), "2 known, 0 skipped; 0 choices of passes measured"));
    BOOST_TEST(contains(expect_success(h, set + "$S plan 8 b64 --cost"), "pass 1: measured"));
    BOOST_TEST(contains(expect_success(h, set + "$S plan 8 b60 inv --cost"), "pass 1: measured"));
    BOOST_TEST(contains(expect_success(h, set + "$S plan 16 b64 --cost"), "pass 1: model"));
    BOOST_TEST(contains(expect_success(h, "STOCKHAM_PASSES=off $S plan 8 b64 --cost"), "pass 1: model\n"));
    expect_success(h, line + " --into own.passes");
    expect_success(h, set + "$S calibrate --passes --into own.passes --compact small.passes");
    std::ofstream(h / "own.passes", std::ios::app) << "damage\n";
    const outcome o = run(h, h.set + line + " --into own.passes");
    BOOST_TEST(o.code != 0);
    BOOST_TEST(contains(o.err, "own.passes': line "), o.err);
}

BOOST_AUTO_TEST_CASE(a_suite_in_both_placements) {
    const tuning_home h;
    std::ofstream(h / "mine.txt")
        << "title: mine\nplacement: both\n\n8 b64\n  stated: a | b | 1 us\n4294967297\n17 out\nf16 64 out\n";
    const outcome o = run(h, h.set + "$S tune mine.txt");
    BOOST_TEST(o.code == 0, o.err);
    BOOST_TEST(contains(o.out, "3 problems on "));
    BOOST_TEST(o.err == "stockham: skipping 2 problems that this version cannot compute: 'c2c f32 4294967297', "
                        "'c2c f32 4294967297 in'\n"
                        "stockham: skipping 1 problem that cannot be tuned: 'c2c f16 64'\n");
    BOOST_TEST(problems_in(h.file) == "c2c f32 17; c2c f32 8 b64; c2c f32 8 b64 in");
}

BOOST_AUTO_TEST_CASE(what_searches_do_not_know_is_passed_over) {
    const tuning_home h;
    expect_failure(h, h.set + "$S tune '8 if=planar of=planar' 'f16 8'", 1, "none of the problems can be tuned");
    expect_failure(h, h.set + "$S tune 4294967297", 1, "4294967297");
    const outcome o = run(h, h.set + "$S tune 'f16 34' '12 b64'");
    BOOST_TEST(o.code == 0, o.err);
    BOOST_TEST(o.err == "stockham: skipping 1 problem that cannot be tuned: 'c2c f16 34'\n");
    BOOST_TEST(problems_in(h.file) == "c2c f32 12 b64");
}

BOOST_AUTO_TEST_CASE(plans_do_without_a_damaged_file) {
    const tuning_home h;
    std::filesystem::create_directories(h / "config/stockham");
    write_bytes(h.file, {'h', 'e', 'l', 'l', 'o'});
    const outcome o = run(h, h.set + "$S plan 8 b64");
    BOOST_TEST(o.code == 0);
    BOOST_TEST(o.err == "stockham: '" + h.file + "' is not wisdom; it is ignored\n");
    expect_failure(h, h.set + "$S tune '8 b64'", 1, "is not wisdom");
    BOOST_TEST(read_bytes(h.file).size() == 5u);
    BOOST_TEST(contains(run(h, h.set + "$S info").out, "not usable"));
}

// As in the results of stockham-bench, the table and the log record their origin.
BOOST_AUTO_TEST_CASE(the_run_is_recorded) {
    const tuning_home h;
    const std::regex record("# stockham tune \"8 b64\" --log tune.log\n"
                            "# 20[-0-9T:]+Z, stockham [0-9.]+, commit [^,\n]+, kernels [0-9a-f]{16}\n");
    const auto table = expect_success(h, "$S tune '8 b64' --log tune.log");
    BOOST_TEST(std::regex_search(table, record, std::regex_constants::match_continuous), table);
    const auto bytes = read_bytes(h / "tune.log");
    const std::string log(bytes.begin(), bytes.end());
    BOOST_TEST(std::regex_search(log, record, std::regex_constants::match_continuous), log);
    BOOST_TEST(contains(log, "c2c f32 8 b64\t"));
}

// A shell starts background jobs with SIGINT ignored.
BOOST_AUTO_TEST_CASE(an_interrupted_search_keeps_what_was_found) {
    const tuning_home h;
    const outcome o =
        run(h, h.set +
                   "env --default-signal=INT $S tune '8 b64' '1024x1024 b8' & job=$!; for i in $(seq 1200); do "
                   "grep -qs problem " +
                   h.file +
                   " && break; sleep 0.1; done; "
                   "kill -INT $job; wait $job");
    BOOST_TEST(o.code == 130);
    BOOST_TEST(contains(o.err, "interrupted at 'c2c f32 1024x1024 b8'"), o.err);
    BOOST_TEST(contains(o.out, "c2c f32 8 b64"));
    BOOST_TEST(!contains(o.out, "geometric mean"));
    BOOST_TEST(problems_in(h.file) == "c2c f32 8 b64");
}

BOOST_AUTO_TEST_CASE(the_cache_is_counted_and_cleared, *boost::unit_test::label("quick")) {
    const tuning_home h;
    write_bytes(h / "in.npy", npy_bytes("<f4", "(8,)", std::vector<std::uint8_t>(32)));
    expect_success(h, "$S fft in.npy --axes 0 -o out.npy");
    const std::string before = expect_success(h, "$S cache stat");
    BOOST_TEST(contains(before, "folder   " + h / "cache" + "\n"));
    BOOST_TEST(!contains(before, "entries  0\n"));
    BOOST_TEST(contains(expect_success(h, "$S info"), "program cache     " + h / "cache" + "\n"));
    BOOST_TEST(contains(expect_success(h, "$S cache clear"), "removed "));
    BOOST_TEST(contains(expect_success(h, "$S cache stat"), "entries  0\n"));
    BOOST_TEST(contains(expect_success(h, "$S cache clear"), "removed 0 entries"));
}

BOOST_AUTO_TEST_CASE(a_kernel_pack_is_made_and_added) {
    const tuning_home h;
    BOOST_TEST(contains(expect_success(h, "$S cache export kernels.pack 8 'r2c 16'"), "wrote kernels.pack: "));
    expect_success(h, "$S cache clear");
    const std::string added = expect_success(h, "$S cache import kernels.pack");
    BOOST_TEST(contains(added, "; folder " + h / "cache"), added);
    BOOST_TEST(!contains(expect_success(h, "$S cache stat"), "entries  0\n"));
    expect_failure(h, h.set + "$S cache import missing.pack", job, "cannot read 'missing.pack'");
    expect_failure(h, h.set + "$S cache export kernels.pack 3y", usage, "3y");
    expect_failure(h, h.set + "$S cache export kernels.pack", usage, "PROBLEM");
    expect_failure(h, h.set + "STOCKHAM_CACHE=off $S cache import kernels.pack", job, "cache");
}

BOOST_AUTO_TEST_SUITE_END()
