// The process that compiles the inverse transform of a command while the command compiles the forward transform.
#include <thread>

#include "support.hpp"

using namespace stockham::tools::test;

namespace {

/// A home with empty caches, of the library and of PoCL, and a picture.
struct first_start : home {
    first_start() {
        set += "export POCL_CACHE_DIR=" + *this / "pocl; mkdir -p pocl; ";
        expect_success(*this, set + "$S phantom -o p.png --size 48");
    }
};

/// Runs a filter and prints "ahead" if the process is seen meanwhile. The pattern does not match its own command line.
const char* const watched_filter =
    "$S filter p.png --all-pass -o f.png & pid=$!; seen=; while kill -0 $pid 2>&-; do "
    "grep -qs '[-]-compile-ahead' /proc/[0-9]*/cmdline && seen=ahead; sleep 0.01; done; wait $pid && echo $seen";

}  // namespace

BOOST_AUTO_TEST_SUITE(compiled_ahead)

// (A later start, too, if a busy machine lets it plan for longer than the command waits.)
BOOST_AUTO_TEST_CASE(a_first_start_uses_a_second_process) {
    if (std::thread::hardware_concurrency() < 2) return;
    const first_start h;
    const outcome first = run(h, h.set + "export STOCKHAM_DEVICE=cpu; " + watched_filter);
    BOOST_TEST(first.code == 0, first.err);
    BOOST_TEST(first.out == "ahead\n");
    BOOST_TEST(first.err == "");
    const auto picture = read_bytes(h / "f.png");
    const outcome second = run(h, h.set + "export STOCKHAM_DEVICE=cpu; " + watched_filter);
    BOOST_TEST(second.code == 0, second.err);
    BOOST_TEST((read_bytes(h / "f.png") == picture));
}

BOOST_AUTO_TEST_CASE(its_work_is_to_fill_the_cache) {
    const first_start h;
    const outcome made = run(h, h.set + "$S plan 'c2r 8x8' --compile-ahead");
    BOOST_TEST(made.code == 0, made.err);
    BOOST_TEST(made.out + made.err == "");
    const outcome used = run(h, h.set + "$S cache stat");
    BOOST_TEST(used.out.find("0 entries") == std::string::npos, used.out);
}

BOOST_AUTO_TEST_SUITE_END()
