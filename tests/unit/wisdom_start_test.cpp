// The wisdom file that a process reads at its start, and the handling of invalid files.
#include <boost/test/unit_test.hpp>

#include <stockham/stockham.hpp>

#include "support/environment.hpp"
#include "support/store_files.hpp"
#include "support/wisdom_entries.hpp"
#include "support/wisdom_start.hpp"

BOOST_AUTO_TEST_SUITE(wisdom_start_test)

using stockham::wisdom;
namespace fs = std::filesystem;

namespace {

const auto& h200() {
    static const auto device = stockham::named_description("h200");
    return device;
}

/// A wisdom file with one entry, whose plan the estimate would not choose.
std::string file_of_one(const fs::path& path) {
    wisdom known;
    known.add(measured_entry("c2c f32 1048576", h200(), 1));
    known.write_file(path.string());
    return path.string();
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_users_file) {
    const scoped_variable home("HOME", "/home/someone");
    {
        const scoped_variable config("XDG_CONFIG_HOME", "/elsewhere");
        BOOST_TEST(wisdom::user_file() == "/elsewhere/stockham/wisdom.json");
    }
    for (const char* unusable : {"", "relative/folder"}) {
        const scoped_variable config("XDG_CONFIG_HOME", unusable);
        BOOST_TEST(wisdom::user_file() == "/home/someone/.config/stockham/wisdom.json");
        const scoped_variable no_home("HOME", unusable);
        BOOST_TEST(wisdom::user_file() == "");
    }
}

BOOST_AUTO_TEST_CASE(a_file_that_the_environment_names) {
    const temporary_folder folder;
    const auto good = file_of_one(folder.path() / "good.json");
    const auto by = [&](const std::string& file) { return standard_after([&] { set_places(file.c_str(), "", ""); }); };
    BOOST_TEST(by(good) == known_there);
    BOOST_TEST(by((folder.path() / "missing.json").string()) == unknown);  // does not exist yet
    BOOST_TEST(by("off") == unknown);
    BOOST_TEST(by("") == unknown);
    BOOST_TEST(by(folder.path().string()) == unknown + said_once);  // a folder
    const auto damaged = folder.path() / "damaged.json";
    for (const auto& text : {std::string("notes"), std::string(), read_file(good).substr(0, 200)}) {
        write_file(damaged, text);
        BOOST_TEST(by(damaged.string()) == unknown + said_once, text);
        BOOST_TEST(read_file(damaged) == text);
    }
}

BOOST_AUTO_TEST_CASE(the_users_file_is_taken_up) {
    const temporary_folder folder;
    file_of_one(folder.path() / "config" / "stockham" / "wisdom.json");
    file_of_one(folder.path() / "home" / ".config" / "stockham" / "wisdom.json");
    fs::create_directories(folder.path() / "damaged" / "stockham");
    write_file(folder.path() / "damaged" / "stockham" / "wisdom.json", "notes");
    const auto at = [&](const char* name) { return *name ? (folder.path() / name).string() : std::string(); };
    const auto by = [&](const char* file, const char* config, const char* home) {
        return standard_after([&] { set_places(file, at(config), at(home)); });
    };
    BOOST_TEST(by(nullptr, "config", "") == known_there);
    BOOST_TEST(by("", "config", "") == known_there);
    BOOST_TEST(by(nullptr, "", "home") == known_there);
    BOOST_TEST(by(nullptr, "", "") == unknown);
    BOOST_TEST(by(nullptr, "nowhere", "home") == unknown);  // set, so the one in the home folder does not count
    BOOST_TEST(by("off", "config", "home") == unknown);
    BOOST_TEST(by(nullptr, "damaged", "home") == unknown + said_once);
    BOOST_TEST(by("/nonexistent/wisdom.json", "config", "home") == unknown);  // instead of the user's own
}

// A file with stale and good entries: the good ones are used.
BOOST_AUTO_TEST_CASE(one_stale_entry_does_not_spoil_the_file) {
    const temporary_folder folder;
    const auto path = (folder.path() / "wisdom.json").string();
    wisdom known;
    known.add(measured_entry("c2c f32 1048576", h200(), 1));
    known.add(stale(measured_entry("c2c f32 64", h200())));
    known.write_file(path);
    BOOST_TEST(standard_after([&] { set_places(path.c_str(), "", ""); }) == known_there);
}

BOOST_AUTO_TEST_SUITE_END()
