// A wisdom file that many processes read and add to: locks, waiting, and leftovers of killed processes.
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <deque>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>

#include <stockham/stockham.hpp>

#include "support/child.hpp"
#include "support/message_recorder.hpp"
#include "support/refusal.hpp"
#include "support/store_files.hpp"
#include "support/wisdom_entries.hpp"

BOOST_AUTO_TEST_SUITE(wisdom_locks_test)

using stockham::wisdom;
namespace fs = std::filesystem;

namespace {

constexpr int processes = 8, entries_of_each = 25;

const auto& h200() {
    static const auto device = stockham::named_description("h200");
    return device;
}

std::string problem_of(int process, int number) {
    return "c2c f32 64 b" + std::to_string(2 + process * entries_of_each + number);
}

/// Merges a file and returns the number of entries.
std::size_t count_in(const fs::path& path) {
    wisdom known;
    known.merge_file(path.string());
    return known.entries().size();
}

}  // namespace

BOOST_AUTO_TEST_CASE(many_processes_add_to_one_file) {
    const temporary_folder folder;
    const auto path = folder.path() / "made" / "wisdom.json";
    {
        std::deque<child> workers;
        for (int process = 0; process < processes; ++process)
            workers.emplace_back([&, process] {
                for (int k = 0; k < entries_of_each; ++k) {
                    wisdom mine;
                    mine.add(measured_entry(problem_of(process, k), h200()));
                    mine.merge_into_file(path.string());
                }
                return 0;
            });
        for (auto& worker : workers) BOOST_TEST(worker.wait() == 0);
    }
    wisdom all;
    all.merge_file(path.string());
    BOOST_TEST(all.entries().size() == std::size_t{processes * entries_of_each});
    for (int process = 0; process < processes; ++process)
        for (int k = 0; k < entries_of_each; ++k)
            BOOST_TEST(all.entries_of(problem_of(process, k)).size() == 1U, problem_of(process, k));
    BOOST_TEST(names(path.parent_path()) == (std::set<std::string>{"wisdom.json"}), boost::test_tools::per_element());
}

// Readers see the file before or after a change, and always complete.
BOOST_AUTO_TEST_CASE(reading_while_others_write) {
    const temporary_folder folder;
    const auto path = (folder.path() / "wisdom.json").string();
    wisdom known;
    for (int k = 0; k < 20; ++k) known.add(measured_entry(problem_of(0, k), h200()));
    known.write_file(path);
    child writer([&] {
        for (int k = 0; k < 100; ++k) known.write_file(path);
        return 0;
    });
    std::size_t wrong = 0;
    for (int k = 0; k < 300; ++k) wrong += count_in(path) != 20;
    BOOST_TEST(wrong == 0U);
    BOOST_TEST(writer.wait() == 0);
}

// Waiting is reported. A lock that is released ends the wait, and one that is not is an error.
BOOST_AUTO_TEST_CASE(a_lock_that_is_waited_for) {
    const temporary_folder folder;
    const auto path = (folder.path() / "wisdom.json").string(), lock = path + ".lock";
    const auto hold = [&] {
        const int file = open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        BOOST_REQUIRE(flock(file, LOCK_EX | LOCK_NB) == 0);
        return file;
    };
    const message_recorder listener;
    wisdom known;
    known.add(measured_entry("c2c f32 64", h200()));
    const int held = hold();
    std::atomic<bool> over{false};
    std::string error;
    std::thread merging([&] {
        try {
            known.merge_into_file(path);
        } catch (const std::exception& e) {
            error = e.what();
        }
        over = true;
    });
    std::vector<std::string> said;
    while (said.empty() && !over) {
        said = message_recorder::texts();
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    BOOST_TEST(!over);
    close(held);
    merging.join();
    BOOST_TEST(error == "");
    BOOST_TEST(said == std::vector<std::string>{"waiting for another process, which holds '" + lock + "'"},
               boost::test_tools::per_element());
    BOOST_TEST(names(folder) == std::set<std::string>{"wisdom.json"});
    const int for_ever = hold();
    expect_argument_error(
        "wisdom", [&] { known.merge_into_file(path); }, "another process has held '" + lock + "'");
    close(for_ever);
}

// The lock of a killed process is taken over. A foreign file stays.
BOOST_AUTO_TEST_CASE(locks_that_were_left) {
    const temporary_folder folder;
    const auto path = folder.path() / "wisdom.json", lock = folder.path() / "wisdom.json.lock";
    wisdom known;
    write_file(lock, "");
    known.merge_into_file(path.string());
    BOOST_TEST(names(folder) == std::set<std::string>{"wisdom.json"});
    write_file(lock, "notes");
    known.merge_into_file(path.string());
    BOOST_TEST(read_file(lock) == "notes");
}

BOOST_AUTO_TEST_SUITE_END()
