// `stockham wisdom`, `cache` and `info` without a device: listing, merging, forgetting, and refused files.
#include <nlohmann/json.hpp>

#include "support.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

void write_text(const std::string& path, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path) << text;
}

std::string read_text(const std::string& path) {
    const auto bytes = read_bytes(path);
    return {bytes.begin(), bytes.end()};
}

std::string entry(const std::string& problem, const std::string& device) {
    return R"({"problem": ")" + problem + R"(", "plan": "8 : 0.0", "device": ")" + device +
           R"(", "architecture": "old", "vendor": "acme", "driver": "1", "library": "0.1.0", "kernels": "0",)" +
           R"( "rigor": "patient", "microseconds": 12.5, "spread": 0.02})";
}

std::string wisdom_of(const std::string& entries, int version = 1) {
    return R"({"format": "stockham wisdom", "version": )" + std::to_string(version) + R"(, "entries": [)" + entries +
           "]}";
}

std::size_t entries_in(const std::string& path) {
    return nlohmann::json::parse(read_text(path)).at("entries").size();
}

void expect_text(const scratch_folder& folder, const std::string& line, const std::vector<std::string>& words) {
    const outcome o = run(folder, line);
    BOOST_TEST(o.code == 0, line << ": " << o.err);
    for (const auto& word : words)
        BOOST_TEST(o.out.find(word) != std::string::npos, line << ": no " << word << ": " << o.out);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(wisdom_files)

BOOST_AUTO_TEST_CASE(entries_are_merged_listed_and_forgotten) {
    const home h;
    write_text(h / "a.json", wisdom_of(entry("c2c f32 8", "Cray 1") + "," + entry("c2c f32 8", "Cray 2")));
    write_text(h / "b.json", wisdom_of(entry("c2c f32 16", "Cray 2")));
    expect_text(h, h.set + "$S wisdom merge a.json b.json", {"merged 3 entries into ", h.file, "now has 3"});
    expect_text(h, h.set + "$S wisdom merge b.json a.json -o deep/er/c.json",
                {"merged 3 entries into ", "deep/er/c.json"});
    BOOST_TEST(read_text(h.file) == read_text(h / "deep/er/c.json"));
    expect_text(h, h.set + "$S wisdom list", {"c2c f32 16", "Cray 1", "patient", "12.5", "2.0 %", "stale", "8 : 0.0"});
    expect_text(h, h.set + "$S wisdom list --file a.json --device 'cRAY 2'", {"c2c f32 8  "});
    BOOST_TEST(run(h, h.set + "$S wisdom list --file a.json --device 'cRAY 2'").out.find("Cray 1") ==
               std::string::npos);
    expect_text(h, h.set + "$S wisdom forget 8 inv --device 'Cray 1'", {"removed 1 entry from "});
    BOOST_TEST(entries_in(h.file) == 2u);
    expect_text(h, h.set + "$S wisdom forget 8", {"removed 1 entry from "});
    expect_text(h, h.set + "$S wisdom forget 8", {"removed 0 entries from "});
    expect_text(h, h.set + "$S wisdom forget --all --file deep/er/c.json", {"removed 3 entries from "});
    BOOST_TEST(entries_in(h.file) == 1u);
    BOOST_TEST(entries_in(h / "deep/er/c.json") == 0u);
}

BOOST_AUTO_TEST_CASE(another_file_by_the_environment) {
    const home h;
    write_text(h / "a.json", wisdom_of(entry("c2c f32 8", "Cray 1")));
    const std::string other = h.set + "export STOCKHAM_WISDOM=" + h / "other.json" + "; ";
    expect_text(h, other + "$S wisdom merge a.json", {"other.json"});
    expect_text(h, other + "$S wisdom list --device cray", {"Cray 1"});
    expect_text(h, other + "$S wisdom forget --all", {"removed 1 entry from "});
    BOOST_TEST(!std::filesystem::exists(h.file));
}

BOOST_AUTO_TEST_CASE(files_that_cannot_be_used_are_refused) {
    const home h;
    write_text(h / "text", "hello");
    write_text(h / "newer.json", wisdom_of("", 99));
    write_text(h / "cut.json", wisdom_of(entry("c2c f32 8", "Cray 1")).substr(0, 90));
    for (const std::string line : {"wisdom list --file ", "wisdom merge ", "wisdom forget --all --file "}) {
        expect_failure(h, h.set + "$S " + line + "missing.json", job, "No such file");
        expect_failure(h, h.set + "$S " + line + "text", job, "is not wisdom");
        expect_failure(h, h.set + "$S " + line + "cut.json", job, "is not wisdom");
        expect_failure(h, h.set + "$S " + line + "newer.json", job, "99");
    }
    BOOST_TEST(read_text(h / "text") == "hello");
    expect_failure(h, h.set + "$S wisdom merge text -o x.json", job, "is not wisdom");
    BOOST_TEST(!std::filesystem::exists(h / "x.json"));
    BOOST_TEST(!std::filesystem::exists(h.file));
}

BOOST_AUTO_TEST_CASE(wrong_command_lines) {
    const home h;
    expect_failure(h, h.set + "$S wisdom", usage, "subcommand");
    expect_failure(h, h.set + "$S wisdom merge", usage, "FILE");
    expect_failure(h, h.set + "$S wisdom forget", usage, "PROBLEM or --all");
    expect_failure(h, h.set + "$S wisdom forget 8 --all", usage, "--all");
    expect_failure(h, h.set + "$S wisdom forget 8y", usage, "8y");
    expect_failure(h, h.set + "unset XDG_CONFIG_HOME HOME; $S wisdom forget --all", job, "HOME");
    expect_failure(h, h.set + "$S cache", usage, "subcommand");
}

BOOST_AUTO_TEST_CASE(a_search_is_refused_before_it_begins) {
    const home h;
    const std::string start = h.set + "$S tune ";
    expect_failure(h, start, usage, "PROBLEM");
    expect_failure(h, start + "8 --rigor hard", usage, "--rigor");
    expect_failure(h, start + "8 --jobs -1", usage, "--jobs");
    expect_failure(h, start + "8 --jobs x", usage, "--jobs");
    expect_failure(h, start + "8 --time-limit 0", usage, "--time-limit");
    expect_failure(h, start + "8 --time-limit nan", usage, "--time-limit");
    expect_failure(h, start + "8y", usage, "8y");
    expect_failure(h, start + "4294967297", job, "4294967296");
    expect_failure(h, start + "no-such-suite", job, "is not a suite");
    expect_failure(h, start + "missing.txt", job, "No such file");
    expect_failure(h, start + "c2c f32 8", job, "goes in quotes");
    write_text(h / "text", "hello");
    write_text(h / "newer.json", wisdom_of("", 99));
    expect_failure(h, start + "8 -o text", job, "is not wisdom");
    expect_failure(h, start + "8 -o text/x.json", job, "text/x.json");
    expect_failure(h, start + "8 -o newer.json", job, "99");
    write_text(h.file, "hello");
    expect_failure(h, start + "8", job, "is not wisdom");
    BOOST_TEST(read_text(h.file) == "hello");
}

// A link to a device as a suite, and a pipe as wisdom whose text never comes.
BOOST_AUTO_TEST_CASE(files_that_never_end) {
    const home h;
    expect_failure(h, h.set + "mkfifo pipe; timeout 20 $S wisdom list --file pipe", job, "not a regular file");
    expect_failure(h, h.set + "ln -s pipe suite.txt; timeout 20 $S tune suite.txt", job, "not a regular file");
    const outcome o = run(h, h.set + "STOCKHAM_WISDOM=pipe timeout 20 $S wisdom list --device nothing");
    BOOST_TEST(o.code == 0);
    BOOST_TEST(o.err.find("not a regular file; it is ignored") != std::string::npos, o.err);
}

BOOST_AUTO_TEST_CASE(a_variable_that_names_nothing) {
    const home h;
    // A file that the first search will make is not an error. `info` reports that it does not exist yet.
    const outcome o = run(h, h.set + "STOCKHAM_WISDOM=slip.json $S wisdom list --device nothing");
    BOOST_TEST(o.err == "stockham: no matching entries\n");
    const outcome info = run(h, h.set + "STOCKHAM_WISDOM=slip.json OCL_ICD_VENDORS=none $S info");
    BOOST_TEST(info.err == "");
    BOOST_TEST(info.out.find("slip.json: does not exist") != std::string::npos, info.out);
    expect_failure(h, h.set + "STOCKHAM_BENCH_SUITES=slip $S tune pow2", job, "STOCKHAM_BENCH_SUITES");
}

BOOST_AUTO_TEST_CASE(info_without_a_device) {
    const home h;
    write_text(h.file, wisdom_of(entry("c2c f32 8", "Cray 1")));
    const std::string none = h.set + "export OCL_ICD_VENDORS=" + h / "none" + "; ";
    expect_text(h, none + "$S info", {"none: ", h / "cache/stockham", h.file + ": 1 entry"});
    expect_failure(h, none + "$S info --device cpu", job, "OpenCL");
    expect_failure(h, none + "$S tune 8", job, "OpenCL");
    expect_text(h, h.set + "export STOCKHAM_CACHE=off; $S cache stat", {"STOCKHAM_CACHE is off", "entries  0"});
    expect_text(h, h.set + "unset XDG_CACHE_HOME HOME; $S cache stat", {"none: ", "HOME"});
    expect_text(h, h.set + "STOCKHAM_CACHE_MB=3 $S cache stat", {h / "cache/stockham", "3 MiB"});
}

BOOST_AUTO_TEST_SUITE_END()
