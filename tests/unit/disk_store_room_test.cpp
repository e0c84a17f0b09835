// The size limit of the cache on disk: which entries and left-over files are removed, whatever the clock says.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <deque>
#include <map>
#include <random>

#include <fcntl.h>
#include <sys/stat.h>

#include <stockham/program_cache.hpp>

#include "runtime/cache/current_store.hpp"
#include "support/child.hpp"
#include "support/message_recorder.hpp"
#include "support/store_files.hpp"

BOOST_AUTO_TEST_SUITE(disk_store_room_test)

using stockham::internal::disk_store;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t entry_bytes = header_bytes + 12;
const std::string payload = "twelve bytes";

/// The clock of the file system, which the store reads. time() may lag behind it by a tick.
std::time_t seconds_now() {
    return std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
}

void set_used(const fs::path& path, std::time_t seconds) {
    const timespec times[] = {{seconds, 0}, {seconds, 0}};
    BOOST_REQUIRE(utimensat(AT_FDCWD, path.c_str(), times, 0) == 0);
}

std::time_t used_at(const fs::path& path) {
    struct stat about {};
    BOOST_REQUIRE(stat(path.c_str(), &about) == 0);
    return about.st_mtime;
}

/// The letters that have entries.
std::string letters_in(const fs::path& folder) {
    std::string all;
    for (const char letter : std::string("abcdefgh"))
        if (fs::exists(folder / name_of({letter}))) all += letter;
    return all;
}

