// Wisdom in files: many processes that add to one, writing that fails, and what a process takes up at its start.
#define BOOST_TEST_MODULE wisdom_files
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <csignal>
#include <deque>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <stockham/stockham.hpp>

#include "launch/launch.hpp"
#include "support/child.hpp"
#include "support/environment.hpp"
#include "support/heard.hpp"
#include "support/refusal.hpp"
#include "support/store_files.hpp"
#include "support/wisdom_entries.hpp"

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

/// A wisdom file with one entry, of a plan that the estimate would not take.
std::string file_of_one(const fs::path& path) {
    wisdom known;
    known.add(measured_entry("c2c f32 1048576", h200(), 1));
    known.write_file(path.string());
    return path.string();
}

/// Merges what is in a file and says how many entries that makes.
std::size_t count_in(const fs::path& path) {
    wisdom known;
    known.merge_file(path.string());
    return known.entries().size();
}

/// Puts a child's wisdom where the variables say: all of them are set anew.
void set_places(const char* file, const std::string& config, const std::string& home) {
    file ? setenv("STOCKHAM_WISDOM", file, 1) : unsetenv("STOCKHAM_WISDOM");
    config.empty() ? unsetenv("XDG_CONFIG_HOME") : setenv("XDG_CONFIG_HOME", config.c_str(), 1);
    home.empty() ? unsetenv("HOME") : setenv("HOME", home.c_str(), 1);
}

/// What a new process that is set up like this makes of the problem in file_of_one(): bit 0: a plan by that file; bits
/// 1 and up: how many messages. Each plan is made twice.
template <class Setup>
int standard_after(const Setup& setup) {
    child process([&] {
        setup();
        const heard listener;
        const auto t = stockham::parse_transform("c2c f32 1048576");
        const auto text = plan_text(t, h200());
        if (text != plan_text(t, h200())) return 90;
        const auto texts = heard::texts();
        for (const auto& said : texts)
            if (said.find("ignored") == said.npos) return 91;
        return static_cast<int>(2 * texts.size()) + (text.find("by wisdom") != text.npos);
    });
    return process.wait();
}

constexpr int unknown = 0, known_there = 1, said_once = 2;

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

// Readers see the file before or after, whole.
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

// A disk that is full, as far as a process can be made to see one: files of 200 bytes.
BOOST_AUTO_TEST_CASE(writing_that_fails_leaves_the_old_file) {
    const temporary_folder folder;
    const auto path = folder.path() / "wisdom.json";
    wisdom small, large;
    small.add(measured_entry("c2c f32 64", h200()));
    small.write_file(path.string());
    for (int k = 0; k < 10; ++k) large.add(measured_entry(problem_of(0, k), h200()));
    child process([&] {
        std::signal(SIGXFSZ, SIG_IGN);
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

// Pipes and devices, whose text may never come or never end, and a file that no wisdom is as large as.
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
    BOOST_TEST(why_not(at("large")).find("larger than the 16 MiB") != std::string::npos);
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
            stockham::kernel_source("cl/common/complex.cl");
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
    for (const char* name : {"wisdom.json", "again.json"}) {  // first where nothing is yet
        known.add(measured_entry(problem_of(0, static_cast<int>(known.entries().size())), h200()));
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
        known.add(measured_entry(problem_of(0, static_cast<int>(mode % 25)), h200()));
        known.merge_into_file(path.string());
        struct stat about {};
        BOOST_REQUIRE(stat(path.c_str(), &about) == 0);
        BOOST_TEST((about.st_mode & 07777U) == mode);
        BOOST_TEST((about.st_uid == (may_give_away ? somebody : geteuid())));
        BOOST_TEST((about.st_gid == (may_give_away ? somebody : about.st_gid)));
    }
}

// Waiting is said, an end of it is waited for, and one that does not come is an error.
BOOST_AUTO_TEST_CASE(a_lock_that_is_waited_for) {
    const temporary_folder folder;
    const auto path = (folder.path() / "wisdom.json").string(), lock = path + ".lock";
    const auto hold = [&] {
        const int file = open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        BOOST_REQUIRE(flock(file, LOCK_EX | LOCK_NB) == 0);
        return file;
    };
    const heard listener;
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
        said = heard::texts();
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

// What a process that was killed left is taken over; what is not a lock of ours stays.
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
    BOOST_TEST(by((folder.path() / "missing.json").string()) == unknown + said_once);  // a slip, perhaps
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
    BOOST_TEST(by(nullptr, "nowhere", "home") == unknown);  // set, so the home's does not count
    BOOST_TEST(by("off", "config", "home") == unknown);
    BOOST_TEST(by(nullptr, "damaged", "home") == unknown + said_once);
    BOOST_TEST(by("/nonexistent/wisdom.json", "config", "home") == unknown + said_once);  // instead of the user's own
}

// Stale entries and good ones in one file: those that can be used are.
BOOST_AUTO_TEST_CASE(one_stale_entry_does_not_spoil_the_file) {
    const temporary_folder folder;
    const auto path = (folder.path() / "wisdom.json").string();
    wisdom known;
    known.add(measured_entry("c2c f32 1048576", h200(), 1));
    known.add(stale(measured_entry("c2c f32 64", h200())));
    known.write_file(path);
    BOOST_TEST(standard_after([&] { set_places(path.c_str(), "", ""); }) == known_there);
}
