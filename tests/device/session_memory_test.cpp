// The memory that sessions use: the rule, what other sessions hold, idle buffers, and what a context keeps.
#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <unistd.h>

#include "base/files/host_memory.hpp"
#include "runtime/memory/memory_rule.hpp"
#include "runtime/programs/context_state.hpp"
#include "runtime/programs/program_store.hpp"
#include "support/environment.hpp"
#include "support/message_recorder.hpp"
#include "support/on_device.hpp"
#include "support/refusal.hpp"

BOOST_AUTO_TEST_SUITE(session_memory_test)

using stockham::session;
using stockham::session_options;
using stockham::internal::memory_limit;

namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

session_options of_memory(std::size_t bytes) {
    session_options made;
    made.memory = bytes;
    return made;
}

std::size_t resident_bytes() {
    std::ifstream file("/proc/self/statm");
    std::size_t all = 0, resident = 0;
    file >> all >> resident;
    return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_rule) {
    stockham::device_description gpu;
    BOOST_TEST(memory_limit(gpu) > std::size_t{1} << 50);  // unknown
    BOOST_TEST(memory_limit(gpu, 1000) == 1000U);
    gpu.global_memory = 1000 * mib;
    BOOST_TEST(memory_limit(gpu) == 900 * mib);
    BOOST_TEST(memory_limit(gpu, 100 * mib) == 100 * mib);
    BOOST_TEST(memory_limit(gpu, 950 * mib) == 900 * mib);
    auto cpu = gpu;
    cpu.kind = stockham::device_kind::cpu;
    BOOST_TEST(memory_limit(cpu) == 450 * mib);  // data are there twice
    BOOST_TEST(memory_limit(cpu, 800 * mib) == 800 * mib);
    cpu.global_memory = std::size_t{1} << 50;
    BOOST_TEST(memory_limit(cpu) <= stockham::internal::host_memory() / 2);
}

BOOST_AUTO_TEST_CASE(the_environment) {
    stockham::device_description gpu;
    gpu.global_memory = 1000 * mib;
    for (const auto& [text, bytes] : std::vector<std::pair<const char*, std::size_t>>{
             {"1000", 1000}, {"64M", 64 * mib}, {"0.25GiB", 256 * mib}, {"2t", 900 * mib}, {"", 900 * mib}}) {
        const scoped_variable variable("STOCKHAM_MEMORY", text);
        BOOST_TEST(memory_limit(gpu) == bytes, text);
        BOOST_TEST(memory_limit(gpu, 7) == 7U);  // the program's own limit counts
    }
    const message_recorder said;
    for (const char* wrong : {"much", "-1", "0", "1e400", "5 M", "3X"}) {
        const scoped_variable variable("STOCKHAM_MEMORY", wrong);
        BOOST_TEST(memory_limit(gpu) == 900 * mib, wrong);
        const auto texts = message_recorder::texts();
        BOOST_REQUIRE(texts.size() == 1U);
        BOOST_TEST(texts.front().find(wrong) != std::string::npos, texts.front());
    }
}

BOOST_AUTO_TEST_CASE(sessions_share_the_device) {
    const auto& d = test_device::get();
    const session one(d.context), other(d.context);
    const std::size_t all = one.usable_memory();
    BOOST_TEST(all > 64 * mib);
    BOOST_TEST(other.usable_memory() == all);
    {
        const auto held = one.buffer(3 * mib);
        BOOST_TEST(held.bytes() == 3 * mib);
        BOOST_TEST(one.usable_memory() == all);  // its own
        BOOST_TEST(other.usable_memory() == all - 3 * mib);
    }
    BOOST_TEST(other.usable_memory() == all);  // idle buffers do not count
    BOOST_TEST(one.idle_bytes() == 3 * mib);
    const auto context = make_context();
    BOOST_TEST(session(context.get()).usable_memory() == all);  // another context of the device
}

