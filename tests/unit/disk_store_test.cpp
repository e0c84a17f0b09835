// The cache on disk: entries are found again, only in suitable folders.
#include <boost/test/unit_test.hpp>

#include <map>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/child.hpp"
#include "support/environment.hpp"
#include "support/message_recorder.hpp"
#include "support/store_files.hpp"

BOOST_AUTO_TEST_SUITE(disk_store_test)

using stockham::internal::disk_store;
namespace fs = std::filesystem;

namespace {

constexpr uid_t somebody_else = 1;

unsigned mode(const fs::path& path) {
    return static_cast<unsigned>(fs::status(path).permissions());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(entries)

BOOST_AUTO_TEST_CASE(round_trip) {
    const temporary_folder folder;
    const message_recorder listener;
    const disk_store store(folder, plenty);
    std::string all_bytes, large(3 << 20, '\0');
    for (int byte = 0; byte < 256; ++byte) all_bytes += static_cast<char>(byte);
    for (std::size_t i = 0; i < large.size(); ++i) large[i] = static_cast<char>(i * i >> 7);
    const std::map<std::string, std::string> payloads = {{"empty", ""},
                                                         {"", "empty key"},
                                                         {"text", "payload\n"},
                                                         {"zeros", std::string(1000, '\0')},
                                                         {"all bytes", all_bytes},
                                                         {"large", large},
                                                         {all_bytes, "binary key"},
                                                         {std::string(100000, 'k'), "long key"}};
    for (const auto& [key, payload] : payloads) {
        BOOST_TEST(!store.find(key));
        BOOST_TEST(store.keep(key, payload));
    }
    std::uint64_t bytes = 0;
    for (const auto& [key, payload] : payloads) {
        BOOST_TEST((store.find(key) == payload));
        BOOST_TEST((disk_store(folder, plenty).find(key) == payload));
        bytes += header_bytes + payload.size();
    }
    BOOST_TEST(store.used().entries == payloads.size());
    BOOST_TEST(store.used().bytes == bytes);
    BOOST_TEST(message_recorder::texts().empty());
}

BOOST_AUTO_TEST_CASE(a_later_payload_replaces_an_earlier_one) {
    const temporary_folder folder;
    const disk_store store(folder, plenty);
    for (const char* payload : {"first, the longer one", "second", ""}) {
        BOOST_TEST(store.keep("key", payload));
        BOOST_TEST(found(store, "key") == payload);
    }
    BOOST_TEST(names(folder) == std::set<std::string>{name_of("key")});
}

// Caches outlive versions of the library. Entries in this format must stay readable, or the magic must change.
BOOST_AUTO_TEST_CASE(the_form_of_an_entry) {
    const temporary_folder folder;
    const disk_store store(folder, plenty);
    BOOST_TEST(store.keep("key", "payload"));
    BOOST_TEST(names(folder) ==
               std::set<std::string>{"2c70e12b7a0646f92279f427c7b38e7334d8e5389cff167a1dc30e73f826b683.program"});
    BOOST_TEST((read_file(folder.path() / name_of("key")) == entry("key", "payload")));
    write_file(folder.path() / name_of("other"), entry("other", "by hand"));
    BOOST_TEST(found(store, "other") == "by hand");
}

BOOST_AUTO_TEST_CASE(only_this_user_reads_and_writes) {
    const temporary_folder folder;
    const auto deep = folder.path() / "parent" / "stockham";
    const auto before = umask(0);
    BOOST_TEST(disk_store(deep, plenty).keep("key", "payload"));
    umask(before);
    BOOST_TEST(mode(deep.parent_path()) == 0700U);
    BOOST_TEST(mode(deep) == 0700U);
    BOOST_TEST(mode(deep / name_of("key")) == 0600U);
}

BOOST_AUTO_TEST_CASE(looking_makes_no_folder) {
    const temporary_folder folder;
    const message_recorder listener;
    const disk_store store(folder.path() / "missing", plenty);
    BOOST_TEST(!store.find("key"));
    BOOST_TEST(store.used().entries == 0U);
    BOOST_TEST(store.clear().entries == 0U);
    BOOST_TEST(names(folder).empty());
    BOOST_TEST(message_recorder::texts().empty());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(folders)

BOOST_AUTO_TEST_CASE(others_may_write_there) {
    for (unsigned bit : {0020U, 0002U}) {
        const temporary_folder folder;
        const message_recorder listener;
        const disk_store store(folder, plenty);
        BOOST_TEST(store.keep("key", "payload"));
        fs::permissions(folder, static_cast<fs::perms>(0755U | bit));
        for (int repeat = 0; repeat < 2; ++repeat) {
            BOOST_TEST(!store.find("key"));
            BOOST_TEST(!store.keep("another", "payload"));
            BOOST_TEST(store.used().entries == 0U);
            BOOST_TEST(store.clear().entries == 0U);
        }
        BOOST_TEST(names(folder) == std::set<std::string>{name_of("key")});
        BOOST_TEST(message_recorder::texts() ==
                       std::vector<std::string>{"the cache in " + folder.path().string() +
                                                " is not used: it belongs to another user, or others may write to it"},
                   boost::test_tools::per_element());
        fs::permissions(folder, static_cast<fs::perms>(0755U));  // others may read it
        BOOST_TEST(found(store, "key") == "payload");
    }
}

BOOST_AUTO_TEST_CASE(another_users) {
    const temporary_folder own;
    const message_recorder listener;
    fs::path folder = "/";  // root's folder, unless the test runs as root
    if (geteuid() == 0) {
        folder = own.path() / "stockham";
        BOOST_TEST(disk_store(folder, plenty).keep("key", "payload"));
        BOOST_REQUIRE(chown(folder.c_str(), somebody_else, gid_t(-1)) == 0);
    }
    const disk_store store(folder, plenty);
    for (int repeat = 0; repeat < 2; ++repeat) {
        BOOST_TEST(!store.find("key"));
        BOOST_TEST(!store.keep("key", "payload"));
    }
    const auto texts = message_recorder::texts();
    BOOST_TEST(texts.size() == 1U);
    BOOST_TEST((!texts.empty() && texts[0].find("is not used: it belongs to another user") != std::string::npos));
}

BOOST_AUTO_TEST_CASE(no_folder_can_be_there) {
    const temporary_folder folder;
    const message_recorder listener;
    write_file(folder.path() / "file", "text");
    for (const char* below : {"file", "file/stockham", "file/a/b"}) {
        const disk_store store(folder.path() / below, plenty);
        for (int repeat = 0; repeat < 2; ++repeat) {
            BOOST_TEST(!store.keep("key", "payload"));
            BOOST_TEST(!store.find("key"));
            BOOST_TEST(store.used().bytes == 0U);
            BOOST_TEST(store.clear().bytes == 0U);
        }
        BOOST_TEST(message_recorder::texts().size() == 1U, below);
    }
    BOOST_TEST(read_file(folder.path() / "file") == "text");
    const disk_store nowhere("", plenty);
    BOOST_TEST(!nowhere.keep("key", "payload"));
    BOOST_TEST(!nowhere.find("key"));
}

// Permissions do not restrict root, so the test changes to another user if necessary.
BOOST_AUTO_TEST_CASE(read_only) {
    const temporary_folder folder;
    const auto store_folder = folder.path() / "stockham";
    fs::permissions(folder, static_cast<fs::perms>(0755U));
    const bool root = geteuid() == 0;
    if (root) BOOST_REQUIRE(chown(folder.path().c_str(), somebody_else, gid_t(-1)) == 0);
    child process([&] {
        if (root && setuid(somebody_else) != 0) return 1;
        const message_recorder listener;
        const disk_store store(store_folder, plenty);
        if (!store.keep("good", "payload") || !store.keep("bad", "payload")) return 2;
        write_file(store_folder / name_of("bad"), "damaged");
        fs::permissions(store_folder, static_cast<fs::perms>(0500U));
        for (int repeat = 0; repeat < 2; ++repeat) {
            if (found(store, "good") != "payload") return 3;
            if (store.find("bad")) return 4;
            if (store.keep("new", "payload") || store.keep("good", "other")) return 5;
            if (found(store, "good") != "payload") return 6;
            if (store.clear().entries != 0 || store.used().entries != 2) return 7;
        }
        return message_recorder::texts().size() == 2
                   ? 0
                   : 8;  // one from find for an entry that it cannot remove, one from keep
    });
    BOOST_TEST(process.wait() == 0);
    fs::permissions(store_folder, static_cast<fs::perms>(0700U));
}

// A disk with space for a thousand bytes per file.
BOOST_AUTO_TEST_CASE(full_disk) {
    const temporary_folder folder;
    child process([&] {
        const rlimit most{1000, 1000};
        if (setrlimit(RLIMIT_FSIZE, &most) != 0) return 1;
        const message_recorder listener;
        const disk_store store(folder, plenty);
        if (!store.keep("small", "payload") || !store.keep("both", "payload")) return 2;
        for (const std::size_t bytes : {913U, 10000U, 3000000U})
            for (const char* key : {"large", "both"})
                if (store.keep(key, std::string(bytes, 'x'))) return 3;
        if (store.find("large") || found(store, "small") != "payload" || found(store, "both") != "payload") return 4;
        if (names(folder) != std::set<std::string>{name_of("small"), name_of("both")}) return 5;
        if (message_recorder::texts().size() != 1) return 6;
        return store.keep("just fits", std::string(912, 'x')) ? 0 : 7;
    });
    BOOST_TEST(process.wait() == 0);
    BOOST_TEST(disk_store(folder, plenty).used().entries == 3U);
}

BOOST_AUTO_TEST_CASE(clear_takes_only_its_own) {
    const temporary_folder folder;
    const disk_store store(folder, plenty);
    const auto digits = stockham::internal::hex(stockham::internal::sha256().add("x").digest());
    const std::set<std::string> strangers = {"notes.txt",
                                             "temporary",
                                             "temporary-",
                                             "temporary-file",
                                             "x.program",
                                             digits,
                                             digits + ".program~",
                                             digits + "0.program",
                                             digits.substr(1) + ".program",
                                             "X" + digits.substr(1) + ".program"};
    for (const auto& name : strangers) write_file(folder.path() / name, "text");
    const auto below = name_of("below");
    fs::create_directories(folder.path() / below / "deeper");
    for (const char* key : {"a", "b", "c"}) BOOST_TEST(store.keep(key, "12345678"));
    write_file(folder.path() / "temporary-12-0-0123456789abcdef", "left over");
    const auto used = store.used(), cleared = store.clear();
    BOOST_TEST(used.entries == 3U);
    BOOST_TEST(used.bytes == 3 * (header_bytes + 8));
    BOOST_TEST(cleared.entries == used.entries);
    BOOST_TEST(cleared.bytes == used.bytes);
    auto left = strangers;
    left.insert(below);
    BOOST_TEST(names(folder) == left, boost::test_tools::per_element());
    BOOST_TEST(store.used().entries == 0U);
    BOOST_TEST(store.clear().entries == 0U);
}

BOOST_AUTO_TEST_CASE(the_users_folder) {
    const scoped_variable xdg("XDG_CACHE_HOME", "/xdg/cache"), home("HOME", "/home/somebody");
    using stockham::internal::user_cache_folder;
    BOOST_TEST(user_cache_folder().value() == "/xdg/cache/stockham");
    setenv("XDG_CACHE_HOME", "/xdg/cache/", 1);
    BOOST_TEST(user_cache_folder().value() == "/xdg/cache/stockham");
    for (const char* ignored : {"", "relative", "./cache", "~/cache"}) {
        setenv("XDG_CACHE_HOME", ignored, 1);
        BOOST_TEST(user_cache_folder().value() == "/home/somebody/.cache/stockham", ignored);
    }
    unsetenv("XDG_CACHE_HOME");
    BOOST_TEST(user_cache_folder().value() == "/home/somebody/.cache/stockham");
    for (const char* ignored : {"", "relative"}) {
        setenv("HOME", ignored, 1);
        BOOST_TEST(!user_cache_folder());
    }
    unsetenv("HOME");
    BOOST_TEST(!user_cache_folder());
    setenv("XDG_CACHE_HOME", "/xdg/cache", 1);
    BOOST_TEST(user_cache_folder().value() == "/xdg/cache/stockham");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE_END()
