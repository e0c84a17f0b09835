// Bad input at run time: each is refused with the right class of error, and nothing is written.
#define BOOST_TEST_MODULE bad_input
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>

#include "runtime/execution.hpp"
#include "support/environment.hpp"
#include "support/on_device.hpp"
#include "support/refusal.hpp"

using stockham::event_object;
using stockham::memory_object;
using stockham::parse_transform;
using stockham::plan;
using stockham::plan_options;
using stockham::transform;

namespace {

plan plan_of(const std::string& text) {
    return {test_device::get().context, test_device::get().device, parse_transform(text)};
}

/// A plan with buffers of just the sizes that it needs.
struct bench {
    explicit bench(const std::string& text)
        : p(plan_of(text)), each(element_size(p.problem().precision)), in(input_extent(p.problem()) * each),
          out(output_extent(p.problem()) * each), workspace(std::max<std::size_t>(1, p.workspace_size())) {}

    void enqueue(cl_mem from, cl_mem into, cl_mem space = nullptr) const {
        enqueue_on(test_device::get().queue, from, into, space);
    }
    void enqueue_on(cl_command_queue queue, cl_mem from, cl_mem into, cl_mem space = nullptr) const {
        finish(p.enqueue(queue, from, into, space));
    }

    plan p;
    std::size_t each;
    device_buffer in, out, workspace;
};

/// A part of a buffer.
memory_object part_of(const device_buffer& parent, std::size_t begin, std::size_t size) {
    const cl_buffer_region region{begin, size};
    cl_int code = CL_SUCCESS;
    memory_object memory(
        clCreateSubBuffer(parent.get(), CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
    BOOST_REQUIRE_EQUAL(code, CL_SUCCESS);
    return memory;
}

constexpr const char* strided = "c2c f32 64 b3 is=5 id=400 io=11 os=2 od=130 oo=7";
constexpr const char* transposed = "c2c f32 64x64 algorithm=row_transpose";

}  // namespace

BOOST_AUTO_TEST_SUITE(buffers)

// An element less than the strides reach is too small; what they just reach is enough.
BOOST_AUTO_TEST_CASE(too_small) {
    for (const char* text : {strided, transposed, "c2c f64 16x16", "c2c f32 1"}) {
        if (!can_run(parse_transform(text))) continue;
        const bench b(text);
        BOOST_CHECK_NO_THROW(b.enqueue(b.in.get(), b.out.get(), b.workspace.get()));
        const auto smaller = [&](std::size_t bytes) { return device_buffer(std::max<std::size_t>(1, bytes - 1)); };
        const auto in = smaller(input_extent(b.p.problem()) * b.each),
                   out = smaller(output_extent(b.p.problem()) * b.each);
        expect_argument_error(
            "input", [&] { b.enqueue(in.get(), b.out.get()); }, "bytes");
        expect_argument_error(
            "output", [&] { b.enqueue(b.in.get(), out.get()); }, "bytes");
        if (!b.p.workspace_size()) continue;
        const auto space = smaller(b.p.workspace_size());
        expect_argument_error(
            "workspace", [&] { b.enqueue(b.in.get(), b.out.get(), space.get()); }, "bytes");
    }
}

BOOST_AUTO_TEST_CASE(too_small_in_place) {
    const bench b("c2c f32 64 b3 in");
    const device_buffer smaller(64 * 3 * 8 - 8);
    expect_argument_error("input", [&] { b.enqueue(smaller.get(), nullptr); });
}

BOOST_AUTO_TEST_CASE(none) {
    const bench b(strided);
    expect_argument_error(
        "input", [&] { b.enqueue(nullptr, b.out.get()); }, "null");
    expect_argument_error(
        "output", [&] { b.enqueue(b.in.get(), nullptr); }, "null");
    expect_argument_error(
        "queue", [&] { b.enqueue_on(nullptr, b.in.get(), b.out.get()); }, "null");
    const bench in_place("c2c f32 64 in");
    expect_argument_error(
        "input", [&] { in_place.enqueue(nullptr, nullptr); }, "null");
}

BOOST_AUTO_TEST_CASE(out_of_place_in_one_buffer) {
    const bench b(transposed);
    expect_argument_error(
        "output", [&] { b.enqueue(b.in.get(), b.in.get()); }, "overlap");
    expect_argument_error(
        "workspace", [&] { b.enqueue(b.in.get(), b.out.get(), b.in.get()); }, "overlap");
    expect_argument_error(
        "workspace", [&] { b.enqueue(b.in.get(), b.out.get(), b.out.get()); }, "overlap");
}

BOOST_AUTO_TEST_CASE(in_place_in_two_buffers) {
    const bench b("c2c f32 64 in");
    expect_argument_error(
        "output", [&] { b.enqueue(b.in.get(), b.out.get()); }, "in place");
    BOOST_CHECK_NO_THROW(b.enqueue(b.in.get(), b.in.get()));
    BOOST_CHECK_NO_THROW(b.enqueue(b.in.get(), nullptr));
}

BOOST_AUTO_TEST_CASE(parts_that_overlap) {
    const bench b(transposed);
    constexpr std::size_t size = 64 * 64 * 8, half = size / 2;  // 16 KB: aligned wherever it must be
    const device_buffer parent(4 * size);
    const auto first = part_of(parent, 0, size), second = part_of(parent, size, size),
               third = part_of(parent, 2 * size, size), across = part_of(parent, half, size);
    BOOST_CHECK_NO_THROW(b.enqueue(first.get(), second.get(), third.get()));  // side by side
    BOOST_CHECK_NO_THROW(b.enqueue(second.get(), first.get(), third.get()));
    expect_argument_error(
        "output", [&] { b.enqueue(first.get(), across.get()); }, "overlap");
    expect_argument_error(
        "output", [&] { b.enqueue(across.get(), second.get()); }, "overlap");
    expect_argument_error(
        "output", [&] { b.enqueue(parent.get(), first.get()); }, "overlap");
    expect_argument_error(
        "output", [&] { b.enqueue(first.get(), parent.get()); }, "overlap");
    expect_argument_error(
        "output", [&] { b.enqueue(first.get(), part_of(parent, 0, size).get()); }, "overlap");
    expect_argument_error(
        "workspace", [&] { b.enqueue(first.get(), third.get(), across.get()); }, "overlap");
    expect_argument_error(
        "workspace", [&] { b.enqueue(third.get(), second.get(), across.get()); }, "overlap");
    expect_argument_error(
        "workspace", [&] { b.enqueue(first.get(), second.get(), parent.get()); }, "overlap");
    // The parent itself is fine as far as the execution does not reach into the part.
    BOOST_CHECK_NO_THROW(b.enqueue(parent.get(), second.get(), third.get()));
}

BOOST_AUTO_TEST_CASE(parts_that_overlap_in_place) {
    const bench b("c2c f32 64x64 in algorithm=row_transpose");
    constexpr std::size_t size = 64 * 64 * 8;
    const device_buffer parent(3 * size);
    const auto data = part_of(parent, 0, size), across = part_of(parent, size / 2, size),
               beside = part_of(parent, size, size);
    expect_argument_error(
        "workspace", [&] { b.enqueue(data.get(), nullptr, across.get()); }, "overlap");
    expect_argument_error(
        "output", [&] { b.enqueue(data.get(), beside.get()); }, "in place");
    BOOST_CHECK_NO_THROW(b.enqueue(data.get(), nullptr, beside.get()));
}

BOOST_AUTO_TEST_CASE(of_another_context) {
    const auto& d = test_device::get();
    const bench b(transposed);
    const auto other = make_context();
    cl_int code = CL_SUCCESS;
    const memory_object memory(clCreateBuffer(other.get(), CL_MEM_READ_WRITE, 1 << 20, nullptr, &code));
    BOOST_REQUIRE_EQUAL(code, CL_SUCCESS);
    const queue_object queue(clCreateCommandQueue(other.get(), d.device, 0, &code));
    BOOST_REQUIRE_EQUAL(code, CL_SUCCESS);
    expect_argument_error(
        "queue", [&] { b.enqueue_on(queue.get(), b.in.get(), b.out.get()); }, "another context");
    expect_argument_error(
        "input", [&] { b.enqueue(memory.get(), b.out.get()); }, "another context");
    expect_argument_error(
        "output", [&] { b.enqueue(b.in.get(), memory.get()); }, "another context");
    expect_argument_error(
        "workspace", [&] { b.enqueue(b.in.get(), b.out.get(), memory.get()); }, "another context");
}

// After all these refusals the output is what it was, and the plan works as ever.
BOOST_AUTO_TEST_CASE(nothing_is_written_and_nothing_is_broken) {
    const bench b(transposed);
    std::mt19937 generator(3);
    const auto data = reference::uniform(64 * 64, stockham::precision::f32, generator),
               poison = reference::uniform(64 * 64, stockham::precision::f32, generator);
    const auto before = to_bytes(poison, stockham::precision::f32);
    const device_buffer in(before.size(), to_bytes(data, stockham::precision::f32).data()),
        out(before.size(), before.data()), small(before.size() - 8);
    expect_argument_error("workspace", [&] { b.enqueue(in.get(), out.get(), small.get()); });
    expect_argument_error("input", [&] { b.enqueue(small.get(), out.get()); });
    expect_argument_error("queue", [&] { b.enqueue_on(nullptr, in.get(), out.get()); });
    BOOST_TEST((out.read() == before));
    check_on_device(b.p.problem(), 5);
}

BOOST_AUTO_TEST_CASE(that_may_not_be_read_or_written) {
    const bench b(transposed);
    const auto of = [](cl_mem_flags flags) {
        cl_int code = CL_SUCCESS;
        memory_object memory(clCreateBuffer(test_device::get().context, flags, 1 << 20, nullptr, &code));
        BOOST_REQUIRE_EQUAL(code, CL_SUCCESS);
        return memory;
    };
    const auto read_only = of(CL_MEM_READ_ONLY), write_only = of(CL_MEM_WRITE_ONLY);
    BOOST_CHECK_NO_THROW(b.enqueue(read_only.get(), write_only.get(), b.workspace.get()));
    expect_argument_error(
        "input", [&] { b.enqueue(write_only.get(), b.out.get()); }, "CL_MEM_WRITE_ONLY");
    expect_argument_error(
        "output", [&] { b.enqueue(b.in.get(), read_only.get()); }, "CL_MEM_READ_ONLY");
    for (const auto& space : {read_only, write_only})
        expect_argument_error(
            "workspace", [&] { b.enqueue(b.in.get(), b.out.get(), space.get()); }, "CL_MEM_");
    const cl_buffer_region region{0, 1 << 19};
    cl_int code = CL_SUCCESS;
    const memory_object part(
        clCreateSubBuffer(read_only.get(), 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code));  // inherits
    BOOST_REQUIRE_EQUAL(code, CL_SUCCESS);
    expect_argument_error("output", [&] { b.enqueue(b.in.get(), part.get()); });
    const bench in_place("c2c f32 64 in");
    for (const auto& data : {read_only, write_only})
        expect_argument_error("input", [&] { in_place.enqueue(data.get(), nullptr); });
    const bench planar("c2c f32 64 if=planar of=planar");
    stockham::buffers all;
    all.input = planar.in.get();
    all.output = planar.out.get();
    const device_buffer more(512), others(512);
    const auto enqueue = [&](cl_mem in, cl_mem out) {
        all.input_imaginary = in;
        all.output_imaginary = out;
        finish(planar.p.enqueue(test_device::get().queue, all));
    };
    BOOST_CHECK_NO_THROW(enqueue(more.get(), others.get()));
    expect_argument_error("input_imaginary", [&] { enqueue(write_only.get(), others.get()); });
    expect_argument_error("output_imaginary", [&] { enqueue(more.get(), read_only.get()); });
    const stockham::transposition turned(test_device::get().context, test_device::get().device, {{8, 4}, {1, 0}});
    expect_argument_error("output",
                          [&] { finish(turned.enqueue(test_device::get().queue, b.in.get(), read_only.get())); });
}

BOOST_AUTO_TEST_CASE(that_are_images) {
    const auto& d = test_device::get();
    if (!stockham::query<cl_bool>(clGetDeviceInfo, d.device, CL_DEVICE_IMAGE_SUPPORT, "clGetDeviceInfo")) return;
    cl_image_desc shape{};
    shape.image_type = CL_MEM_OBJECT_IMAGE2D;
    shape.image_width = shape.image_height = 256;
    const cl_image_format format{CL_RGBA, CL_FLOAT};
    cl_int code = CL_SUCCESS;
    const memory_object image(clCreateImage(d.context, CL_MEM_READ_WRITE, &format, &shape, nullptr, &code));
    BOOST_REQUIRE_EQUAL(code, CL_SUCCESS);
    const bench b(transposed);
    expect_argument_error(
        "input", [&] { b.enqueue(image.get(), b.out.get()); }, "image");
    expect_argument_error(
        "output", [&] { b.enqueue(b.in.get(), image.get()); }, "image");
    expect_argument_error(
        "workspace", [&] { b.enqueue(b.in.get(), b.out.get(), image.get()); }, "image");
    stockham::buffers all;
    all.input = b.in.get();
    all.output = b.out.get();
    all.load_data = image.get();
    expect_argument_error(
        "load_data", [&] { finish(b.p.enqueue(d.queue, all)); }, "image");
}

// What callbacks are given, and what is waited for, is of the plan's context, too.
BOOST_AUTO_TEST_CASE(data_and_events_of_another_context) {
    const auto& d = test_device::get();
    const bench b(strided);
    const auto other = make_context();
    cl_int code = CL_SUCCESS;
    const memory_object memory(clCreateBuffer(other.get(), CL_MEM_READ_WRITE, 64, nullptr, &code));
    BOOST_REQUIRE_EQUAL(code, CL_SUCCESS);
    stockham::buffers all;
    all.input = b.in.get();
    all.output = b.out.get();
    all.load_data = memory.get();
    expect_argument_error(
        "load_data", [&] { finish(b.p.enqueue(d.queue, all)); }, "another context");
    all.load_data = b.in.get();
    all.store_data = memory.get();
    expect_argument_error(
        "store_data", [&] { finish(b.p.enqueue(d.queue, all)); }, "another context");
    all.store_data = nullptr;
    const event_object ours(clCreateUserEvent(d.context, &code)), theirs(clCreateUserEvent(other.get(), &code));
    clSetUserEventStatus(ours.get(), CL_COMPLETE);
    clSetUserEventStatus(theirs.get(), CL_COMPLETE);
    const cl_event wait[] = {ours.get(), theirs.get()};
    BOOST_CHECK_NO_THROW(finish(b.p.enqueue(d.queue, all, 1, wait)));
    expect_argument_error(
        "wait", [&] { finish(b.p.enqueue(d.queue, all, 2, wait)); }, "event 1 to wait for belongs to another context");
    expect_argument_error(
        "wait", [&] { b.p.execute(d.queue, all, 2, wait); }, "another context");
    const stockham::transposition turned(d.context, d.device, {{8, 4}, {1, 0}});
    expect_argument_error(
        "wait", [&] { finish(turned.enqueue(d.queue, b.in.get(), b.out.get(), nullptr, 2, wait)); }, "another context");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(plans)

BOOST_AUTO_TEST_CASE(of_bad_transforms) {
    expect_argument_error("lengths", [] { plan_of("c2c f32 0"); });
    expect_argument_error("batch", [] { plan_of("c2c f32 64 b0"); });
    expect_argument_error("lengths", [] { plan_of("c2c f32 4294967296x4294967296"); });
    expect_argument_error("placement", [] { plan_of("c2c f32 64 in os=2"); });
    expect_argument_error("output", [] { plan_of("c2c f32 8x8 os=1,1"); });
    expect_unsupported_error("lengths", [] { plan_of("c2c f32 67108865"); });
    expect_unsupported_error("rank", [] { plan_of("c2c f32 2x2x2x2x2x2"); });
}

BOOST_AUTO_TEST_CASE(without_double_precision) {
    auto device = stockham::describe(test_device::get().device);
    device.fp64 = stockham::double_support::none;
    plan_options options;
    options.plan_for = &device;
    const auto& d = test_device::get();
    expect_unsupported_error(
        "double precision", [&] { plan(d.context, d.device, parse_transform("c2c f64 64"), options); },
        "no double precision");
    BOOST_CHECK_NO_THROW(plan(d.context, d.device, parse_transform("c2c f32 64"), options));
    if (d.has_double) {
        BOOST_CHECK_NO_THROW(plan_of("c2c f64 64"));
    } else {
        expect_unsupported_error("double precision", [] { plan_of("c2c f64 64"); });
    }
}

BOOST_AUTO_TEST_CASE(without_context_or_device) {
    const auto& d = test_device::get();
    expect_argument_error(
        "context", [&] { plan(nullptr, d.device, parse_transform("c2c f32 64")); }, "null");
    expect_argument_error(
        "device", [&] { plan(d.context, nullptr, parse_transform("c2c f32 64")); }, "null");
    expect_argument_error("context", [] { stockham::session(nullptr); });
    expect_argument_error("device", [] { stockham::describe(nullptr); });
    expect_argument_error("context", [&] { stockham::transposition(nullptr, d.device, {{8, 4}, {1, 0}}); });
    expect_argument_error("device", [&] { stockham::transposition(d.context, nullptr, {{8, 4}, {1, 0}}); });
    expect_argument_error("context",
                          [&] { stockham::convolution(nullptr, d.device, {parse_transform("c2c f32 64")}); });
    const auto compile = [](cl_context context, cl_device_id device, stockham::rigor how, unsigned shards) {
        stockham::compile_candidates(context, device, parse_transform("c2c f32 64"), how, 0, shards);
    };
    expect_argument_error("context", [&] { compile(nullptr, d.device, stockham::rigor::measure, 1); });
    expect_argument_error("device", [&] { compile(d.context, nullptr, stockham::rigor::measure, 1); });
    expect_argument_error("shards", [&] { compile(d.context, d.device, stockham::rigor::measure, 0); });
    expect_argument_error("rigor", [&] { compile(d.context, d.device, static_cast<stockham::rigor>(99), 1); });
}

BOOST_AUTO_TEST_CASE(of_another_device) {
    const auto& d = test_device::get();
    const auto t = parse_transform("c2c f32 64");
    for (auto other : stockham::devices()) {
        if (other == d.device) continue;
        const auto refused = [&](const auto& make) { expect_argument_error("device", make, "none of the context's"); };
        refused([&] { plan(d.context, other, t); });
        refused([&] { stockham::convolution(d.context, other, {t}); });
        refused([&] { stockham::transposition(d.context, other, {{8, 4}, {1, 0}}); });
        refused([&] { stockham::compile_candidates(d.context, other, t, stockham::rigor::measure, 0, 1); });
        return;
    }
    BOOST_TEST_MESSAGE("there is no other device");
}

// A context of a part of the device is not the whole device's, as far as it tells: PoCL says it is.
BOOST_AUTO_TEST_CASE(of_a_device_that_the_context_does_not_have) {
    const auto& d = test_device::get();
    const cl_device_partition_property halves[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    cl_uint count = 0;
    if (clCreateSubDevices(d.device, halves, 0, nullptr, &count) != CL_SUCCESS || count < 2) return;
    std::vector<cl_device_id> parts(count);
    BOOST_REQUIRE_EQUAL(clCreateSubDevices(d.device, halves, count, parts.data(), nullptr), CL_SUCCESS);
    {
        cl_int code = CL_SUCCESS;
        const stockham::context_object own(clCreateContext(nullptr, 1, &parts[0], nullptr, nullptr, &code));
        BOOST_REQUIRE_EQUAL(code, CL_SUCCESS);
        const auto listed =
            stockham::query<cl_device_id>(clGetContextInfo, own.get(), CL_CONTEXT_DEVICES, "clGetContextInfo");
        const auto t = parse_transform("c2c f32 64");
        BOOST_CHECK_NO_THROW(stockham::check_device(own.get(), parts[0]));
        if (listed == parts[0]) {
            const auto refused = [&](const auto& make) {
                expect_argument_error("device", make, "none of the context's");
            };
            refused([&] { plan(own.get(), d.device, t); });
            refused([&] { stockham::convolution(own.get(), d.device, {t}); });
            refused([&] { stockham::transposition(own.get(), d.device, {{8, 4}, {1, 0}}); });
            refused([&] { stockham::compile_candidates(own.get(), d.device, t, stockham::rigor::measure, 0, 1); });
            refused([&] { plan(own.get(), parts[1], t); });
        } else {
            BOOST_TEST_MESSAGE("this platform lists the whole device in a context of its part");
            BOOST_TEST(listed == d.device);
        }
    }
    for (auto part : parts) clReleaseDevice(part);
}

BOOST_AUTO_TEST_CASE(with_options_that_are_none) {
    const auto& d = test_device::get();
    const auto t = parse_transform("c2c f32 64");
    const auto refused = [&](const char* field, const auto& change) {
        plan_options options;
        change(options);
        expect_argument_error(field, [&] { plan(d.context, d.device, t, options); });
        expect_argument_error(field, [&] { stockham::convolution(d.context, d.device, {t}, options); });
    };
    refused("rigor", [](plan_options& o) { o.rigor = static_cast<stockham::rigor>(99); });
    refused("rigor", [](plan_options& o) { o.rigor = static_cast<stockham::rigor>(-1); });
    refused("time_limit", [](plan_options& o) { o.time_limit = -1; });
    refused("time_limit", [](plan_options& o) { o.time_limit = std::nan(""); });
    auto device = stockham::describe(d.device);
    device.vector_bytes = 3;
    refused("vector_bytes", [&](plan_options& o) { o.plan_for = &device; });
    const auto turn = [&](const stockham::permutation& p) { stockham::transposition(d.context, d.device, p); };
    stockham::permutation p{{8, 4}, {1, 0}};
    p.element = static_cast<stockham::element>(99);
    expect_argument_error("element", [&] { turn(p); });
    p = {{8, 4}, {1, 0}};
    p.placement = static_cast<stockham::placement>(-1);
    expect_argument_error("placement", [&] { turn(p); });
    for (const char* field : {"kind", "direction", "precision"}) {
        stockham::convolution_description c{t};
        if (*field == 'k') c.signal.kind = static_cast<stockham::kind>(-1);
        if (*field == 'd') c.signal.direction = static_cast<stockham::direction>(9);
        if (*field == 'p') c.signal.precision = static_cast<stockham::precision>(77);
        expect_argument_error(field, [&] { stockham::convolution(d.context, d.device, c); });
    }
}

BOOST_AUTO_TEST_CASE(that_were_moved_from) {
    const auto& d = test_device::get();
    const bench b("c2c f32 64");
    stockham::buffers all;
    all.input = b.in.get();
    all.output = b.out.get();
    const auto gone = [](const char* field, const auto& call) { expect_argument_error(field, call, "moved from"); };
    plan first = plan_of("c2c f32 64");
    plan second = std::move(first);
    gone("plan", [&] { first.problem(); });
    gone("plan", [&] { first.workspace_size(); });
    gone("plan", [&] { first.launches(); });
    gone("plan", [&] { first.to_string(); });
    gone("plan", [&] { first.recipe(); });
    gone("plan", [&] { first.enqueue(d.queue, b.in.get(), b.out.get()); });
    gone("plan", [&] { first.execute(d.queue, b.in.get(), b.out.get()); });
    gone("plan", [&] { first.enqueue(d.queue, all); });
    gone("plan", [&] { first.execute(d.queue, all); });
    gone("plan", [&] { first.enqueue_each(d.queue, b.in.get(), b.out.get()); });
    first = std::move(second);
    BOOST_CHECK_NO_THROW(finish(first.enqueue(d.queue, all)));
    stockham::convolution one(d.context, d.device, {parse_transform("c2c f32 64")});
    const stockham::convolution other = std::move(one);
    gone("plan", [&] { one.spectrum_transform(); });
    gone("plan", [&] { one.workspace_size(); });
    gone("plan", [&] { one.launches(); });
    gone("plan", [&] { one.to_string(); });
    gone("plan", [&] { one.enqueue(d.queue, all); });
    gone("plan", [&] { one.execute(d.queue, all); });
    BOOST_TEST(other.spectrum_transform().lengths.front() == 64U);
    stockham::transposition turned(d.context, d.device, {{8, 4}, {1, 0}});
    const stockham::transposition taken = std::move(turned);
    gone("transposition", [&] { turned.to_string(); });
    gone("transposition", [&] { turned.workspace_size(); });
    gone("transposition", [&] { turned.enqueue(d.queue, b.in.get(), b.out.get()); });
    BOOST_TEST(taken.workspace_size() == 0U);
    stockham::session kept(d.context);
    const stockham::session copied = std::move(kept);
    const stockham::session again = kept;
    (void)again;
}

// A workspace is the one thing that an execution allocates: here it is larger than the device says it gives in one
// piece. NVIDIA's driver gives it all the same, and then there is nothing to refuse.
BOOST_AUTO_TEST_CASE(out_of_device_memory) {
    const auto& d = test_device::get();
    const auto limit = stockham::describe(d.device).max_allocation;
    BOOST_REQUIRE(limit > 0U);
    // One image has 8 x 64K elements, and its rows need a workspace beside the transposed image.
    constexpr std::size_t image = std::size_t{8} * 65536 * 8;
    auto t = parse_transform("c2c f32 65536x8 in algorithm=row_transpose");
    t.batch = limit / image;
    const plan p(d.context, d.device, t);
    BOOST_TEST_MESSAGE("at most " << limit << " bytes in one piece; workspace " << p.workspace_size());
    BOOST_REQUIRE(p.workspace_size() > limit);
    cl_int code = CL_SUCCESS;
    if (const auto given = clCreateBuffer(d.context, CL_MEM_READ_WRITE, p.workspace_size(), nullptr, &code)) {
        clReleaseMemObject(given);
        BOOST_TEST_MESSAGE("but this device gives more");
        return;
    }
    const device_buffer data(input_extent(t) * 8);
    expect_opencl_error("clCreateBuffer", [&] { finish(p.enqueue(d.queue, data.get())); });
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(device_words)

BOOST_AUTO_TEST_CASE(unknown_ones_list_the_devices) {
    const auto name = stockham::describe(stockham::devices().front()).name;
    for (const char* word : {"no such device", "99", "999999999999999999999", "-1", "gpu7"})
        expect_argument_error(
            "device", [&] { stockham::choose_device(word); }, name);
    const scoped_variable wrong("STOCKHAM_DEVICE", "no such device");
    expect_argument_error(
        "device", [] { stockham::choose_device(); }, name);
}

BOOST_AUTO_TEST_CASE(known_ones) {
    const auto all = stockham::devices();
    BOOST_REQUIRE(!all.empty());
    const scoped_variable none("STOCKHAM_DEVICE", "");
    BOOST_TEST(stockham::choose_device() == all.front());
    for (std::size_t k = 0; k < all.size(); ++k) {
        BOOST_TEST(stockham::choose_device(std::to_string(k)) == all[k]);
        const scoped_variable number("STOCKHAM_DEVICE", std::to_string(k));
        BOOST_TEST(stockham::choose_device() == all[k]);
    }
    auto d = stockham::describe(all.front());
    auto upper = d.name;
    std::transform(upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return std::toupper(c); });
    BOOST_TEST(stockham::choose_device(upper) == all.front());
    BOOST_TEST(stockham::describe(stockham::choose_device(d.platform)).platform == d.platform);
    for (const auto& [word, kind] :
         {std::pair{"gpu", stockham::device_kind::gpu}, std::pair{"CPU", stockham::device_kind::cpu}})
        if (std::any_of(all.begin(), all.end(), [k = kind](auto id) { return stockham::describe(id).kind == k; })) {
            BOOST_TEST((stockham::describe(stockham::choose_device(word)).kind == kind));
        } else {
            expect_argument_error("device", [w = word] { stockham::choose_device(w); });
        }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(kernel_files)

// The kernels of the folder are those that run: these multiply by three.
BOOST_AUTO_TEST_CASE(are_read_from_the_folder) {
    const kernel_folder folder;
    folder.append("cl/access/as_stored.cl", "\n#define as_stored(e) ((e) * 3)\n");
    folder.append("cl/lanes/exchange_lanes.cl",
                  "\n#undef SCALE\n#define SCALE(z) make_complex((z).x * 3, (z).y * 3)\n");
    auto t = parse_transform("c2c f32 256 b3");
    std::mt19937 generator(9);
    const auto input = reference::uniform(input_extent(t), t.precision, generator);
    const scoped_variable variable("STOCKHAM_KERNEL_DIR", folder.path());
    const scoped_variable unchecked("STOCKHAM_CHECK", "off");  // which would refuse such numbers
    const auto got = run(plan_of(to_string(t)), input, input).output;
    t.scale = 3;
    const auto wanted = reference::transform(t, input, input);
    BOOST_TEST(reference::relative_error(got, wanted, reference::places(t, false)) <= reference::gate(t));
}

BOOST_AUTO_TEST_CASE(unchanged_they_give_the_same_bits) {
    const auto t = parse_transform("c2c f32 256 b3");
    std::mt19937 generator(9);
    const auto input = reference::uniform(input_extent(t), t.precision, generator);
    const auto wanted = run(plan_of(to_string(t)), input, input).output;
    const kernel_folder folder;
    const scoped_variable variable("STOCKHAM_KERNEL_DIR", folder.path());
    BOOST_TEST((run(plan_of(to_string(t)), input, input).output == wanted));
}

BOOST_AUTO_TEST_CASE(that_do_not_compile) {
    const kernel_folder folder;
    folder.append("cl/common/complex.cl", "\n#error broken on purpose\n");
    {
        const scoped_variable variable("STOCKHAM_KERNEL_DIR", folder.path());
        for (int repeat = 0; repeat < 2; ++repeat)  // the failure is not remembered as a program
            BOOST_CHECK_EXCEPTION(plan_of("c2c f32 128"), stockham::opencl_error, [](const stockham::opencl_error& e) {
                BOOST_TEST(e.call() == "clBuildProgram");
                BOOST_TEST(e.code() == CL_BUILD_PROGRAM_FAILURE);
                BOOST_TEST(e.build_log().find("broken on purpose") != std::string::npos, e.what());
                BOOST_TEST(std::string(e.what()).find("broken on purpose") != std::string::npos);
                BOOST_TEST(std::string(e.what()).find("CL_BUILD_PROGRAM_FAILURE") != std::string::npos);
                return true;
            });
    }
    BOOST_CHECK_NO_THROW(plan_of("c2c f32 128"));
}

BOOST_AUTO_TEST_CASE(that_are_not_there) {
    const kernel_folder folder;
    folder.remove("cl/common/tile.h");
    {
        const scoped_variable variable("STOCKHAM_KERNEL_DIR", folder.path());
        expect_argument_error(
            "STOCKHAM_KERNEL_DIR", [] { plan_of("c2c f32 128"); }, "cl/common/tile.h");
    }
    const scoped_variable nowhere("STOCKHAM_KERNEL_DIR", "/nonexistent");
    expect_argument_error(
        "STOCKHAM_KERNEL_DIR", [] { plan_of("c2c f32 128"); }, "cl/");
}

BOOST_AUTO_TEST_SUITE_END()
