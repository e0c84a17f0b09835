// Addresses in place of buffer objects: shared virtual memory. The same kernels must give the same bits.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <numeric>
#include <type_traits>

#include "runtime/opencl/addresses.hpp"
#include "support/c_run.hpp"
#include "support/on_device.hpp"
#include "support/refusal.hpp"
#include "support/seed.hpp"
#include "tools/harness/oracle/random_problem.hpp"

#ifndef CL_VERSION_2_0
extern "C" {
void* clSVMAlloc(cl_context, cl_bitfield, std::size_t, cl_uint);
void clSVMFree(cl_context, void*);
cl_int clEnqueueSVMMemcpy(cl_command_queue, cl_bool, void*, const void*, std::size_t, cl_uint, const cl_event*,
                          cl_event*);
}
#endif

BOOST_AUTO_TEST_SUITE(addresses_test)

using stockham::device_memory;

namespace {

using byte_list = std::vector<unsigned char>;

bool has_shared_memory() {
    if (stockham::internal::address_space(test_device::get().device).is_shared()) return true;
    BOOST_TEST_MESSAGE("skipped: the device has no shared virtual memory");
    return false;
}

/// A block of shared virtual memory with guards around the data, which begin in its middle.
class shared_block {
  public:
    explicit shared_block(const byte_list& data) : bytes_(data.size()) {
        whole_ = clSVMAlloc(test_device::get().context, CL_MEM_READ_WRITE, bytes_ + 2 * guard, 0);
        BOOST_REQUIRE(whole_);
        byte_list all(bytes_ + 2 * guard, mark);
        if (bytes_) std::memcpy(all.data() + guard, data.data(), bytes_);
        copy(whole_, all.data(), all.size());
    }
    ~shared_block() { clSVMFree(test_device::get().context, whole_); }
    shared_block(const shared_block&) = delete;
    shared_block& operator=(const shared_block&) = delete;

    unsigned char* address() const { return static_cast<unsigned char*>(whole_) + guard; }
    device_memory memory() const { return bytes_ ? device_memory::at(address()) : device_memory(); }

    byte_list read() const {
        byte_list all(bytes_ + 2 * guard);
        copy(all.data(), whole_, all.size());
        BOOST_TEST(byte_list(all.begin(), all.begin() + guard) == byte_list(guard, mark));
        BOOST_TEST(byte_list(all.end() - guard, all.end()) == byte_list(guard, mark));
        return {all.begin() + guard, all.end() - guard};
    }

  private:
    static constexpr std::ptrdiff_t guard = 48;  // a multiple of every element's size, but not of a cache line
    static constexpr unsigned char mark = 0x5A;

    static void copy(void* to, const void* from, std::size_t bytes) {
        stockham::internal::check_cl(
            clEnqueueSVMMemcpy(test_device::get().queue, CL_TRUE, to, from, bytes, 0, nullptr, nullptr),
            "clEnqueueSVMMemcpy");
    }

    std::size_t bytes_;
    void* whole_ = nullptr;
};

/// The memory of an execution, as bytes: both parts of input and output.
struct sides {
    byte_list input, input_imaginary, output, output_imaginary;
};

sides sides_of(const device_trial& made) {
    const auto bytes = [&](const std::vector<long double>& numbers) {
        return number_bytes(numbers, made.what.precision);
    };
    if (made.what.placement == stockham::placement::in_place)
        return {bytes(made.output.numbers), bytes(made.output.imaginary), {}, {}};
    return {bytes(made.input.numbers), bytes(made.input.imaginary), bytes(made.output.numbers),
            bytes(made.output.imaginary)};
}

sides run_by_buffers(const stockham::plan& plan, const sides& given) {
    const auto made = [](const byte_list& data) {
        return data.empty() ? nullptr : std::make_unique<device_buffer>(data.size(), data.data());
    };
    const auto in = made(given.input), in_more = made(given.input_imaginary), out = made(given.output),
               out_more = made(given.output_imaginary);
    const auto handle = [](const auto& buffer) { return buffer ? buffer->get() : nullptr; };
    const auto read = [](const auto& buffer) { return buffer ? buffer->read() : byte_list(); };
    stockham::buffers b;
    b.input = handle(in);
    b.output = handle(out);
    b.input_imaginary = handle(in_more);
    b.output_imaginary = handle(out_more);
    finish(plan.enqueue(test_device::get().queue, b));
    return {read(in), read(in_more), read(out), read(out_more)};
}

sides run_by_addresses(const stockham::plan& plan, const sides& given) {
    const shared_block in(given.input), in_more(given.input_imaginary), out(given.output),
        out_more(given.output_imaginary), room(byte_list(plan.workspace_size()));
    stockham::buffers b;
    b.input = in.memory();
    b.output = out.memory();
    b.input_imaginary = in_more.memory();
    b.output_imaginary = out_more.memory();
    b.workspace = room.memory();
    finish(plan.enqueue(test_device::get().queue, b));
    return {in.read(), in_more.read(), out.read(), out_more.read()};
}

stockham::plan plan_of(const std::string& problem) {
    return {test_device::get().context, test_device::get().device, stockham::parse_transform(problem)};
}

}  // namespace

