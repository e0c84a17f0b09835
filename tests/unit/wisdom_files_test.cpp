// Wisdom files: reading, merging, and the state after a failed write.
#include <boost/test/unit_test.hpp>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <stockham/stockham.hpp>

#include "launch/launch.hpp"
#include "support/child.hpp"
#include "support/environment.hpp"
#include "support/refusal.hpp"
#include "support/store_files.hpp"
#include "support/wisdom_entries.hpp"
#include "support/wisdom_start.hpp"

BOOST_AUTO_TEST_SUITE(wisdom_files_test)

using stockham::wisdom;
namespace fs = std::filesystem;

namespace {

const auto& h200() {
    static const auto device = stockham::named_description("h200");
    return device;
}

std::string problem_of(int number) {
    return "c2c f32 64 b" + std::to_string(2 + number);
}

}  // namespace

BOOST_AUTO_TEST_CASE(merging_keeps_the_better_entry_of_the_file) {
    const temporary_folder folder;
    const auto path = (folder.path() / "wisdom.json").string();
    auto e = measured_entry("c2c f32 64", h200());
    wisdom slow, fast;
    slow.add(e);
    e.seconds /= 2;
    fast.add(e);
    slow.merge_into_file(path);
    fast.merge_into_file(path);
    slow.merge_into_file(path);
    BOOST_TEST(read_file(path) == fast.text());
    BOOST_TEST(((fs::status(path).permissions() & fs::perms::mask) == static_cast<fs::perms>(0644)));
}

BOOST_AUTO_TEST_CASE(what_is_no_wisdom_is_not_overwritten) {
    const temporary_folder folder;
    const auto path = folder.path() / "wisdom.json";
    wisdom known;
    known.add(measured_entry("c2c f32 64", h200()));
    for (const auto& text : {std::string(), std::string("notes"), known.text().substr(0, 100), std::string("{}"),
                             "{\"format\": \"stockham wisdom\", \"version\": 2, \"entries\": []}" + std::string()}) {
        write_file(path, text);
        expect_argument_error(
            "wisdom", [&] { known.merge_into_file(path.string()); }, path.string());
        BOOST_TEST(read_file(path) == text);
        expect_argument_error(
            "wisdom", [&] { wisdom().merge_file(path.string()); }, path.string());
    }
    BOOST_TEST(names(folder) == (std::set<std::string>{"wisdom.json"}));
}

BOOST_AUTO_TEST_CASE(places_where_nothing_can_be_written) {
    const temporary_folder folder;
    write_file(folder.path() / "file", "text");
    fs::create_directory(folder.path() / "folder");
    fs::create_symlink("loop", folder.path() / "loop");
    wisdom known;
    known.add(measured_entry("c2c f32 64", h200()));
    for (const char* name : {"file/wisdom.json", "file/folder/wisdom.json", "folder", "loop/wisdom.json"})
        BOOST_TEST_CONTEXT(name) {
            const auto path = (folder.path() / name).string();
            expect_argument_error(
                "wisdom", [&] { known.write_file(path); }, path);
            expect_argument_error(
                "wisdom", [&] { known.merge_into_file(path); }, path);
            expect_argument_error(
                "wisdom", [&] { known.merge_file(path); }, path);
        }
    expect_argument_error(
        "wisdom", [&] { known.merge_file((folder.path() / "missing").string()); }, "No such file");
    expect_argument_error(
        "wisdom", [&] { known.merge_file((folder.path() / "folder").string()); }, "directory");
    expect_argument_error("wisdom", [&] { known.merge_file((folder.path() / "loop").string()); });
    expect_argument_error("wisdom", [&] { known.merge_into_file((folder.path() / "loop").string()); });
    expect_argument_error("wisdom", [&] { known.merge_file(""); });
    expect_argument_error("wisdom", [&] { known.write_file(""); });
    BOOST_TEST(read_file(folder.path() / "file") == "text");
    for (const auto& name : names(folder)) BOOST_TEST(name.find("json") == name.npos, name);
}

// Simulates a full disk: files of at most 200 bytes.
BOOST_AUTO_TEST_CASE(writing_that_fails_leaves_the_old_file) {
    const temporary_folder folder;
    const auto path = folder.path() / "wisdom.json";
    wisdom small, large;
    small.add(measured_entry("c2c f32 64", h200()));
    small.write_file(path.string());
    for (int k = 0; k < 10; ++k) large.add(measured_entry(problem_of(k), h200()));
    child process([&] {
        const rlimit limit{200, 200};
        if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
        for (bool merging : {false, true}) {
            try {
                merging ? large.merge_into_file(path.string()) : large.write_file(path.string());
                return 2;
            } catch (const stockham::argument_error& e) {
                if (std::string(e.what()).find("File too large") == std::string::npos) return 3;
            }
        }
        return 0;
    });
    BOOST_TEST(process.wait() == 0);
    BOOST_TEST(read_file(path) == small.text());
    BOOST_TEST(names(folder) == (std::set<std::string>{"wisdom.json"}), boost::test_tools::per_element());
}