// A program's own limit comes before that of the environment, also if it is larger.
BOOST_AUTO_TEST_CASE(own_limits_come_first) {
    const auto& d = test_device::get();
    const std::size_t usual = session(d.context).usable_memory();
    const scoped_variable variable("STOCKHAM_MEMORY", "1M");
    const session by_environment(d.context), own(d.context, nullptr, of_memory(8 * mib));
    BOOST_TEST(by_environment.usable_memory() == mib);
    BOOST_TEST(own.usable_memory() == 8 * mib);
    const auto held = own.buffer(4 * mib);
    BOOST_TEST(held.bytes() == 4 * mib);
    BOOST_TEST(by_environment.usable_memory() == 0U);
    if (stockham::describe(d.device).kind == stockham::device_kind::cpu)  // more than the default half
        BOOST_TEST(session(d.context, nullptr, of_memory(usual + mib)).usable_memory() == usual + mib);
}

BOOST_AUTO_TEST_CASE(idle_buffers) {
    const session on(test_device::get().context, nullptr, of_memory(8 * mib));
    BOOST_TEST(on.usable_memory() == 8 * mib);
    cl_mem first = nullptr;
    {
        const auto held = on.buffer(2 * mib);
        first = held.get();
    }
    {
        const auto again = on.buffer(2 * mib - mib / 8);
        BOOST_TEST(again.get() == first);
        BOOST_TEST(on.buffer(mib).get() != first);
        const auto small = on.buffer(100);
        BOOST_TEST(small.get() != first);
    }
    BOOST_TEST(on.idle_bytes() == 3 * mib + 100);
    on.trim();
    BOOST_TEST(on.idle_bytes() == 0U);
    on.buffer(5 * mib);
    on.buffer(100);
    on.buffer(4 * mib);  // beyond the limit, the oldest goes
    BOOST_TEST(on.idle_bytes() == 4 * mib + 100);
    BOOST_TEST(!on.buffer(0));
}

BOOST_AUTO_TEST_CASE(too_much) {
    const session on(test_device::get().context, nullptr, of_memory(8 * mib));
    const auto held = on.buffer(5 * mib);
    expect_unsupported_error("memory", [&] { on.buffer(4 * mib); });
    BOOST_TEST(on.buffer(3 * mib).bytes() == 3 * mib);
    BOOST_TEST(on.shortage({5 * mib, 3 * mib}).empty());
    BOOST_TEST(on.shortage({5 * mib, 3 * mib + 1}) == "needs 8.0 MiB on the device and the limit is 8 MiB");
    BOOST_TEST(on.shortage({~std::size_t{0}, ~std::size_t{0}}).find("needs ") == 0U);
    // The arrays fit, the workspace does not: it is twice as large as the arrays.
    const auto prime = stockham::parse_transform("c2c f32 262147");
    BOOST_TEST(!on.shortage(prime).empty());
    BOOST_TEST(on.shortage({stockham::input_bytes(prime), stockham::output_bytes(prime)}).empty());
    BOOST_TEST(on.shortage(stockham::parse_transform("c2c f32 1024 b4")).empty());
    const session unlimited(test_device::get().context);
    expect_unsupported_error("memory", [&] { unlimited.buffer(unlimited.usable_memory() + 1); });
}

// Buffers in use and idle ones together stay within the limit, whichever request takes them.
BOOST_AUTO_TEST_CASE(the_limit_counts_idle_buffers) {
    const session on(test_device::get().context, nullptr, of_memory(8 * mib));
    on.buffer(4 * mib);
    const auto held = on.buffer(5 * mib);
    BOOST_TEST(on.idle_bytes() == 0U);  // no more than 3 MiB
    expect_unsupported_error("memory", [&] { on.buffer(4 * mib); });
    on.buffer(3 * mib);
    BOOST_TEST(on.idle_bytes() == 3 * mib);
    const auto more = on.buffer(mib);
    BOOST_TEST(on.idle_bytes() == 0U);
}

