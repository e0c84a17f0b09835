// Sessions move host memory to the device and back, and run kernels of callers.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include "runtime/programs/program_store.hpp"
#include "support/cached_run.hpp"
#include "support/environment.hpp"
#include "support/on_device.hpp"
#include "support/refusal.hpp"
#include "support/store_files.hpp"

BOOST_AUTO_TEST_SUITE(session_run_test)

using stockham::session;
using bytes = std::vector<unsigned char>;

namespace {

/// Bytes at an address that is a number of bytes beyond a multiple of 128.
class host_array {
  public:
    host_array(std::size_t size, std::size_t beyond) : memory_(size + 256, 0xa5), size_(size) {
        const auto address = reinterpret_cast<std::uintptr_t>(memory_.data());
        first_ = memory_.data() + (128 - address % 128) + beyond;
    }
    host_array(const bytes& content, std::size_t beyond) : host_array(content.size(), beyond) {
        std::copy(content.begin(), content.end(), first_);
    }
    unsigned char* data() { return first_; }
    bytes content() const { return {first_, first_ + size_}; }
    /// True if nothing beside the array has changed.
    bool is_sound() const {
        const auto is_guard = [](unsigned char each) { return each == 0xa5; };
        const unsigned char *const begin = memory_.data(), *const end = begin + memory_.size();
        return std::all_of<const unsigned char*>(begin, first_, is_guard) &&
               std::all_of<const unsigned char*>(first_ + size_, end, is_guard);
    }

  private:
    bytes memory_;
    std::size_t size_;
    unsigned char* first_ = nullptr;
};

bytes random_bytes(std::size_t n) {
    std::mt19937 random(static_cast<unsigned>(n));
    bytes made(n);
    for (auto& each : made) each = static_cast<unsigned char>(random());
    return made;
}

enum class side { aligned, vectors, unaligned, function };

std::size_t beyond(side s) {
    return s == side::vectors ? 16 : s == side::unaligned ? 8 : 0;
}

/// Transforms by a session and compares with the definition.
void check(const session& on, const char* problem, side from, side to) {
    const auto t = stockham::parse_transform(problem);
    if (!can_run(t)) return;
    std::mt19937 generator(7);
    const auto input = reference::uniform(input_extent(t), t.precision, generator);
    const auto content = number_bytes(to_memory(input, kind_of(t, true)).numbers, t.precision);
    const bool in_place = t.placement == stockham::placement::in_place;
    host_array in(content, beyond(from));
    host_array out(stockham::output_bytes(t), beyond(to));
    const auto p = on.plan(t);
    const stockham::host_source read = [&](std::size_t first, std::size_t count, void* there) {
        std::memcpy(there, content.data() + first, count);
    };
    const stockham::host_sink write = [&](std::size_t first, std::size_t count, const void* there) {
        std::memcpy(out.data() + first, there, count);
    };
    const bool same = in_place && from != side::function && to != side::function;
    on.run(*p, from == side::function ? stockham::host_input(read) : stockham::host_input(in.data()),
           to == side::function ? stockham::host_output(write) : stockham::host_output(same ? in.data() : out.data()));
    BOOST_TEST(in.is_sound());
    BOOST_TEST(out.is_sound());
    if (!same) BOOST_TEST((in.content() == content), "the input has changed");
    const auto found =
        to_elements({bytes_numbers(same ? in.content() : out.content(), t.precision), {}}, kind_of(t, false));
    const auto wanted = reference::transform(t, input, found);
    BOOST_TEST(reference::relative_error(found, wanted, reference::places(t, false)) <= reference::gate(t));
}

void check_all(const session& on) {
    for (const char* problem : {"c2c f32 64 b4", "c2c f32 64 b4 in", "r2c f32 64 b4", "c2r f32 64 b4"})
        for (const side from : {side::aligned, side::vectors, side::unaligned, side::function})
            for (const side to : {side::aligned, side::vectors, side::unaligned, side::function})
                BOOST_TEST_CONTEXT(problem << ", from " << static_cast<int>(from) << " to " << static_cast<int>(to)) {
                    check(on, problem, from, to);
                }
}

constexpr const char* doubling = R"(
kernel void doubled(global const float* in, global float* out, uint n) {
    if (get_global_id(0) < n) out[get_global_id(0)] = 2 * in[get_global_id(0)];
}
kernel void halved(global float* data) {
    data[get_global_id(0) + get_global_size(0) * get_global_id(1)] *= 0.5f;
}
)";

}  // namespace

