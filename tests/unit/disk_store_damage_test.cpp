// Damaged files of the cache on disk: the store returns exactly what was stored, or nothing.
#include <boost/test/unit_test.hpp>

#include <functional>
#include <map>

#include <sys/stat.h>

#include "base/files/files.hpp"
#include "support/message_recorder.hpp"
#include "support/store_files.hpp"

BOOST_AUTO_TEST_SUITE(disk_store_damage_test)

using stockham::internal::disk_store;
namespace fs = std::filesystem;

namespace {

/// Writes bytes to the file of the key's entry. find must return nothing and remove the file.
void check_refused(const fs::path& folder, const std::string& key, const std::string& bytes, const std::string& what) {
    write_file(folder / name_of(key), bytes);
    const auto got = disk_store(folder, plenty).find(key);
    BOOST_TEST(!got, what);
    BOOST_TEST(names(folder).empty(), what << ": the file is still there");
}

}  // namespace

BOOST_AUTO_TEST_CASE(truncated_anywhere) {
    const temporary_folder folder;
    const message_recorder listener;
    const auto whole = entry("key", "a payload of some bytes");
    for (std::size_t bytes = 0; bytes < whole.size(); ++bytes)
        check_refused(folder, "key", whole.substr(0, bytes), std::to_string(bytes) + " bytes");
    BOOST_TEST(message_recorder::texts() ==
                   std::vector<std::string>{"the cache in " + folder.path().string() +
                                            " had entries that were damaged or too large, now removed"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(any_bit_flipped) {
    const temporary_folder folder;
    const message_recorder listener;
    const auto whole = entry("key", "a payload of some bytes");
    for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
        auto damaged = whole;
        damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ 1 << bit % 8);
        check_refused(folder, "key", damaged, "bit " + std::to_string(bit));
    }
    BOOST_TEST(message_recorder::texts().size() == 1U);
    write_file(folder.path() / name_of("key"), whole);  // the same undamaged file, written in the same way
    BOOST_TEST(found(disk_store(folder, plenty), "key") == "a payload of some bytes");
}

BOOST_AUTO_TEST_CASE(longer_than_written) {
    const temporary_folder folder;
    const message_recorder listener;
    const auto whole = entry("key", "payload");
    for (const auto& more : {std::string(1, '\0'), std::string("x"), whole, std::string(1 << 20, '\0')})
        check_refused(folder, "key", whole + more, std::to_string(more.size()) + " bytes more");
    BOOST_TEST(message_recorder::texts().size() == 1U);
}

BOOST_AUTO_TEST_CASE(another_keys_entry) {
    const temporary_folder folder;
    const message_recorder listener;
    const disk_store store(folder, plenty);
    BOOST_TEST(store.keep("one", "payload 1"));
    BOOST_TEST(store.keep("two", "payload 2"));
    const auto one = folder.path() / name_of("one"), two = folder.path() / name_of("two");
    const auto ones = read_file(one), twos = read_file(two);
    fs::copy_file(two, one, fs::copy_options::overwrite_existing);
    BOOST_TEST(!store.find("one"));
    BOOST_TEST(!fs::exists(one));
    BOOST_TEST(found(store, "two") == "payload 2");
    fs::remove(two);
    check_refused(folder, "one", ones.substr(0, header_bytes) + twos.substr(header_bytes), "another's payload");
    check_refused(folder, "one", twos.substr(0, header_bytes) + ones.substr(header_bytes), "another's header");
    check_refused(folder, "one", ones.substr(0, 56) + twos.substr(56), "another's digest and payload");
}

// Headers with matching digests, so that each field is checked on its own.
BOOST_AUTO_TEST_CASE(headers_that_lie) {
    const temporary_folder folder;
    const message_recorder listener;
    const std::string key = "key", payload = "payload";
    const auto huge = ~std::uint64_t{0};
    for (const std::uint64_t bytes : {std::uint64_t{0}, std::uint64_t{6}, std::uint64_t{8}, plenty, huge - 87,
                                      huge - 80, huge / 2, huge / 2 + 1, huge}) {
        check_refused(folder, key, entry(key, payload, key.size(), bytes), "payload of " + std::to_string(bytes));
        check_refused(folder, key, entry(key, payload, bytes, payload.size()), "key of " + std::to_string(bytes));
    }
    check_refused(folder, key, entry("kez", payload), "another key");
    for (const char* magic : {"stkprog0", "stkprog2",
                              "\x7f"
                              "ELF\2\1\1"})
        check_refused(folder, key, entry(key, payload, key.size(), payload.size(), std::string(magic, 8)), magic);
}

// A file that claims to be as long as a disk. Neither its header nor its length may make the store read it.
BOOST_AUTO_TEST_CASE(a_hole_of_a_terabyte) {
    const temporary_folder folder;
    const message_recorder listener;
    const auto path = folder.path() / name_of("key");
    const auto bytes = std::uint64_t{1} << 40;
    write_file(path, entry("key", "", 3, bytes - header_bytes));
    std::error_code error;
    fs::resize_file(path, bytes, error);
    if (error) fs::resize_file(path, plenty + 1);  // this file system has no files of that length
    BOOST_TEST(!disk_store(folder, plenty).find("key"));
    BOOST_TEST(!fs::exists(path));
}

BOOST_AUTO_TEST_CASE(no_file_at_all) {
    const temporary_folder folder;
    const message_recorder listener;
    const disk_store store(folder, plenty);
    const auto path = folder.path() / name_of("key");
    const std::map<std::string, std::function<void()>> makers = {
        {"a folder", [&] { fs::create_directory(path); }},
        {"a pipe", [&] { BOOST_REQUIRE(mkfifo(path.c_str(), 0600) == 0); }},
        {"a link to nowhere", [&] { fs::create_symlink("/nonexistent/file", path); }},
        {"a link to an entry",
         [&] {
             write_file(folder.path() / "elsewhere", entry("key", "payload"));
             fs::create_symlink(folder.path() / "elsewhere", path);
         }},
    };
    for (const auto& [what, make] : makers) BOOST_TEST_CONTEXT(what) {
            make();
            BOOST_TEST(!store.find("key"));
            BOOST_TEST(!fs::exists(fs::symlink_status(path)));
            BOOST_TEST(store.keep("key", "payload"));
            BOOST_TEST(found(store, "key") == "payload");
            fs::remove(path);
        }
    BOOST_TEST((read_file(folder.path() / "elsewhere") == entry("key", "payload")));
    BOOST_TEST(message_recorder::texts().size() == 1U);
}

// It cannot be removed without its contents, and these do not belong to the store.
BOOST_AUTO_TEST_CASE(a_full_folder_in_an_entrys_place) {
    const temporary_folder folder;
    const message_recorder listener;
    const disk_store store(folder, plenty);
    const auto path = folder.path() / name_of("key");
    fs::create_directory(path);
    write_file(path / "notes", "text");
    for (int repeat = 0; repeat < 2; ++repeat) {
        BOOST_TEST(!store.find("key"));
        BOOST_TEST(!store.keep("key", "payload"));
    }
    BOOST_TEST(store.clear().entries == 0U);
    BOOST_TEST(read_file(path / "notes") == "text");
    BOOST_TEST(names(folder) == std::set<std::string>{name_of("key")});
    BOOST_TEST(message_recorder::texts().size() == 2U);  // one from find, one from keep
}

// Processes that remove the same entry must not report errors because of each other.
BOOST_AUTO_TEST_CASE(what_is_gone_needs_no_removing) {
    const temporary_folder folder;
    const auto [open_folder, error] = stockham::internal::open_own_folder(folder, false);
    BOOST_REQUIRE(!error);
    write_file(folder.path() / "file", "text");
    for (int repeat = 0; repeat < 2; ++repeat) BOOST_TEST(!stockham::internal::remove_file(open_folder, "file"));
    BOOST_TEST(names(folder).empty());
}

// Others may have changed the file together with its digest.
BOOST_AUTO_TEST_CASE(entries_that_others_may_write) {
    const temporary_folder folder;
    const message_recorder listener;
    const disk_store store(folder, plenty);
    for (unsigned bit : {0020U, 0002U}) {
        BOOST_TEST(store.keep("key", "payload"));
        fs::permissions(folder.path() / name_of("key"), static_cast<fs::perms>(0600U | bit));
        BOOST_TEST(!store.find("key"));
        BOOST_TEST(names(folder).empty());
    }
}

BOOST_AUTO_TEST_SUITE_END()