BOOST_AUTO_TEST_CASE(same_bits_as_buffers) {
    if (!has_shared_memory()) return;
    const unsigned seed = test_seed();
    std::mt19937 generator(seed);
    const int problems = has_chosen_seed() ? 300 : 12;
    for (int k = 0; k < problems; ++k) {
        auto t = random_problem(generator, 1 << 12);
        if (t.precision == stockham::precision::f64 && !test_device::get().has_double)
            t.precision = stockham::precision::f32;
        const auto text = to_string(t);
        BOOST_TEST_CONTEXT(text << ", STOCKHAM_TEST_SEED=" << seed) {
            const stockham::plan plan(test_device::get().context, test_device::get().device, t);
            const auto trial = make_trial(t, generator);
            check_trial(plan, trial);
            const auto given = sides_of(trial);
            const auto expected = run_by_buffers(plan, given), got = run_by_addresses(plan, given);
            BOOST_TEST(got.input == expected.input);
            BOOST_TEST(got.input_imaginary == expected.input_imaginary);
            BOOST_TEST(got.output == expected.output);
            BOOST_TEST(got.output_imaginary == expected.output_imaginary);
        }
    }
}

// An address on one side, a buffer on the other, and the plan's own workspace.
BOOST_AUTO_TEST_CASE(beside_a_buffer) {
    if (!has_shared_memory()) return;
    const auto plan = plan_of("c2c f32 4x16");
    std::mt19937 generator(test_seed());
    const auto given = sides_of(make_trial(plan.problem(), generator));
    const auto expected = run_by_buffers(plan, given).output;
    const shared_block in(given.input);
    const device_buffer out(given.output.size(), given.output.data());
    finish(plan.enqueue(test_device::get().queue, in.memory(), out.get()));
    BOOST_TEST(out.read() == expected);
}

BOOST_AUTO_TEST_CASE(refused) {
    if (!has_shared_memory()) return;
    const auto plan = plan_of("c2c f32 64");
    const auto queue = test_device::get().queue;
    const shared_block in(byte_list(512)), out(byte_list(512)), both(byte_list(1024));
    const auto enqueue = [&](device_memory input, device_memory output) { finish(plan.enqueue(queue, input, output)); };
    expect_argument_error("input", [&] { enqueue({}, out.memory()); });
    expect_argument_error("output", [&] { enqueue(in.memory(), device_memory::at(nullptr)); });
    expect_argument_error("input", [&] { enqueue(device_memory::at(in.address() + 4), out.memory()); });
    expect_argument_error("output", [&] { enqueue(both.memory(), device_memory::at(both.address() + 504)); });
    enqueue(both.memory(), device_memory::at(both.address() + 512));
    const auto in_place = plan_of("c2c f32 64 in");
    expect_argument_error("output", [&] { finish(in_place.enqueue(queue, in.memory(), out.memory())); });
    finish(in_place.enqueue(queue, in.memory(), in.memory()));
}

BOOST_AUTO_TEST_CASE(transpositions) {
    if (!has_shared_memory()) return;
    const auto& d = test_device::get();
    stockham::permutation p;
    p.lengths = {3, 5};
    p.order = {1, 0};
    const stockham::transposition made(d.context, d.device, p);
    byte_list before(15 * 8), expected(15 * 8);
    std::iota(before.begin(), before.end(), static_cast<unsigned char>(1));
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t column = 0; column < 5; ++column)
            std::copy_n(before.begin() + static_cast<std::ptrdiff_t>(8 * (5 * row + column)), 8,
                        expected.begin() + static_cast<std::ptrdiff_t>(8 * (3 * column + row)));
    const shared_block in(before), out(byte_list(before.size()));
    finish(made.enqueue(d.queue, in.memory(), out.memory()));
    BOOST_TEST(out.read() == expected);
}