// Pipes and devices, whose text may never come or never end, and a file that is larger than any wisdom.
BOOST_AUTO_TEST_CASE(files_that_never_end) {
    const temporary_folder folder;
    const auto at = [&](const char* name) { return (folder.path() / name).string(); };
    BOOST_REQUIRE(mkfifo(at("pipe").c_str(), 0600) == 0);
    fs::create_symlink("/dev/zero", at("zero"));
    write_file(at("large"), "");
    fs::resize_file(at("large"), (16 << 20) + 1);
    const auto why_not = [&](const std::string& path) {
        const temporary_folder words;
        child process([&] {
            alarm(20);
            wisdom known;
            for (bool merging : {false, true}) {
                try {
                    merging ? known.merge_into_file(path) : known.merge_file(path);
                    return 1;
                } catch (const stockham::argument_error& e) {
                    std::ofstream(words.path() / "words", std::ios::app) << e.what() << "; ";
                }
            }
            return 0;
        });
        BOOST_TEST(process.wait() == 0, path);
        return read_file(words.path() / "words");
    };
    for (const char* name : {"pipe", "zero"}) {
        const auto why = "cannot read '" + at(name) + "': not a regular file; ";
        BOOST_TEST(why_not(at(name)) == why + why);
    }
    BOOST_TEST(why_not(at("large")).find("larger than the limit of 16 MiB") != std::string::npos);
    for (const char* name : {"pipe", "zero", "large"})
        BOOST_TEST(standard_after([&] {
                       alarm(20);
                       set_places(at(name).c_str(), "", "");
                   }) == unknown + said_once);
    expect_argument_error(
        "wisdom", [&] { wisdom().write_file(at("pipe")); }, "not a regular file");
    const kernel_folder kernels;
    kernels.remove("cl/common/complex.cl");
    BOOST_REQUIRE(mkfifo((kernels.path() + "/cl/common/complex.cl").c_str(), 0600) == 0);
    child process([&] {
        alarm(20);
        setenv("STOCKHAM_KERNEL_DIR", kernels.path().c_str(), 1);
        try {
            stockham::internal::kernel_source("cl/common/complex.cl");
        } catch (const stockham::argument_error& e) {
            return std::string(e.what()).find("not a regular file") == std::string::npos;
        }
        return true;
    });
    BOOST_TEST(process.wait() == 0);
}

BOOST_AUTO_TEST_CASE(a_link_stays_a_link) {
    const temporary_folder folder;
    const auto target = folder.path() / "dotfiles" / "mine.json", link = folder.path() / "config" / "wisdom.json";
    fs::create_directories(folder.path() / "config");
    fs::create_symlink("../dotfiles/mine.json", link);
    fs::create_symlink("wisdom.json", folder.path() / "config" / "again.json");
    const auto problems = [&] {
        wisdom all;
        all.merge_file(target.string());
        return all.entries().size();
    };
    wisdom known;
    for (const char* name : {"wisdom.json", "again.json"}) {  // first without an existing file
        known.add(measured_entry(problem_of(static_cast<int>(known.entries().size())), h200()));
        known.merge_into_file((folder.path() / "config" / name).string());
        BOOST_TEST(problems() == known.entries().size());
    }
    known.add(measured_entry("c2c f32 64", h200()));
    known.write_file(link.string());
    BOOST_TEST(problems() == 3U);
    BOOST_TEST(wisdom::forget_in_file(link.string(), "c2c f32 64") == 1U);
    BOOST_TEST(problems() == 2U);
    BOOST_TEST(fs::is_symlink(link));
    BOOST_TEST(fs::read_symlink(link) == "../dotfiles/mine.json");
    BOOST_TEST(names(folder.path() / "config") == (std::set<std::string>{"again.json", "wisdom.json"}));
    BOOST_TEST(names(folder.path() / "dotfiles") == std::set<std::string>{"mine.json"});
}

BOOST_AUTO_TEST_CASE(mode_and_owner_stay) {
    const temporary_folder folder;
    const auto path = folder.path() / "wisdom.json";
    wisdom known;
    known.write_file(path.string());
    constexpr uid_t somebody = 54321;
    const bool may_give_away = chown(path.c_str(), somebody, somebody) == 0;
    for (const mode_t mode : {0600U, 0660U, 0444U}) {
        BOOST_REQUIRE(chmod(path.c_str(), mode) == 0);
        known.add(measured_entry(problem_of(static_cast<int>(mode % 25)), h200()));
        known.merge_into_file(path.string());
        struct stat about {};
        BOOST_REQUIRE(stat(path.c_str(), &about) == 0);
        BOOST_TEST((about.st_mode & 07777U) == mode);
        BOOST_TEST((about.st_uid == (may_give_away ? somebody : geteuid())));
        BOOST_TEST((about.st_gid == (may_give_away ? somebody : about.st_gid)));
    }
}

BOOST_AUTO_TEST_SUITE_END()