/// The entries of these letters, used in this order, a minute apart, the last one an hour ago.
void keep_old(const fs::path& folder, const std::string& letters) {
    auto seconds = seconds_now() - 3600 - 60 * static_cast<std::time_t>(letters.size());
    for (const char letter : letters) {
        BOOST_REQUIRE(disk_store(folder, plenty).keep({letter}, payload));
        set_used(folder / name_of({letter}), seconds += 60);
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_was_not_used_for_longest_goes) {
    const temporary_folder folder;
    const disk_store store(folder, 4 * entry_bytes);
    keep_old(folder, "badc");
    BOOST_TEST(found(store, "b") == payload);  // a use
    BOOST_TEST(store.keep("e", payload));
    BOOST_TEST(letters_in(folder) == "bcde");
    BOOST_TEST(store.keep("d", payload));  // replaces its old entry
    BOOST_TEST(letters_in(folder) == "bcde");
    BOOST_TEST(store.keep("f", payload));
    BOOST_TEST(letters_in(folder) == "bdef");
    BOOST_TEST(store.keep("g", payload));
    BOOST_TEST(letters_in(folder) == "defg");
    BOOST_TEST(store.used().bytes == 4 * entry_bytes);
}

// No second passes between these uses.
BOOST_AUTO_TEST_CASE(uses_a_moment_apart_are_told_apart) {
    const temporary_folder folder;
    const disk_store store(folder, 3 * entry_bytes);
    std::mt19937 generator(5);
    std::deque<char> order;  // most recently used last
    for (int step = 0; step < 300; ++step) {
        const char letter = static_cast<char>('a' + generator() % 5);
        const auto at = std::find(order.begin(), order.end(), letter);
        BOOST_REQUIRE(store.find({letter}).has_value() == (at != order.end()));
        if (at != order.end())
            order.erase(at);
        else
            BOOST_REQUIRE(store.keep({letter}, payload));
        order.push_back(letter);
        if (order.size() > 3) order.pop_front();
    }
}

BOOST_AUTO_TEST_CASE(a_large_entry_drives_out_as_many_as_needed) {
    const temporary_folder folder;
    const disk_store store(folder, 4 * entry_bytes);
    keep_old(folder, "abcd");
    BOOST_TEST(store.keep("e", std::string(entry_bytes + 13, 'x')));  // one byte more than two entries
    BOOST_TEST(letters_in(folder) == "de");
    BOOST_TEST(store.keep("f", std::string(4 * entry_bytes - header_bytes, 'x')));  // the whole limit
    BOOST_TEST(letters_in(folder) == "f");
    BOOST_TEST(store.used().bytes == 4 * entry_bytes);
}

BOOST_AUTO_TEST_CASE(an_entry_larger_than_all_is_not_written) {
    const temporary_folder folder;
    const message_recorder listener;
    keep_old(folder, "abc");
    const disk_store store(folder, 4 * entry_bytes);
    for (const std::size_t bytes : {4 * entry_bytes - header_bytes + 1, std::uint64_t{1} << 20}) {
        BOOST_TEST(!store.keep("d", std::string(bytes, 'x')));
        BOOST_TEST(letters_in(folder) == "abc");
    }
    BOOST_TEST(message_recorder::texts().size() == 1U);
    for (const std::uint64_t most : {std::uint64_t{0}, header_bytes - 1})
        BOOST_TEST(!disk_store(folder, most).keep("d", ""));
    BOOST_TEST(letters_in(folder) == "abc");
    BOOST_TEST(disk_store(folder, header_bytes).keep("d", ""));
    BOOST_TEST(letters_in(folder) == "d");
}

BOOST_AUTO_TEST_CASE(a_limit_that_was_lowered) {
    const temporary_folder folder;
    const message_recorder listener;
    keep_old(folder, "abc");
    BOOST_TEST(!disk_store(folder, entry_bytes - 1).find("b"));
    BOOST_TEST(letters_in(folder) == "ac");
    BOOST_TEST(found(disk_store(folder, entry_bytes), "c") == payload);
}

// The environment variable of the limit, tested in a child process. A wrong value removes nothing and is reported.
BOOST_AUTO_TEST_CASE(a_limit_that_is_no_number) {
    const temporary_folder folder;
    keep_old(folder, "abc");
    const auto messages_with = [&](const std::string& limit) {
        child process([&] {
            setenv("STOCKHAM_CACHE", folder.path().c_str(), 1);
            setenv("STOCKHAM_CACHE_MB", limit.c_str(), 1);
            const message_recorder listener;
            const auto store = stockham::internal::current_store();
            if (found(*store, "b") != payload || !store->keep("d", payload) || !stockham::internal::current_store())
                return 90;
            const auto texts = message_recorder::texts();
            for (const auto& text : texts)
                if (text.find("STOCKHAM_CACHE_MB is '" + limit + "'") != 0) return 91;
            return static_cast<int>(texts.size());
        });
        return process.wait();
    };
    for (const char* slip : {"x", "2G", "-1", " 300", "1e3", "0x10", "17592186044416", "18446744073709551616"}) {
        BOOST_TEST(messages_with(slip) == 1, slip);
        BOOST_TEST(letters_in(folder) == "abcd", slip);
    }
    for (const char* good : {"", "1", "17592186044415"}) BOOST_TEST(messages_with(good) == 0, good);
}

namespace {

/// Keeps a new entry. True if the store lists the folder for it, which removes old temporary files.
bool lists(const fs::path& folder, const disk_store& store) {
    static unsigned number = 0;
    const auto left_over = folder / "temporary-1-0-0123456789abcdef";
    write_file(left_over, "text");
    set_used(left_over, seconds_now() - 100000);
    BOOST_TEST(store.keep("entry " + std::to_string(number++), payload));
    return !fs::exists(left_over);
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_folder_is_listed_after_a_sixteenth_of_the_limit) {
    const temporary_folder folder;
    const disk_store store(folder, 48 * entry_bytes), copy = store;
    BOOST_TEST(lists(folder, store));  // other processes may have filled it
    for (int round = 0; round < 2; ++round) {
        for (const auto* each : {&store, &copy, &store}) BOOST_TEST(!lists(folder, *each));
        BOOST_TEST(lists(folder, copy));
    }
    BOOST_TEST(lists(folder, disk_store(folder, 48 * entry_bytes)));
}

BOOST_AUTO_TEST_CASE(a_nearly_full_folder_is_listed_in_time) {
    const temporary_folder folder;
    const disk_store filler(folder, plenty), store(folder, 48 * entry_bytes);
    for (int k = 0; k < 46; ++k) lists(folder, filler);
    BOOST_TEST(lists(folder, store));
    BOOST_TEST(!lists(folder, store));  // the last that fits
    BOOST_TEST(store.used().entries == 48U);
    for (int repeat = 0; repeat < 2; ++repeat) {
        BOOST_TEST(lists(folder, store));
        BOOST_TEST(store.used().entries == 48U);
    }
}

BOOST_AUTO_TEST_CASE(the_settings_of_the_process_are_one_store) {
    const temporary_folder folder;
    const auto before = stockham::current_program_cache();
    for (int repeat = 0; repeat < 2; ++repeat) {
        stockham::use_program_cache({folder.path().string(), plenty});
        BOOST_TEST(lists(folder, stockham::internal::current_store().value()));
        BOOST_TEST(!lists(folder, stockham::internal::current_store().value()));
    }
    stockham::use_program_cache(before);
}

// The clock was a century ahead when "a" was used. The entry counts as new now, and ages like others.
BOOST_AUTO_TEST_CASE(times_in_the_future) {
    const temporary_folder folder;
    const disk_store store(folder, 3 * entry_bytes);
    const auto start = seconds_now();
    keep_old(folder, "abc");
    const auto a = folder.path() / name_of("a"), left_over = folder.path() / "temporary-1-0-0123456789abcdef",
               stranger = folder.path() / "notes.txt";
    for (const auto& path : {left_over, stranger}) write_file(path, "text");
    for (const auto& path : {a, left_over, stranger}) set_used(path, start + 3155760000);
    BOOST_TEST(store.keep("d", payload));
    BOOST_TEST(letters_in(folder) == "acd");
    for (const auto& path : {a, left_over}) {
        BOOST_TEST(used_at(path) >= start);
        BOOST_TEST(used_at(path) <= seconds_now());
    }
    BOOST_TEST(used_at(stranger) == start + 3155760000);
    BOOST_TEST(store.keep("e", payload));
    BOOST_TEST(letters_in(folder) == "ade");
    BOOST_TEST(store.keep("f", payload));
    BOOST_TEST(letters_in(folder) == "aef");
    BOOST_TEST(store.keep("g", payload));
    BOOST_TEST(letters_in(folder) == "efg");
}

BOOST_AUTO_TEST_CASE(what_was_just_written_stays_whatever_the_others_times) {
    const temporary_folder folder;
    keep_old(folder, "abc");
    for (const char letter : std::string("abc")) set_used(folder.path() / name_of({letter}), seconds_now() + 100000);
    BOOST_TEST(disk_store(folder, entry_bytes).keep("d", payload));
    BOOST_TEST(letters_in(folder) == "d");
}

// The state after a restart that set the clock back by years.
BOOST_AUTO_TEST_CASE(all_times_in_the_future) {
    const temporary_folder folder;
    keep_old(folder, "abc");
    for (const char letter : std::string("abc"))
        set_used(folder.path() / name_of({letter}), seconds_now() + 100000000 + letter);
    const disk_store store(folder, 4 * entry_bytes);
    for (const char letter : std::string("abc")) BOOST_TEST(found(store, {letter}) == payload);
    BOOST_TEST(store.keep("d", payload));
    BOOST_TEST(letters_in(folder) == "abcd");
    BOOST_TEST(store.keep("e", payload));
    BOOST_TEST(letters_in(folder) == "bcde");
}

BOOST_AUTO_TEST_CASE(left_over_temporary_files) {
    const temporary_folder folder;
    const message_recorder listener;
    const disk_store store(folder, plenty);
    const auto now = seconds_now();
    const std::map<std::string, std::time_t> ages = {{"temporary-1-0-0123456789abcdef", 3700},
                                                     {"temporary-1-1-0123456789abcdef", 100000000},
                                                     {"temporary-1-2-0123456789abcdef", 3500},
                                                     {"temporary-1-3-0123456789abcdef", 0},
                                                     {"temporary-1-4-0123456789abcdef", -100000},
                                                     {"temporary-text", 100000},
                                                     {"notes.txt", 100000},
                                                     {name_of("a"), 100000}};
    for (const auto& [name, age] : ages) {
        write_file(folder.path() / name, "text");
        set_used(folder.path() / name, now - age);
    }
    BOOST_TEST(store.keep("b", payload));
    BOOST_TEST(names(folder) ==
                   (std::set<std::string>{"temporary-1-2-0123456789abcdef", "temporary-1-3-0123456789abcdef",
                                          "temporary-1-4-0123456789abcdef", "temporary-text", "notes.txt", name_of("a"),
                                          name_of("b")}),
               boost::test_tools::per_element());
    BOOST_TEST(!store.find("a"));
}

BOOST_AUTO_TEST_SUITE_END()
