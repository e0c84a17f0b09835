// The program from outside: exit codes and clear messages.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/folders.hpp"
#include "support/store_files.hpp"
#include "turn_lock.hpp"

namespace {

struct outcome {
    int code = 0;
    std::string text;
};

/// Starts the program and does not wait.
std::FILE* start(const std::string& arguments) {
    return popen((build_folder() + "/benchmarks/stockham-bench " + arguments + " 2>&1").c_str(), "r");
}

outcome finish(std::FILE* program) {
    outcome o;
    std::array<char, 256> block{};
    while (std::fgets(block.data(), block.size(), program)) o.text += block.data();
    o.code = WEXITSTATUS(pclose(program));
    return o;
}

outcome run(const std::string& arguments) {
    return finish(start(arguments));
}

std::size_t occurrences(const std::string& word, const std::string& text) {
    std::size_t count = 0;
    for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++count;
    return count;
}

}  // namespace

BOOST_AUTO_TEST_CASE(bad_input_is_one_clear_line) {
    for (const char* arguments :
         {"run no-such-suite", "run 'c2c f32 3y'", "run 'dct2 f32 8'", "run small --rivals nobody",
          "run small --shard 4/3", "run every", "run every:x", "run every --seed 1 --working-set 0",
          "run small --turns /nonexistent/folder/x", "run small --turns x --plan-times",
          "run small --device nothing-like-it", "run small --output /nonexistent/folder/x", "lengths",
          "lengths --seed 1 --from 20 --to 10", "lengths --seed 1 --shard 0/2", "lengths --seed 1 --precision f16",
          "lengths --seed 1 --output /nonexistent/folder/x", "probe stockham 'c2c f32 0'"}) {
        const auto o = run(arguments);
        BOOST_TEST_CONTEXT(arguments << ": " << o.text) {
            BOOST_TEST(o.code == 2);
            BOOST_TEST(o.text.rfind("stockham-bench: ", 0) == 0U);
        }
    }
}

BOOST_AUTO_TEST_CASE(results_are_kept_resumed_and_compared) {
    const auto file = (std::filesystem::temp_directory_path() / ("bench-run-" + std::to_string(getpid()))).string();
    const std::string command = "run 'c2c f32 16x16' --rivals none --rounds 3 --output " + file;
    BOOST_TEST(run(command).code == 0);
    BOOST_TEST(run(command).code == 2);
    const auto size = std::filesystem::file_size(file);
    BOOST_TEST(run(command + " --resume").code == 0);
    BOOST_TEST(std::filesystem::file_size(file) == size);
    std::filesystem::remove(file);
}

// A list with commas ends at its last item. The words after it are problems.
BOOST_AUTO_TEST_CASE(a_list_of_rivals_takes_no_problem_for_a_rival) {
    for (const char* arguments :
         {"run --rivals none 'c2c f32 16' --rounds 3", "run --rivals none,none 'c2c f32 16' --rounds 3"}) {
        const auto o = run(arguments);
        BOOST_TEST(o.code == 0, arguments << ": " << o.text);
    }
}

// Both shards measure all of their cases, although they share the device.
BOOST_AUTO_TEST_CASE(shards_take_turns) {
    const temporary_folder folder;
    const auto path = folder.path().string();
    const auto share = [&](int number) {
        return start(fmt::format("run 'c2c f32 16' 'r2c f32 12' 'c2c f32 8 in' 'c2c f32 20' --rivals fftw3 --rounds 3 "
                                 "--shard {0}/2 --turns {1}/turns -o {1}/{0}",
                                 number, path));
    };
    std::FILE* shards[] = {share(1), share(2)};
    for (int k = 0; k < 2; ++k) {
        const auto o = finish(shards[k]);
        BOOST_TEST(o.code == 0, o.text);
        const auto rows = read_file(folder.path() / std::to_string(k + 1));
        BOOST_TEST(occurrences("\"status\":\"ok\"", rows) == 8U, rows);      // two cases of four libraries
        BOOST_TEST(rows.find("--turns turns ") != std::string::npos, rows);  // without the folder
    }
}

// This process has the turn: the other one plans and waits, then measures.
BOOST_AUTO_TEST_CASE(a_process_waits_for_its_turn) {
    const temporary_folder folder;
    const auto path = folder.path().string();
    const bench::turn_lock mine(path + "/turns");
    auto held = mine.take();
    const auto command = "run 'c2c f32 16' --rivals none --rounds 3 --turns " + path + "/turns -o " + path + "/rows";
    std::FILE* waiting = start(command);
    const auto waits = [&] { return read_file(path + "/rows.now") == "c2c f32 16 out\nturn: waiting\n"; };
    for (int k = 0; k < 12000 && !waits(); ++k) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    BOOST_TEST(waits());
    BOOST_TEST(read_file(path + "/rows").empty());
    held.reset();
    const auto o = finish(waiting);
    BOOST_TEST(o.code == 0, o.text);
    BOOST_TEST(occurrences("\"status\":\"ok\"", read_file(path + "/rows")) == 3U);
}