namespace {

/// The n-th of 10^4 problems with 300 programs: neighbours share them, and have tables, arguments and plans of their
/// own.
std::string distinct_problem(unsigned n) {
    constexpr const char* kinds[] = {"c2c f32", "r2c f32", "c2r f32", "c2c f64", "dct2 f32"};
    constexpr unsigned shared = 66;
    const unsigned family = n / shared;
    return std::string(kinds[family % std::size(kinds)]) + " " + std::to_string(64 + family / std::size(kinds)) + " b" +
           std::to_string(3 + n % 2) + " scale=" + std::to_string(n + 2);
}

unsigned number_of_problems() {
    const char* chosen = std::getenv("STOCKHAM_TEST_PROBLEMS");
    return chosen ? static_cast<unsigned>(std::stoul(chosen)) : 200;
}

/// A program that no cache has, so that the driver's compiler is in memory before its size counts.
void load_compiler(const session& on) {
    const auto buffer = on.buffer(4);
    auto number = on.kernel("kernel void number(global ulong* x) { *x = " + std::to_string(::getpid()) +
                                std::to_string(std::time(nullptr)) + "; }",
                            "number");
    number.set(0, buffer.get());
    number.execute(on.queue(), {1, 1, 1});
    on.finish();
}

}  // namespace

// A context keeps no more plans, programs and tables than it was told, and works all the same. scripts/campaign.sh sets
// STOCKHAM_TEST_PROBLEMS. PoCL 3.1 itself grows by 95 KB for each program that it compiles and by 150 KB if it runs,
// which do not count.
BOOST_AUTO_TEST_CASE(distinct_problems) {
    const auto context = make_context();
    session_options few;
    few.plans = 1;
    few.kept = {8, 8, 8, std::size_t{1} << 16};
    const session on(context.get(), nullptr, few);
    load_compiler(on);
    const auto state = stockham::internal::context_state::of(context.get());
    const std::vector<unsigned char> zeros(1 << 20);
    std::vector<unsigned char> result(zeros.size());
    using stockham::internal::count_programs;
    constexpr std::size_t of_driver = 150 << 10;  // for each program
    std::size_t plateau = 0, compiled = 0;
    for (unsigned n = 0, count = number_of_problems(); n < count; ++n) {
        const auto t = stockham::parse_transform(distinct_problem(n));
        if (!can_run(t)) continue;
        on.run(*on.plan(t), zeros.data(), result.data());
        BOOST_REQUIRE(state->plans.size() <= 8U);
        if (n % 500 == 20) BOOST_TEST_MESSAGE(n << " problems: " << resident_bytes() / mib << " MiB");
        if (n == 20) plateau = resident_bytes(), compiled = count_programs().compiled;
    }
    compiled = count_programs().compiled - compiled;
    BOOST_TEST_MESSAGE(compiled << " programs after the first 20 problems, then " << resident_bytes() / mib << " MiB");
    BOOST_TEST(resident_bytes() < plateau + 100 * mib + compiled * of_driver);
    check_on_device(stockham::parse_transform("c2c f32 64 b4"), 7);
}

BOOST_AUTO_TEST_CASE(a_context_keeps_less_from_now_on) {
    const session on(test_device::get().context);
    const auto state = stockham::internal::context_state::of(test_device::get().context);
    for (const char* problem : {"c2c f32 8", "c2c f32 9", "c2c f32 10"}) on.plan(stockham::parse_transform(problem));
    BOOST_TEST(state->plans.size() >= 3U);
    stockham::context_limits most;
    most.plans = most.programs = 1;
    on.keep(most);
    BOOST_TEST(state->plans.size() == 1U);
    on.plan(stockham::parse_transform("c2c f32 8"));
    BOOST_TEST(state->plans.size() == 1U);
    on.keep({});
}

// Other sessions may use the memory of a job between its runs.
BOOST_AUTO_TEST_CASE(a_job_between_runs_holds_nothing) {
    const session on(test_device::get().context);
    const std::size_t all = on.usable_memory();
    const auto t = stockham::parse_transform("c2c f32 64 b64");
    stockham::job_options options;
    options.devices = {test_device::get().device};
    stockham::job batch(t, options);
    std::vector<unsigned char> input(stockham::input_bytes(t) + 8), output(input.size());
    for (int run = 0; run < 2; ++run) {
        const auto report = batch.run(input.data() + 8, output.data() + 8);
        BOOST_TEST(report.complete);
        BOOST_TEST(on.usable_memory() == all);
    }
}

BOOST_AUTO_TEST_SUITE_END()