BOOST_AUTO_TEST_CASE(transforms) {
    check_all(session(test_device::get().context));
    check_all(session(test_device::get().queue));
}

BOOST_AUTO_TEST_CASE(transforms_over_a_link) {
    const scoped_variable link("STOCKHAM_LINK", "1");
    const session on(test_device::get().context);
    BOOST_TEST(!on.shares_host_memory());
    check_all(on);
}

// Bytes between the elements of the output stay.
BOOST_AUTO_TEST_CASE(gaps) {
    for (const char* link : {"", "1"}) {
        const scoped_variable variable("STOCKHAM_LINK", link);
        const session on(test_device::get().context);
        const auto t = stockham::parse_transform("c2c f32 64 b4 od=80");
        const auto p = on.plan(t);
        const auto input = random_bytes(stockham::input_bytes(t));
        for (const bool aligned : {true, false}) {
            const auto before = random_bytes(stockham::output_bytes(t));
            host_array out(before, aligned ? 0 : 8);
            on.run(*p, bytes(input.size()).data(), out.data(), true);
            const auto after = out.content();
            for (std::size_t k = 0; k < after.size(); ++k)
                if (k / 8 % 80 >= 64) BOOST_REQUIRE_MESSAGE(after[k] == before[k], "byte " << k);
        }
    }
}

// Long ones take several blocks, and more than the ring has.
BOOST_AUTO_TEST_CASE(transfers) {
    for (const char* link : {"", "1"}) {
        const scoped_variable variable("STOCKHAM_LINK", link);
        const session on(test_device::get().context);
        for (const std::size_t n : {1U, 300U << 10U, (81U << 20U) + 12345U}) BOOST_TEST_CONTEXT(n << link) {
                const auto content = random_bytes(n);
                const auto buffer = on.buffer(n + 64);
                bytes back(n + 2, 0);
                on.upload(buffer.get(), n, content.data(), 64);
                on.download(buffer.get(), n, back.data() + 1, 64);
                BOOST_TEST((back.front() == 0 && back.back() == 0));
                BOOST_TEST(std::equal(content.begin(), content.end(), back.begin() + 1));
                std::size_t next = 0;
                on.download(buffer.get(), n,
                            stockham::host_sink([&](std::size_t first, std::size_t count, const void* p) {
                                BOOST_TEST(first == next);
                                next = first + count;
                                BOOST_TEST(std::memcmp(p, content.data() + first, count) == 0);
                            }),
                            64);
                BOOST_TEST(next == n);
            }
    }
}

BOOST_AUTO_TEST_CASE(boxes) {
    const session on(test_device::get().context);
    const auto array = random_bytes(20 * 30 * 40);
    const stockham::strided_box box{7, {3, 5, 2}, {1200, 40, 11}};
    BOOST_TEST(box.bytes() == 210U);
    bytes packed;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 5; ++j)
            for (std::size_t k = 0; k < 2; ++k)
                for (std::size_t b = 0; b < 7; ++b) packed.push_back(array[100 + 1200 * i + 40 * j + 11 * k + b]);
    const auto buffer = on.buffer(4096);
    on.upload(buffer.get(), box, array.data() + 100, 16);
    bytes back(packed.size());
    on.download(buffer.get(), back.size(), back.data(), 16);
    BOOST_TEST((back == packed));
    bytes other(array.size(), 1), wanted = other;
    on.download(buffer.get(), box, other.data() + 100, 16);
    for (std::size_t k = 0; k < packed.size(); ++k)
        wanted[100 + 1200 * (k / 70) + 40 * (k / 14 % 5) + 11 * (k / 7 % 2) + k % 7] = packed[k];
    BOOST_TEST((other == wanted));
}