// The turn never comes. The time limit ends the wait.
BOOST_AUTO_TEST_CASE(a_wait_ends_at_the_time_limit) {
    const temporary_folder folder;
    const auto path = (folder.path() / "turns").string();
    const bench::turn_lock mine(path);
    const auto held = mine.take();
    const auto o = run("run 'c2c f32 16' --rivals none --rounds 3 --time-limit 2 --turns " + path);
    BOOST_TEST(o.code == 0);
    BOOST_TEST(o.text.find("1 of 1 cases not measured (time limit)") != std::string::npos, o.text);
}

// A rival crashes the process. Earlier rows are kept, and --resume continues after it.
BOOST_AUTO_TEST_CASE(a_crash_is_resumed_past_the_rival_that_crashed) {
    const auto file = (std::filesystem::temp_directory_path() / ("bench-crash-" + std::to_string(getpid()))).string();
    const std::string command = "run 'c2c f32 16' 'c2c f32 32' --rivals planted-crash --rounds 3 --output " + file;
    BOOST_TEST(run(command).code != 0);
    for (int crash = 0; crash < 2; ++crash) {  // once per case
        const auto o = run(command + " --resume");
        BOOST_TEST_CONTEXT(o.text) {
            const bool last = crash == 1;
            BOOST_TEST((o.text.find("c2c f32 32 out: planted-crash: an earlier run ended here: planted-crash: check") !=
                        std::string::npos) == last);
            BOOST_TEST(o.code == (last ? 1 : 128 + 9));
        }
    }
    BOOST_TEST(!std::filesystem::exists(file + ".now"));
    std::filesystem::remove(file);
}

// The table in the README must be the output of the report.
BOOST_AUTO_TEST_CASE(the_readmes_table_is_the_reports) {
    const std::string root = source_folder() + "/";
    const auto o = run("report --cases " + root + "benchmarks/report/readme_cases.txt " + root +
                       "benchmarks/results/h200/pow2-estimate.jsonl");
    BOOST_TEST(o.code == 0);
    std::ifstream readme(root + "README.md");
    const std::string text{std::istreambuf_iterator<char>(readme), {}};
    BOOST_TEST(o.text.size() > 500U);
    BOOST_TEST(text.find(o.text) != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_wrong_row_fails_the_run) {
    const auto o = run("run 'c2c f32 64' --rivals planted-wrong --rounds 3");
    BOOST_TEST_CONTEXT(o.text) {
        BOOST_TEST(o.code == 1);
        BOOST_TEST(o.text.find("wrong: c2c f32 64 out: planted-wrong: ") != std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(fused_convolutions_are_measured_against_their_steps) {
    const auto o = run("convolution 'c2c f32 8x12 b2' 'r2c f32 8x12 b2' --rounds 3");
    BOOST_TEST_CONTEXT(o.text) {
        BOOST_TEST(o.code == 0);
        BOOST_TEST(o.text.find("\nc2c f32 8x12 b2 ") != std::string::npos);
        BOOST_TEST(o.text.find("\nr2c f32 8x12 b2 ") != std::string::npos);
        BOOST_TEST(o.text.find("wrong") == std::string::npos);
    }
    BOOST_TEST(run("convolution 'c2r f32 32x48'").code == 2);
    BOOST_TEST(run("convolution 'c2c f32 32x48 in'").code == 2);
}

// Both shards of a run measure the lengths that one process measures.
BOOST_AUTO_TEST_CASE(chosen_lengths_are_measured_beside_others) {
    const temporary_folder folder;
    const auto path = folder.path().string();
    const auto rows_of = [&](const std::string& shard) {
        const auto file = path + "/" + std::to_string(shard.empty() ? 0 : shard[0] - '0');
        const auto command =
            "lengths --seed 3 --count 2 --from 60 --to 64 --candidates 2 --working-set 1 --rounds 3 -o " + file +
            (shard.empty() ? "" : " --shard " + shard + " --turns " + path + "/turns");
        const auto o = run(command);
        BOOST_TEST(o.code == 0, o.text);
        BOOST_TEST(run(command).code == 2);  // the file exists
        const auto text = read_file(file);
        BOOST_TEST(text.rfind("# stockham-bench lengths --seed 3 ", 0) == 0U);
        BOOST_TEST(text.find(" within 1.05; geometric mean ") != text.npos, text);
        std::istringstream lines(text.substr(text.find("window\n") + 7));
        std::vector<std::array<double, 9>> rows;
        for (std::array<double, 9> r{}; std::all_of(r.begin(), r.end(), [&](double& x) { return bool(lines >> x); });)
            rows.push_back(r);
        return rows;
    };
    const auto all = rows_of("");
    BOOST_REQUIRE(all.size() == 2U);
    for (const auto& [n, batch, chosen, us, fastest, fastest_us, ratio, measured, window] : all) {
        BOOST_TEST((60 <= n && n <= chosen && chosen <= 1.1 * n && n <= fastest && fastest <= 1.1 * n));
        BOOST_TEST(batch == std::floor((1 << 20) / (8 * n)));
        BOOST_TEST((0 < fastest_us && 0 < us && 1 <= ratio));
        BOOST_TEST((measured == 3 && window > 3));
    }
    for (std::size_t k = 0; k < 2; ++k) {
        const auto share = rows_of(std::to_string(k + 1) + "/2");
        BOOST_REQUIRE(share.size() == 1U);
        BOOST_TEST(share[0][0] == all[k][0]);
        BOOST_TEST(share[0][2] == all[k][2]);
    }
}
