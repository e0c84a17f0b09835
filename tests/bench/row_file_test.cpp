// Files of rows: growing, resuming, and a last line that was cut off.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include <boost/test/unit_test.hpp>
#include <stockham/error.hpp>
#include <stockham/version.hpp>
#include <unistd.h>

#include "row.hpp"
#include "row_file.hpp"
#include "tools/harness/provenance.hpp"

using namespace bench;

namespace {

const location place{"GPU", "platform", "driver 7", "opencl"};

row sample_row(const std::string& library) {
    row r;
    r.suite = "try";
    r.what = parse_problem("c2c f32 16");
    r.library = library;
    r.time_us = spread_of({1, 2, 3, 4, 5});
    r.version = stockham::version();
    r.where = library == "clfft" ? location{"GPU", "another", "driver 7", "opencl"} : place;
    r.launches = 2;
    return r;
}

struct temporary_file {
    std::string path =
        (std::filesystem::temp_directory_path() / ("bench-" + std::to_string(getpid()) + ".jsonl")).string();
    ~temporary_file() { std::remove(path.c_str()); }
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_row_says_what_the_schema_says) {
    const auto j = to_json(sample_row("stockham"));
    BOOST_TEST(j["case"] == "c2c f32 16");
    BOOST_TEST(j["status"] == "ok");
    BOOST_TEST(j["bytes"] == 256);
    BOOST_TEST(j["api"] == "opencl");
    BOOST_TEST(j["launches"] == 2);
    BOOST_TEST(j["time_us"]["median"] == 3.0);
    BOOST_TEST(j["time_us"]["q1"] == 2.0);
    BOOST_TEST(!j.contains("error"));
}

BOOST_AUTO_TEST_CASE(rows_survive_a_cut_and_are_resumed) {
    const temporary_file file;
    {
        row_file rows(file.path, false, place);
        rows.add(to_json(sample_row("stockham")));
        rows.add(to_json(sample_row("clfft")));
    }
    BOOST_CHECK_THROW(row_file(file.path, false, place), stockham::argument_error);
    std::filesystem::resize_file(file.path, std::filesystem::file_size(file.path) - 10);
    {
        row_file rows(file.path, true, place);
        BOOST_TEST(rows.cut_off());
        BOOST_TEST(rows.has(key_of(sample_row("stockham"))));
        BOOST_TEST(!rows.has(key_of(sample_row("clfft"))));
        rows.add(to_json(sample_row("clfft")));
    }
    row_file rows(file.path, true, place);
    BOOST_TEST(!rows.cut_off());
    BOOST_TEST(rows.rows().size() == 2U);
}

BOOST_AUTO_TEST_CASE(each_run_begins_with_its_record) {
    const temporary_file file;
    const char* const words[] = {"/somewhere/stockham-bench", "run", "c2c f32 8", "-o", "/somewhere/else.jsonl"};
    stockham::harness::remember_command(5, words);
    row_file(file.path, false, place).add(to_json(sample_row("stockham")));
    { const row_file nothing_to_add(file.path, true, place); }
    row_file(file.path, true, place).add(to_json(sample_row("clfft")));
    std::ifstream in(file.path);
    std::vector<nlohmann::json> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(nlohmann::json::parse(line));
    BOOST_REQUIRE(lines.size() == 4U);
    for (const std::size_t k : {0U, 2U}) {
        BOOST_TEST(lines[k]["schema"] == "stockham-bench/1");
        BOOST_TEST(lines[k]["run"]["command"] == "stockham-bench run \"c2c f32 8\" -o else.jsonl");
        for (const char* name : {"commit", "kernels", "wisdom", "version", "date", "host"})
            BOOST_TEST(!lines[k]["run"][name].get<std::string>().empty(), name);
    }
    BOOST_TEST(lines[1]["library"] == "stockham");
    BOOST_TEST(lines[3]["library"] == "clfft");
    // Rows leave out what the record has, and are read with it.
    BOOST_TEST(lines[2]["run"]["device"] == "GPU");
    BOOST_TEST((!lines[1].contains("device") && !lines[1].contains("platform") && !lines[1].contains("version")));
    BOOST_TEST((!lines[3].contains("device") && lines[3]["platform"] == "another"));
    const row_file again(file.path, true, place);
    BOOST_TEST(again.rows().at(0)["platform"] == "platform");
    BOOST_TEST(again.rows().at(1)["device"] == "GPU");
}

BOOST_AUTO_TEST_CASE(a_file_of_something_else_is_left_alone) {
    const temporary_file file;
    std::ofstream(file.path) << "dear diary\n\nnothing\n";
    const auto size = std::filesystem::file_size(file.path);
    BOOST_CHECK_THROW(row_file(file.path, true, place), stockham::argument_error);
    BOOST_TEST(std::filesystem::file_size(file.path) == size);
}