// A prime factor above 13 takes two plans, which share the workspace.
BOOST_AUTO_TEST_CASE(convolutions) {
    if (!has_shared_memory()) return;
    const auto& d = test_device::get();
    for (const std::size_t n : {16, 17}) {
        stockham::convolution_description what;
        what.signal.lengths = {n};
        const stockham::convolution made(d.context, d.device, what);
        std::mt19937 generator(test_seed());
        const auto data = [&] {
            return to_bytes(reference::uniform(n, stockham::precision::f32, generator), stockham::precision::f32);
        };
        const auto signal = data(), spectrum = data();
        const shared_block in(signal), kernels(spectrum), out(byte_list(8 * n)), room(byte_list(made.workspace_size()));
        const device_buffer in_buffer(8 * n, signal.data()), kernel_buffer(8 * n, spectrum.data()), out_buffer(8 * n);
        stockham::buffers b;
        b.input = in.memory();
        b.output = out.memory();
        b.spectrum = kernels.memory();
        b.workspace = room.memory();
        finish(made.enqueue(d.queue, b));
        finish(made.enqueue(
            d.queue, stockham::buffers{in_buffer.get(), out_buffer.get(), {}, {}, {}, {}, {}, kernel_buffer.get()}));
        BOOST_TEST(out.read() == out_buffer.read());
    }
}

BOOST_AUTO_TEST_CASE(from_c) {
    if (!has_shared_memory()) return;
    const c_plan made{"c2c f32 64"};
    const shared_block in(byte_list(512, 1)), out(byte_list(512));
    auto b = stockham_default_buffers();
    b.input_address = in.address();
    b.output_address = out.address();
    cl_event done = nullptr;
    EXPECT_OK(stockham_plan_enqueue(made, test_device::get().queue, &b, 0, nullptr, &done));
    finish(done);
    const auto by_class = run_by_buffers(plan_of("c2c f32 64"), {byte_list(512, 1), {}, byte_list(512), {}});
    BOOST_TEST(out.read() == by_class.output);
    const device_buffer both(512);
    b.output = both.get();
    expect_refused(stockham_plan_enqueue(made, test_device::get().queue, &b, 0, nullptr, nullptr), STOCKHAM_ARGUMENT,
                   "output", "both");
}

namespace {

/// The functions of cl_intel_unified_shared_memory.
struct unified_memory {
    using on_host = void*(CL_API_CALL*)(cl_context, const void*, std::size_t, cl_uint, cl_int*);
    using on_device = void*(CL_API_CALL*)(cl_context, cl_device_id, const void*, std::size_t, cl_uint, cl_int*);
    using release = cl_int(CL_API_CALL*)(cl_context, void*);
    using copy = cl_int(CL_API_CALL*)(cl_command_queue, cl_bool, void*, const void*, std::size_t, cl_uint,
                                      const cl_event*, cl_event*);
    on_host host = nullptr;
    on_device device = nullptr, shared = nullptr;
    release free = nullptr;
    copy memcpy = nullptr;

    /// False if the device lacks the extension.
    bool find() {
        const auto& d = test_device::get();
        const auto extensions =
            stockham::internal::query_string(clGetDeviceInfo, d.device, CL_DEVICE_EXTENSIONS, "clGetDeviceInfo");
        if (extensions.find("cl_intel_unified_shared_memory") == std::string::npos) return false;
        cl_platform_id platform = nullptr;
        clGetDeviceInfo(d.device, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr);
        const auto get = [&](auto& function, const char* name) {
            function = reinterpret_cast<std::decay_t<decltype(function)>>(
                clGetExtensionFunctionAddressForPlatform(platform, name));
            BOOST_REQUIRE(function);
        };
        get(host, "clHostMemAllocINTEL");
        get(device, "clDeviceMemAllocINTEL");
        get(shared, "clSharedMemAllocINTEL");
        get(free, "clMemFreeINTEL");
        get(memcpy, "clEnqueueMemcpyINTEL");
        return true;
    }
};

}  // namespace