BOOST_AUTO_TEST_CASE(pinned_memory_is_lent) {
    const session on(test_device::get().context);
    void* first = nullptr;
    {
        const auto pinned = on.pinned(1 << 20);
        first = pinned.data();
        BOOST_TEST(pinned.bytes() >= 1U << 20U);
        std::memset(first, 1, 1 << 20);
        const auto buffer = on.buffer(1 << 20);
        on.upload(buffer.get(), 1 << 20, first);
        bytes back(1 << 20);
        on.download(buffer.get(), back.size(), back.data());
        BOOST_TEST(std::count(back.begin(), back.end(), 1) == 1 << 20);
    }
    BOOST_TEST(on.pinned(1000).data() == first);  // the block is kept
    expect_argument_error("bytes", [&] { on.pinned(0); });
}

BOOST_AUTO_TEST_CASE(kernels) {
    const session on(test_device::get().context);
    const std::vector<float> numbers{1, 2, 3, 4, 5, 6};
    const auto in = on.buffer(24), out = on.buffer(24);
    on.upload(in.get(), 24, numbers.data());
    auto doubled = on.kernel(doubling, "doubled");
    doubled.set(0, in.get());
    doubled.set(1, out.get());
    doubled.set(2, cl_uint{6});
    wait(doubled.enqueue(on.queue(), {64, 1, 1}, {64, 1, 1}));
    auto halved = on.kernel(doubling, "halved");
    halved.set(0, in.get());
    halved.execute(on.queue(), {3, 2, 1});
    std::vector<float> twice(6), half(6);
    on.download(out.get(), 24, twice.data());
    on.download(in.get(), 24, half.data());
    for (std::size_t k = 0; k < 6; ++k) {
        BOOST_TEST(twice[k] == 2 * numbers[k]);
        BOOST_TEST(half[k] == numbers[k] / 2);
    }
    expect_argument_error("kernel", [&] { on.kernel(doubling, "tripled"); });
    try {
        on.kernel("kernel void f(int x) { no such thing }", "f");
        BOOST_ERROR("a wrong program compiles");
    } catch (const stockham::opencl_error& e) {
        BOOST_TEST(e.call() == std::string("clBuildProgram"));
        BOOST_TEST(!e.build_log().empty());
    }
}

// One program for all kernels of a text, and none in the next context.
BOOST_AUTO_TEST_CASE(programs_are_cached) {
    using stockham::internal::count_programs;
    for (const char* binaries : {"1", "0"}) {
        const scoped_variable variable("POCL_KERNEL_CACHE", binaries);
        const temporary_folder folder;
        const scoped_cache cache(folder);
        const auto run = [](const char* name) {
            const auto context = make_context();
            const session on(context.get());
            auto kernel = on.kernel(doubling, name);
            const auto in = on.buffer(256), out = on.buffer(256);
            kernel.set(0, in.get());
            if (name == std::string("doubled")) kernel.set(1, out.get()), kernel.set(2, cl_uint{64});
            kernel.execute(on.queue(), {64, 1, 1});
            on.finish();
        };
        const auto before = count_programs().compiled;
        run("doubled");
        const auto first = count_programs().compiled;
        BOOST_TEST(first == before + 1);
        run("halved");
        run("doubled");
        BOOST_TEST(count_programs().compiled == first);
    }
}

BOOST_AUTO_TEST_CASE(plans_are_shared) {
    stockham::session_options two;
    two.plans = 2;
    const session on(test_device::get().context, nullptr, two);
    const auto plan = [&](const char* text) { return on.plan(stockham::parse_transform(text)); };
    const auto first = plan("c2c f32 64 b4");
    BOOST_TEST(plan("c2c f32 64 b4") == first);
    stockham::plan_options loads;
    loads.on_load = "element on_load(global const void* input, ulong place, global const void* user) {"
                    " return ((global const float2*)input)[place]; }";
    BOOST_TEST(on.plan(stockham::parse_transform("c2c f32 64 b4"), loads) != first);
    BOOST_TEST(plan("c2c f32 64 b4") == first);
    plan("r2c f32 64 b4");
    plan("c2c f32 64 b4 in");
    BOOST_TEST(plan("c2c f32 64 b4") != first);  // the least recently used one went
    stockham::wisdom own;
    stockham::plan_options with_wisdom;
    with_wisdom.wisdom = &own;
    const auto t = stockham::parse_transform("c2c f32 64 b4");
    BOOST_TEST(on.plan(t, with_wisdom) != on.plan(t, with_wisdom));
}

