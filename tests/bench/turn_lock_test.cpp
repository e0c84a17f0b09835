// Turns by a lock on a file: one at a time, and no leftovers of a crash.
#include <boost/test/unit_test.hpp>

#include <csignal>

#include <stockham/error.hpp>

#include "support/child.hpp"
#include "support/store_files.hpp"
#include "turn_lock.hpp"

using bench::turn_lock;

namespace {

/// Tries once to take the turn, and returns whether it was free.
bool is_free(const turn_lock& lock) {
    int asked = 0;
    return lock.take([&] { return asked++ > 0; }) != nullptr;
}

}  // namespace

// Two objects that open the same file exclude each other like two processes.
BOOST_AUTO_TEST_CASE(one_has_the_turn_at_a_time) {
    const temporary_folder folder;
    const auto path = (folder.path() / "turns").string();
    const turn_lock one(path), other(path);
    for (int round = 0; round < 3; ++round) {
        auto held = one.take();
        BOOST_TEST(!is_free(other));
        held.reset();
        BOOST_TEST(is_free(other));
    }
    BOOST_TEST(!one.take([] { return true; }));
}

BOOST_AUTO_TEST_CASE(a_crash_ends_the_turn) {
    const temporary_folder folder;
    const auto path = (folder.path() / "turns").string();
    child crashing([&] {
        const turn_lock mine(path);
        const auto held = mine.take();
        return raise(SIGKILL);
    });
    BOOST_TEST(crashing.wait() == 128 + SIGKILL);
    const turn_lock mine(path);
    BOOST_TEST(is_free(mine));
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_opened) {
    const temporary_folder folder;
    for (const auto& path : {folder.path(), folder.path() / "missing" / "turns"})
        BOOST_CHECK_EXCEPTION(turn_lock(path.string()), stockham::argument_error,
                              [](const stockham::argument_error& e) { return e.field() == "turns"; });
    BOOST_TEST(!bench::make_turn_lock(""));
}