// Each kind of Intel's unified shared memory. The library knows the sizes of these allocations.
BOOST_AUTO_TEST_CASE(intel_allocations) {
    unified_memory usm;
    if (!usm.find()) {
        BOOST_TEST_MESSAGE("skipped: the device has no unified shared memory");
        return;
    }
    const auto& d = test_device::get();
    const auto plan = plan_of("c2c f32 64");
    std::mt19937 generator(test_seed());
    const auto given = sides_of(make_trial(plan.problem(), generator, 0));
    const auto expected = run_by_buffers(plan, given).output;
    const std::size_t bytes = given.input.size();
    const auto allocate = [&](int kind) {
        cl_int code = CL_SUCCESS;
        void* made = kind == 0   ? usm.host(d.context, nullptr, bytes, 0, &code)
                     : kind == 1 ? usm.shared(d.context, d.device, nullptr, bytes, 0, &code)
                                 : usm.device(d.context, d.device, nullptr, bytes, 0, &code);
        BOOST_REQUIRE_EQUAL(code, CL_SUCCESS);
        return std::unique_ptr<void, std::function<void(void*)>>(made, [&](void* p) { usm.free(d.context, p); });
    };
    for (const int kind : {0, 1, 2}) BOOST_TEST_CONTEXT("kind " << kind) {
            const auto in = allocate(kind), out = allocate(kind);
            const auto copy = [&](void* to, const void* from) {
                BOOST_REQUIRE_EQUAL(usm.memcpy(d.queue, CL_TRUE, to, from, bytes, 0, nullptr, nullptr), CL_SUCCESS);
            };
            copy(in.get(), given.input.data());
            finish(plan.enqueue(d.queue, device_memory::at(in.get()), device_memory::at(out.get())));
            byte_list got(bytes);
            copy(got.data(), out.get());
            BOOST_TEST(got == expected);
            expect_argument_error(
                "output",
                [&] {
                    finish(plan.enqueue(d.queue, device_memory::at(in.get()),
                                        device_memory::at(static_cast<char*>(out.get()) + 8)));
                },
                "needed");
        }
}

// A buffer object over an allocation overlaps its addresses.
BOOST_AUTO_TEST_CASE(a_buffer_over_an_allocation) {
    if (!has_shared_memory()) return;
    const auto plan = plan_of("c2c f32 64");
    const shared_block block(byte_list(1024));
    cl_int code = CL_SUCCESS;
    const stockham::internal::memory_object buffer(clCreateBuffer(
        test_device::get().context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, 512, block.address(), &code));
    stockham::internal::check_cl(code, "clCreateBuffer");
    cl_bool known = CL_FALSE;
    constexpr cl_mem_info uses_svm_pointer = 0x1109;
    if (clGetMemObjectInfo(buffer.get(), uses_svm_pointer, sizeof known, &known, nullptr) != CL_SUCCESS || !known) {
        BOOST_TEST_MESSAGE("skipped: the runtime does not tell that a buffer uses shared virtual memory");
        return;
    }
    const auto queue = test_device::get().queue;
    expect_argument_error("output", [&] { finish(plan.enqueue(queue, buffer.get(), block.memory())); });
    finish(plan.enqueue(queue, buffer.get(), device_memory::at(block.address() + 512)));
}

// Many executions at addresses of several allocations: the kernels compute the addresses from a table.
BOOST_AUTO_TEST_CASE(many) {
    if (!has_shared_memory()) return;
    const auto& d = test_device::get();
    const stockham::plan plan(d.context, d.device, stockham::parse_transform("c2c f32 64"));
    const byte_list data = number_bytes(std::vector<long double>(128, 0.5L), stockham::precision::f32);
    std::vector<std::unique_ptr<shared_block>> in, out;
    std::vector<stockham::batch_item> items;
    for (std::size_t k = 0; k < 40; ++k) {
        auto own = data;
        own[k] ^= 1;
        in.push_back(std::make_unique<shared_block>(own));
        out.push_back(std::make_unique<shared_block>(byte_list(data.size())));
        items.push_back({in.back()->memory(), out.back()->memory()});
    }
    finish(plan.enqueue_many(d.queue, items));
    for (std::size_t k = 0; k < items.size(); ++k) {
        const auto own = in[k]->read();
        const device_buffer from(own.size(), own.data()), to(own.size());
        finish(plan.enqueue(d.queue, from.get(), to.get()));
        BOOST_TEST((out[k]->read() == to.read()));
    }
}

BOOST_AUTO_TEST_SUITE_END()
