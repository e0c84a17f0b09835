// The cache on disk with many users: processes and threads that keep, find and make room at the same time.
#include <boost/test/unit_test.hpp>

#include <deque>
#include <random>
#include <thread>

#include <fcntl.h>

#include "support/child.hpp"
#include "support/message_recorder.hpp"
#include "support/store_files.hpp"

BOOST_AUTO_TEST_SUITE(disk_store_processes_test)

using stockham::internal::disk_store;
namespace fs = std::filesystem;

namespace {

constexpr int key_count = 20, turns = 200;

std::string key_of(unsigned number) {
    return "key " + std::to_string(number);
}

/// Payloads of very different lengths. Each byte is a function of the key.
std::string payload_of(unsigned number) {
    std::mt19937 generator(number);
    std::string bytes(number * number * 40, '\0');
    for (auto& byte : bytes) byte = static_cast<char>(generator() & 0xff);
    return bytes;
}

/// Keeps and finds at random. With `lasting`, entries of this worker must be found again. Returns 0 on success.
int work(const fs::path& folder, std::uint64_t most_bytes, bool lasting, unsigned seed) {
    const disk_store store(folder, most_bytes);
    std::mt19937 generator(seed);
    std::set<unsigned> kept;
    for (int turn = 0; turn < turns; ++turn) {
        const auto number = static_cast<unsigned>(generator() % key_count);
        if (generator() % 2 == 0) {
            if (!store.keep(key_of(number), payload_of(number))) return 1;
            kept.insert(number);
        } else {
            const auto got = store.find(key_of(number));
            if (got && *got != payload_of(number)) return 2;
            if (!got && lasting && kept.count(number)) return 3;
        }
    }
    return 0;
}

/// Checks the folder after the work: only entries, all of them right, and no more than allowed.
void check_what_is_left(const fs::path& folder, std::uint64_t most_bytes) {
    const message_recorder listener;
    const disk_store store(folder, most_bytes);
    BOOST_TEST(store.keep(key_of(0), payload_of(0)));  // if two make room at once, neither may see all entries
    BOOST_TEST(store.used().bytes <= most_bytes);
    std::set<std::string> entries;
    for (unsigned number = 0; number < key_count; ++number)
        if (fs::exists(folder / name_of(key_of(number)))) {
            entries.insert(name_of(key_of(number)));
            BOOST_TEST((store.find(key_of(number)) == payload_of(number)), key_of(number));
        }
    BOOST_TEST(names(folder) == entries, boost::test_tools::per_element());
    BOOST_TEST(message_recorder::texts().empty());
}

void check_workers(std::uint64_t most_bytes, bool lasting) {
    const temporary_folder folder;
    const auto store_folder = folder.path() / "made" / "by" / "all";
    {
        std::deque<child> workers;
        for (unsigned seed = 0; seed < 8; ++seed)
            workers.emplace_back([&] {
                const message_recorder listener;
                const int result = work(store_folder, most_bytes, lasting, seed);
                return result == 0 && !message_recorder::texts().empty() ? 4 : result;
            });
        for (auto& worker : workers) BOOST_TEST(worker.wait() == 0);
    }
    check_what_is_left(store_folder, most_bytes);
    if (lasting) BOOST_TEST(disk_store(store_folder, most_bytes).used().entries == unsigned{key_count});
}

}  // namespace

BOOST_AUTO_TEST_CASE(eight_with_room_for_all) {
    check_workers(plenty, true);
}

BOOST_AUTO_TEST_CASE(eight_that_drive_out_each_other) {
    check_workers(30000, false);
}

BOOST_AUTO_TEST_CASE(threads_as_well) {
    const temporary_folder folder;
    const message_recorder listener;
    const disk_store store(folder, plenty);
    std::vector<std::thread> threads;
    std::vector<int> results(8, -1);
    for (unsigned t = 0; t < results.size(); ++t)
        threads.emplace_back([&, t] { results[t] = work(folder, t < 4 ? plenty : 30000, false, t); });
    for (auto& thread : threads) thread.join();
    BOOST_TEST(results == std::vector<int>(8, 0), boost::test_tools::per_element());
    BOOST_TEST(message_recorder::texts().empty());
    check_what_is_left(folder, plenty);
}

// One process reads and writes while another one damages files. No reader gets a wrong payload.
BOOST_AUTO_TEST_CASE(somebody_damages_entries_all_the_while) {
    const temporary_folder folder;
    const message_recorder listener;
    std::deque<child> workers;
    for (unsigned seed = 0; seed < 3; ++seed)
        workers.emplace_back([&] {
            stockham::set_message_handler(nullptr);
            return work(folder, plenty, false, seed);
        });
    workers.emplace_back([&] {
        std::mt19937 generator(9);
        for (int turn = 0; turn < turns; ++turn) {
            const auto number = static_cast<unsigned>(generator() % key_count);
            const int file = open((folder.path() / name_of(key_of(number))).c_str(), O_WRONLY);
            if (file < 0) continue;
            const auto at = static_cast<off_t>(generator() % (header_bytes + payload_of(number).size()));
            const bool done = generator() % 2 ? pwrite(file, "\x5a\xa5\x77", 3, at) == 3 : ftruncate(file, at) == 0;
            close(file);
            if (!done) return 5;
        }
        return 0;
    });
    for (auto& worker : workers) BOOST_TEST(worker.wait() == 0);
    const disk_store store(folder, plenty);
    for (unsigned number = 0; number < key_count; ++number) {
        const auto got = store.find(key_of(number));
        BOOST_TEST((!got || *got == payload_of(number)));
    }
}

BOOST_AUTO_TEST_SUITE_END()
