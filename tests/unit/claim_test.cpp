// Claims on work: one holder at a time in all processes, and no leftovers except the work.
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <chrono>
#include <csignal>
#include <deque>
#include <optional>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>

#include "runtime/cache/claim.hpp"
#include "support/child.hpp"
#include "support/store_files.hpp"

BOOST_AUTO_TEST_SUITE(claim_test)

using stockham::internal::claim_work;
namespace fs = std::filesystem;

namespace {

constexpr int processes = 8, turns = 100;

/// One file that only the holder of a claim may lock. False if another process had locked it.
class proof {
  public:
    explicit proof(const fs::path& path) : file_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {}
    ~proof() { close(file_); }
    proof(const proof&) = delete;
    proof& operator=(const proof&) = delete;
    bool alone() const { return file_ >= 0 && flock(file_, LOCK_EX | LOCK_NB) == 0; }

  private:
    int file_;
};

/// Claims the same work again and again. Returns 0 if no other holder appeared meanwhile.
int claim_often(const fs::path& folder, const fs::path& proven) {
    for (int had = 0; had < turns;) {
        bool hopeless = true;
        const auto claim = claim_work(folder.string(), "the work", hopeless);
        if (hopeless) return 1;
        if (claim) {
            ++had;
            const proof mine(proven);
            if (!mine.alone()) return 2;
            std::this_thread::sleep_for(std::chrono::microseconds(20));  // so that others try meanwhile
        }
    }
    return 0;
}

/// A process that claims the work on request, and holds it until it is killed or told to end.
class holder {
  public:
    explicit holder(const fs::path& folder) {
        if (pipe(said_) != 0 || pipe(told_) != 0) throw std::runtime_error("cannot make a pipe");
        process_.emplace([&] {
            char word = 0;
            if (read(told_[0], &word, 1) != 1) return 1;
            bool hopeless = true;
            const auto claim = claim_work(folder.string(), "the work", hopeless);
            const pid_t id = claim ? getpid() : 0;
            return write(said_[1], &id, sizeof id) == sizeof id && read(told_[0], &word, 1) == 1 ? 0 : 1;
        });
    }
    ~holder() {
        for (int end : {said_[0], said_[1], told_[0], told_[1]}) close(end);
    }
    holder(const holder&) = delete;
    holder& operator=(const holder&) = delete;

    bool claims() { return goes_on() && read(said_[0], &id_, sizeof id_) == sizeof id_ && id_ > 0; }
    int kill_it() {
        kill(id_, SIGKILL);
        return process_->wait();
    }
    int end_it() { return goes_on() ? process_->wait() : -1; }

  private:
    bool goes_on() { return write(told_[1], "x", 1) == 1; }

    int said_[2] = {-1, -1}, told_[2] = {-1, -1};
    pid_t id_ = 0;
    std::optional<child> process_;
};

bool can_claim(const fs::path& folder, const std::string& key = "the work") {
    bool hopeless = true;
    const auto claim = claim_work(folder.string(), key, hopeless);
    BOOST_TEST(!hopeless);
    return claim != nullptr;
}

}  // namespace

BOOST_AUTO_TEST_CASE(one_holder_among_processes) {
    const temporary_folder folder;
    const auto claims = folder.path() / "claims";
    {
        std::deque<child> workers;
        for (int k = 0; k < processes; ++k)
            workers.emplace_back([&] { return claim_often(claims, folder.path() / "proof"); });
        for (auto& worker : workers) BOOST_TEST(worker.wait() == 0);
    }
    BOOST_TEST(names(claims).empty());
}

BOOST_AUTO_TEST_CASE(one_holder_among_threads) {
    const temporary_folder folder;
    std::atomic<int> holders{0}, crowds{0}, had{0}, elsewhere{0};
    std::vector<std::thread> threads;
    for (int k = 0; k < processes; ++k)
        threads.emplace_back([&] {
            for (int turn = 0; turn < turns; ++turn) {
                bool hopeless = false;
                const auto claim = claim_work(folder.path().string(), "the work", hopeless);
                if (!claim && !hopeless) ++elsewhere;
                if (!claim) continue;
                ++had;
                crowds += ++holders > 1;
                std::this_thread::yield();
                --holders;
            }
        });
    for (auto& thread : threads) thread.join();
    BOOST_TEST(crowds == 0);
    BOOST_TEST(had > 0);
    BOOST_TEST(elsewhere == 0);  // this process would wait for it in vain
    BOOST_TEST(names(folder).empty());
}