BOOST_AUTO_TEST_CASE(from_many_threads) {
    const scoped_variable link("STOCKHAM_LINK", "1");
    const auto t = stockham::parse_transform("c2c f32 64 b64");
    stockham::session_options small;
    small.memory = 3 * stockham::input_bytes(t);  // for one run at a time
    const session on(test_device::get().context, nullptr, small);
    std::mt19937 generator(3);
    const auto input = reference::uniform(64 * 64, t.precision, generator);
    const auto content = to_bytes(input, t.precision);
    bytes wanted(content.size());
    on.run(*on.plan(t), content.data(), wanted.data());
    std::atomic<int> right{0};
    std::vector<std::thread> threads;
    for (int k = 0; k < 4; ++k)
        threads.emplace_back([&] {
            for (int turn = 0; turn < 10; ++turn) {
                bytes out(content.size());
                on.run(*on.plan(t), content.data(), out.data());
                right += out == wanted;
            }
        });
    for (auto& each : threads) each.join();
    BOOST_TEST(right == 40);
}

BOOST_AUTO_TEST_CASE(functions_that_throw) {
    for (const char* link : {"", "1"}) {
        const scoped_variable variable("STOCKHAM_LINK", link);
        const session on(test_device::get().context);
        const auto p = on.plan(stockham::parse_transform("c2c f32 64 b4"));
        const bytes in(2048, 0);
        bytes out(2048);
        const stockham::host_source fails = [](std::size_t, std::size_t, void*) { throw std::runtime_error("read"); };
        const stockham::host_sink fails_too = [](std::size_t, std::size_t, const void*) {
            throw std::runtime_error("write");
        };
        BOOST_CHECK_THROW(on.run(*p, fails, out.data()), std::runtime_error);
        BOOST_CHECK_THROW(on.run(*p, in.data(), fails_too), std::runtime_error);
        on.run(*p, in.data(), out.data());
        BOOST_TEST((out == in));
        BOOST_TEST(on.usable_memory() == session(test_device::get().context).usable_memory());
    }
}

BOOST_AUTO_TEST_CASE(bad_arguments) {
    const auto& d = test_device::get();
    expect_argument_error("context", [] { session(cl_context{}); });
    expect_argument_error("device", [] { session(cl_device_id{}); });
    expect_argument_error("queue", [] { session(cl_command_queue{}); });
    int no_object = 0;
    expect_argument_error("device", [&] { session(d.context, reinterpret_cast<cl_device_id>(&no_object)); });
    const session on(d.context);
    const auto p = on.plan(stockham::parse_transform("c2c f32 64 b4"));
    bytes memory(2048);
    expect_argument_error("input", [&] { on.run(*p, static_cast<const void*>(nullptr), memory.data()); });
    expect_argument_error("output", [&] { on.run(*p, memory.data(), static_cast<void*>(nullptr)); });
    if (can_run_out_of_order()) {
        const auto queue = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
        expect_argument_error("queue", [&] { session(queue.get()); });
    }
}

// In a child made by fork(), a session refuses to work, and its destructor touches nothing.
BOOST_AUTO_TEST_CASE(forked) {
    const session on(test_device::get().context);
    on.finish();
    const pid_t child = fork();
    if (child == 0) {
        int code = 1;
        try {
            const session copy = on;
            copy.buffer(64);
        } catch (const stockham::unsupported_error& e) {
            code = e.rule() == "fork" ? 0 : 2;
        } catch (...) {
            code = 3;
        }
        _exit(code);
    }
    int status = -1;
    waitpid(child, &status, 0);
    BOOST_TEST((WIFEXITED(status) && WEXITSTATUS(status) == 0), "status " << status);
}

BOOST_AUTO_TEST_SUITE_END()
