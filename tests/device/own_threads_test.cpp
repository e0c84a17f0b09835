// Threads of the library and of OpenCL take no signals of the program, and neither its real-time scheduling nor the
// processors of one thread; a program may open a device on a small stack.
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stockham/job.hpp>
#include <stockham/session.hpp>
#include <stockham/stockham.hpp>

#include "support/test_subprocess.hpp"

BOOST_AUTO_TEST_SUITE(own_threads_test)

namespace {

std::set<pid_t> threads_of_process() {
    std::set<pid_t> all;
    for (const auto& each : std::filesystem::directory_iterator("/proc/self/task"))
        all.insert(static_cast<pid_t>(std::stol(each.path().filename().string())));
    return all;
}

/// The signals that a thread blocks, as bits from SIGHUP on.
unsigned long long blocked_by(pid_t thread) {
    std::ifstream status("/proc/self/task/" + std::to_string(thread) + "/status");
    for (std::string word; status >> word;)
        if (word == "SigBlk:" && status >> word) return std::stoull(word, nullptr, 16);
    return 0;
}

bool blocks(pid_t thread, int signal) {
    return (blocked_by(thread) >> (signal - 1) & 1) == 1;
}

cpu_set_t processors_of(pid_t thread) {
    cpu_set_t set;
    CPU_ZERO(&set);
    BOOST_REQUIRE(sched_getaffinity(thread, sizeof set, &set) == 0);
    return set;
}

/// Has the calling thread one processor and, if that is permitted, real-time scheduling. Returns the processors before.
cpu_set_t pin_this_thread() {
    const cpu_set_t before = processors_of(0);
    cpu_set_t one;
    CPU_ZERO(&one);
    for (int k = 0; k < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++k)
        if (CPU_ISSET(k, &before)) CPU_SET(k, &one);
    BOOST_REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
    const sched_param urgent{sched_get_priority_min(SCHED_FIFO)};
    if (sched_setscheduler(0, SCHED_FIFO, &urgent) != 0) BOOST_TEST_MESSAGE("without real-time scheduling");
    return before;
}

void check_thread(pid_t thread, const cpu_set_t& processors) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGALRM, SIGUSR1, SIGUSR2, SIGXFSZ, SIGRTMIN})
        BOOST_TEST(blocks(thread, signal), "thread " << thread << " takes signal " << signal);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL})
        BOOST_TEST(!blocks(thread, fault), "thread " << thread << " blocks the fault " << fault);
    BOOST_TEST(sched_getscheduler(thread) == SCHED_OTHER, "thread " << thread << " has real-time scheduling");
    const cpu_set_t own = processors_of(thread);
    BOOST_TEST(CPU_EQUAL(&own, &processors), "thread " << thread << " has " << CPU_COUNT(&own) << " processors");
}

stockham::transform lines() {
    stockham::transform what;
    what.lengths = {64};
    what.batch = std::size_t{1} << 13;  // 4 MiB, which several threads copy
    return what;
}

/// Opens the device, has it compute with all kinds of threads that the library has, and checks the threads that were
/// not there before. Returns their number.
unsigned compute_and_check(const std::function<void(pid_t thread)>& check) {
    const auto of_program = threads_of_process();
    stockham::session session(stockham::choose_device());
    const auto what = lines();
    const stockham::plan plan(session.context(), session.device(), what);
    std::vector<char> data(input_bytes(what)), result(output_bytes(what));
    session.run(plan, data.data(), result.data());
    session.copy(result.data(), data.data(), data.size());
    stockham::job_options options;
    options.devices = {session.device()};
    stockham::job job(what, options);
    std::atomic<unsigned> checked{0};
    std::atomic<bool> first{true};
    const auto sink = [&](std::size_t, std::size_t, const void*) {
        if (!first.exchange(false)) return;
        for (const auto thread : threads_of_process()) {
            if (of_program.count(thread)) continue;
            check(thread);
            ++checked;
        }
    };
    job.run([](std::size_t, std::size_t, void*) {}, sink);
    return checked;
}

}  // namespace

BOOST_AUTO_TEST_CASE(from_a_pinned_thread, *boost::unit_test::disabled() * boost::unit_test::label("by_name")) {
    signal(SIGCHLD, SIG_DFL);
    const cpu_set_t processors = pin_this_thread();
    const int policy = sched_getscheduler(0);
    const auto signals = blocked_by(getpid());
    const auto checked = compute_and_check([&](pid_t thread) {
        check_thread(thread, processors);
        BOOST_TEST(blocks(thread, SIGCHLD));
    });
    BOOST_TEST(checked > 0U);
    BOOST_TEST(sched_getscheduler(0) == policy);
    const cpu_set_t now = processors_of(0);
    BOOST_TEST(CPU_COUNT(&now) == 1);
    BOOST_TEST(blocked_by(getpid()) == signals);
}

// A handler that waits for all children runs in the thread that has one, after that thread has waited for it.
BOOST_AUTO_TEST_CASE(in_a_program_that_reaps, *boost::unit_test::disabled() * boost::unit_test::label("by_name")) {
    signal(SIGCHLD, [](int) {
        while (waitpid(-1, nullptr, WNOHANG) > 0) continue;
    });
    const cpu_set_t processors = processors_of(0);
    const auto checked = compute_and_check([&](pid_t thread) {
        check_thread(thread, processors);
        BOOST_TEST(!blocks(thread, SIGCHLD));
    });
    BOOST_TEST(checked > 0U);
}

// PoCL would end the process when waiting for its linker fails.
BOOST_AUTO_TEST_CASE(in_a_program_that_ignores_children,
                     *boost::unit_test::disabled() * boost::unit_test::label("by_name")) {
    signal(SIGCHLD, SIG_IGN);
    stockham::session session(stockham::choose_device());
    const auto make = [&] { stockham::plan(session.context(), session.device(), lines()); };
    if (stockham::describe(session.device()).platform != "Portable Computing Language") return make();
    BOOST_CHECK_EXCEPTION(make(), stockham::unsupported_error, [](const stockham::unsupported_error& e) {
        return std::string(e.what()).find("SIGCHLD") != std::string::npos;
    });
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t small_stack = std::size_t{512} << 10;  // the frames of checked code are several times as large
#else
constexpr std::size_t small_stack = std::size_t{64} << 10;
#endif

BOOST_AUTO_TEST_CASE(on_a_small_stack, *boost::unit_test::disabled() * boost::unit_test::label("by_name")) {
    pthread_attr_t small;
    pthread_attr_init(&small);
    BOOST_REQUIRE(pthread_attr_setstacksize(&small, small_stack) == 0);
    pthread_t thread{};
    const auto body = [](void* opened) -> void* {
        stockham::session session(stockham::choose_device());
        const stockham::plan plan(session.context(), session.device(), lines());
        *static_cast<bool*>(opened) = true;
        return nullptr;
    };
    bool opened = false;
    BOOST_REQUIRE(pthread_create(&thread, &small, body, &opened) == 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&small);
    BOOST_TEST(opened);
}

BOOST_AUTO_TEST_CASE(in_new_processes) {
    for (const char* name : {"from_a_pinned_thread", "in_a_program_that_reaps", "in_a_program_that_ignores_children",
                             "on_a_small_stack"}) {
        test_subprocess process(name, {{"STOCKHAM_CACHE", "off"}, {"POCL_KERNEL_CACHE", "0"}});
        const int status = process.wait();
        BOOST_TEST(status == 0, name << " ended with " << status << ": " << process.output());
    }
}

BOOST_AUTO_TEST_SUITE_END()