BOOST_AUTO_TEST_CASE(within_this_process) {
    const temporary_folder folder;
    bool hopeless = true;
    auto first = claim_work(folder.path().string(), "the work", hopeless);
    BOOST_TEST(first.get());
    BOOST_TEST(!hopeless);
    BOOST_TEST(names(folder).size() == 1U);
    for (int repeat = 0; repeat < 2; ++repeat) {
        BOOST_TEST(!claim_work(folder.path().string(), "the work", hopeless));
        BOOST_TEST(hopeless);
    }
    BOOST_TEST(can_claim(folder, "other work"));
    const temporary_folder another;
    BOOST_TEST(can_claim(another));
    first.reset();
    BOOST_TEST(names(folder).empty());
    BOOST_TEST(can_claim(folder));
}

BOOST_AUTO_TEST_CASE(while_another_process_holds_it) {
    const temporary_folder folder;
    holder other(folder);
    BOOST_REQUIRE(other.claims());
    BOOST_TEST(!can_claim(folder));
    BOOST_TEST(!can_claim(folder));
    BOOST_TEST(can_claim(folder, "other work"));
    BOOST_TEST(names(folder).size() == 1U);
    BOOST_TEST(other.end_it() == 0);
    BOOST_TEST(names(folder).empty());
    BOOST_TEST(can_claim(folder));
}

// A claim that was held for minutes has no active holder. Nothing waits for it.
BOOST_AUTO_TEST_CASE(a_claim_held_for_long) {
    const temporary_folder folder;
    holder other(folder);
    BOOST_REQUIRE(other.claims());
    const auto file = folder.path() / *names(folder).begin();
    const auto taken = fs::last_write_time(file);
    bool hopeless = true;
    BOOST_TEST(!claim_work(folder.path().string(), "the work", hopeless));
    BOOST_TEST(!hopeless);
    for (auto age : {std::chrono::seconds(600), std::chrono::seconds(-600)}) {  // or the clock was wrong
        fs::last_write_time(file, taken - age);
        BOOST_TEST(!claim_work(folder.path().string(), "the work", hopeless));
        BOOST_TEST(hopeless);
    }
    BOOST_TEST(other.kill_it() == 128 + SIGKILL);
    holder next(folder);  // it finds the old file and starts a new count
    BOOST_REQUIRE(next.claims());
    BOOST_TEST(!can_claim(folder));
    BOOST_TEST(next.end_it() == 0);
}

BOOST_AUTO_TEST_CASE(a_crash_of_the_holder) {
    const temporary_folder folder;
    holder other(folder);
    BOOST_REQUIRE(other.claims());
    BOOST_TEST(!can_claim(folder));
    BOOST_TEST(other.kill_it() == 128 + SIGKILL);
    BOOST_TEST(names(folder).size() == 1U);  // no process was there to remove it
    BOOST_TEST(can_claim(folder));
    BOOST_TEST(names(folder).empty());
}

// clear() of the store and its removal of old temporary files may delete the file.
BOOST_AUTO_TEST_CASE(a_claim_whose_file_was_removed) {
    const temporary_folder folder;
    holder first(folder), second(folder);
    BOOST_REQUIRE(first.claims());
    stockham::internal::disk_store(folder, plenty).clear();
    BOOST_TEST(names(folder).empty());
    BOOST_TEST(second.claims());  // the cost: two do the work
    BOOST_TEST(first.end_it() == 0);
    BOOST_TEST(names(folder).size() == 1U);  // the second one's
    BOOST_TEST(!can_claim(folder));
    BOOST_TEST(second.end_it() == 0);
    BOOST_TEST(names(folder).empty());
    BOOST_TEST(can_claim(folder));
}

BOOST_AUTO_TEST_CASE(the_folder_is_made) {
    const temporary_folder folder;
    const auto deep = folder.path() / "not" / "there" / "yet";
    BOOST_TEST(can_claim(deep));
    BOOST_TEST(names(deep).empty());
}

BOOST_AUTO_TEST_CASE(folders_where_nothing_can_be_claimed) {
    const temporary_folder folder;
    write_file(folder.path() / "file", "text");
    fs::create_directory(folder.path() / "everybody's");
    fs::permissions(folder.path() / "everybody's", fs::perms::all);
    for (const auto& path : {folder.path() / "file", folder.path() / "file" / "below", folder.path() / "everybody's",
                             fs::path("/dev/null/folder"), fs::path("/proc/nowhere")})
        for (int repeat = 0; repeat < 2; ++repeat) BOOST_TEST_CONTEXT(path) {
                bool hopeless = false;
                BOOST_TEST(!claim_work(path.string(), "the work", hopeless));
                BOOST_TEST(hopeless);
            }
    BOOST_TEST(read_file(folder.path() / "file") == "text");
}

BOOST_AUTO_TEST_SUITE_END()
