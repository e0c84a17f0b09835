// File functions of the library (host/base/files/files.hpp): behaviour that is the same on POSIX and on Windows.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <set>

#include "base/files/files.hpp"

BOOST_AUTO_TEST_SUITE(files_test)

namespace fs = std::filesystem;
using namespace stockham;
using namespace stockham::internal;

namespace {

#ifdef _WIN32
constexpr bool may_be_in_the_way = true;  // open files block replacement on an old Windows, and in Wine
#else
constexpr bool may_be_in_the_way = false;
#endif

/// A new empty folder, removed at the end.
class new_folder {
  public:
    new_folder() : path_(fs::temp_directory_path() / ("stockham_files_" + std::to_string(process_number()))) {
        char random[4];
        random_bytes(random, sizeof random);
        for (const char byte : random) path_ += std::to_string(static_cast<unsigned char>(byte));
    }
    ~new_folder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    new_folder(const new_folder&) = delete;
    new_folder& operator=(const new_folder&) = delete;
    const fs::path& path() const { return path_; }

  private:
    fs::path path_;
};

file_descriptor made(const new_folder& folder) {
    auto [open, error] = open_own_folder(folder.path(), true);
    BOOST_REQUIRE_MESSAGE(!error, error.message());
    return std::move(open);
}

std::string text_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::set<std::string> names_in(const file_descriptor& folder) {
    std::set<std::string> names;
    for (const auto& file : list_files(folder)) names.insert(file.name);
    return names;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_folder_is_made_with_its_parents_or_not_there) {
    const new_folder folder;
    const auto below = folder.path() / "some" / "where";
    BOOST_TEST((open_own_folder(below, false).second == std::errc::no_such_file_or_directory));
    BOOST_TEST(!fs::exists(below));
    BOOST_TEST(bool(open_own_folder(below, true).first));
    BOOST_TEST(fs::is_directory(below));
    std::ofstream(folder.path() / "file") << "no folder";
    BOOST_TEST(!open_own_folder(folder.path() / "file", true).first);
}

BOOST_AUTO_TEST_CASE(a_file_is_written_whole_and_replaced) {
    const new_folder folder;
    const auto open = made(folder);
    const std::string all("first\r\n\0 and second", 19);
    BOOST_TEST(!write_file(open, "new", "file", {std::string_view(all).substr(0, 8), std::string_view(all).substr(8)}));
    BOOST_TEST(text_of(folder.path() / "file") == all);
    BOOST_TEST(!write_file(open, "new", "file", {"another"}));
    BOOST_TEST(text_of(folder.path() / "file") == "another");
    BOOST_TEST((names_in(open) == std::set<std::string>{"file"}));

    const auto file = open_file(open, "file");
    BOOST_REQUIRE(bool(file));
    BOOST_TEST(length_of_own(file) == 7);
    std::string read(7, '.');
    BOOST_TEST(read_all(file, read.data(), read.size()));
    BOOST_TEST(read == "another");
    BOOST_TEST(!read_all(file, read.data(), 1));
    BOOST_TEST(read_some(file, read.data(), 1) == 0);

    // A process that has the file open keeps the old contents and does not block the replacement. On some systems it
    // blocks it, and then nothing changes.
    const auto error = write_file(open, "new", "file", {"third"});
    BOOST_TEST(facts_of(file).bytes == 7U);
    BOOST_TEST((names_in(open) == std::set<std::string>{"file"}));
    BOOST_TEST(text_of(folder.path() / "file") == (error ? "another" : "third"));
    if (may_be_in_the_way)
        BOOST_TEST((!error || error == std::errc::permission_denied));
    else
        BOOST_TEST(!error);
}

BOOST_AUTO_TEST_CASE(a_name_that_is_taken_is_refused_and_nothing_left) {
    const new_folder folder;
    const auto open = made(folder);
    std::ofstream(folder.path() / "new") << "taken";
    BOOST_TEST((write_file(open, "new", "file", {"text"}) == std::errc::file_exists));
    BOOST_TEST((names_in(open) == std::set<std::string>{"new"}));
    fs::create_directories(folder.path() / "file" / "below");
    BOOST_TEST(bool(write_file(open, "other", "file", {"text"})));  // a folder has that name
    BOOST_TEST((names_in(open) == std::set<std::string>{"new"}));
}

BOOST_AUTO_TEST_CASE(facts_tell_files_apart) {
    const new_folder folder;
    const auto open = made(folder);
    BOOST_TEST((facts_of(open).kind == file_kind::folder));
    write_file(open, "new", "file", {"text"});
    const auto file = open_file(open, "file"), same = open_file(open, "file");
    BOOST_TEST((facts_of(file).kind == file_kind::regular));
    BOOST_TEST(facts_of(file).bytes == 4U);
    BOOST_TEST((facts_of(file).identity == facts_of(same).identity));
    BOOST_TEST(is_at(folder.path() / "file", file));
    write_file(open, "new", "another", {"text"});
    BOOST_TEST(!is_at(folder.path() / "another", file));
    BOOST_TEST((facts_of(open_file(open, "another")).identity != facts_of(file).identity));
    BOOST_TEST(!open_file(open, "nothing"));
    BOOST_TEST(errno == ENOENT);
    BOOST_TEST((facts_of(open_file(folder.path())).kind == file_kind::folder));
    BOOST_TEST((facts_of(open_file(folder.path() / "file")).kind == file_kind::regular));
}

BOOST_AUTO_TEST_CASE(times_are_set_and_listed) {
    const new_folder folder;
    const auto open = made(folder);
    write_file(open, "new", "file", {"text"});
    const file_time then{1000000000, 500000000};
    set_time(open, "file", then);
    const auto listed = list_files(open);
    BOOST_REQUIRE(listed.size() == 1U);
    BOOST_TEST(listed[0].bytes == 4U);
    BOOST_TEST((listed[0].time == then));
    const auto file = open_file(open, "file");
    BOOST_TEST((facts_of(file).changed == then));
    const auto now = time_now();
    set_time(file, now);
    BOOST_TEST(facts_of(file).changed.first == now.first);
    BOOST_TEST(now.first > 1700000000);
}

BOOST_AUTO_TEST_CASE(a_lock_is_one_s_until_it_is_closed) {
    const new_folder folder;
    const auto open = made(folder);
    auto mine = open_lock(open, "lock");
    BOOST_REQUIRE(bool(mine));
    BOOST_TEST(lock(mine));
    auto yours = open_lock(folder.path() / "lock");
    BOOST_REQUIRE(bool(yours));
    BOOST_TEST(!lock(yours));
    BOOST_TEST(is_busy(last_error()));
    BOOST_TEST(facts_of(yours).bytes == 0U);
    mine.close();
    BOOST_TEST(lock(yours));
    // The file is removed while it is open, as its holder does at the end. The next process makes a new file.
    BOOST_TEST(!remove_file(folder.path() / "lock"));
    if (!may_be_in_the_way) BOOST_TEST(!is_at(folder.path() / "lock", yours));
    yours.close();
    BOOST_TEST(list_files(open).empty());
}

BOOST_AUTO_TEST_CASE(files_and_empty_folders_are_removed) {
    const new_folder folder;
    const auto open = made(folder);
    write_file(open, "new", "file", {"text"});
    fs::create_directories(folder.path() / "empty");
    fs::create_directories(folder.path() / "full" / "below");
    BOOST_TEST(!remove_file(open, "file"));
    BOOST_TEST(!remove_file(open, "file"));
    BOOST_TEST(!remove_file(open, "empty"));
    BOOST_TEST(bool(remove_file(open, "full")));
    BOOST_TEST(list_files(open).empty());
}

BOOST_AUTO_TEST_CASE(a_path_s_file_is_replaced) {
    const new_folder folder;
    const auto open = made(folder);
    const auto path = folder.path() / "settings";
    BOOST_TEST(!replace_file(path, "one"));
    BOOST_TEST(text_of(path) == "one");
    BOOST_TEST(!replace_file(path, std::string(100000, 'x')));
    BOOST_TEST(text_of(path).size() == 100000U);
    BOOST_TEST(bool(replace_file(folder.path(), "a folder")));
    BOOST_TEST(bool(replace_file(folder.path() / "nowhere" / "settings", "text")));
    BOOST_TEST((names_in(open) == std::set<std::string>{"settings"}));
}

BOOST_AUTO_TEST_CASE(links_in_a_folder_are_not_followed) {
    const new_folder folder;
    const auto open = made(folder);
    write_file(open, "new", "file", {"text"});
    std::error_code error;
    fs::create_symlink(folder.path() / "file", folder.path() / "link", error);
    if (error) {  // Windows needs a privilege for it, Wine a file system
        BOOST_TEST_MESSAGE("no links here: " << error.message());
        return;
    }
    BOOST_TEST(!open_file(open, "link"));
    BOOST_TEST(errno == ELOOP);
    BOOST_TEST(!open_lock(open, "link"));
    BOOST_TEST(errno == ELOOP);
    BOOST_TEST((names_in(open) == std::set<std::string>{"file"}));
    BOOST_TEST(bool(open_file(folder.path() / "link")));
}

BOOST_AUTO_TEST_CASE(processes_and_their_random_bytes) {
    BOOST_TEST(process_number() != 0U);
    char first[16] = {}, second[16] = {};
    BOOST_TEST(random_bytes(first, sizeof first));
    BOOST_TEST(random_bytes(second, sizeof second));
    BOOST_TEST(!std::equal(std::begin(first), std::end(first), std::begin(second)));
    for (const auto& home : {user_cache_home(), user_config_home(), system_config_home()})
        if (home) BOOST_TEST(home->is_absolute());
}

BOOST_AUTO_TEST_SUITE_END()
