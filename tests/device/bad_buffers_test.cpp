// Executions with invalid buffers, queues and events: each is refused with the right error, and nothing is written.
#include <boost/test/unit_test.hpp>

#include <algorithm>

#include "support/on_device.hpp"
#include "support/planned_buffers.hpp"
#include "support/refusal.hpp"

BOOST_AUTO_TEST_SUITE(bad_buffers_test)

using stockham::parse_transform;
using stockham::harness::make_buffer;
using stockham::harness::make_sub_buffer;
using stockham::harness::make_user_event;
using stockham::harness::memory_object;

namespace {

/// A sub-buffer.
memory_object part_of(const device_buffer& parent, std::size_t begin, std::size_t size) {
    return make_sub_buffer(parent.get(), begin, size, CL_MEM_READ_WRITE);
}

constexpr const char* strided = "c2c f32 64 b3 is=5 id=400 io=11 os=2 od=130 oo=7";
constexpr const char* transposed = "c2c f32 64x64 algorithm=row_transpose";

}  // namespace

// One element less than the strides reach is too small. Exactly the extent is enough.
BOOST_AUTO_TEST_CASE(too_small) {
    for (const char* text : {strided, transposed, "c2c f64 16x16", "c2c f32 1"}) {
        if (!can_run(parse_transform(text))) continue;
        const planned_buffers b(text);
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
    const planned_buffers b("c2c f32 64 b3 in");
    const device_buffer smaller(64 * 3 * 8 - 8);
    expect_argument_error("input", [&] { b.enqueue(smaller.get(), nullptr); });
}

BOOST_AUTO_TEST_CASE(none) {
    const planned_buffers b(strided);
    expect_argument_error(
        "input", [&] { b.enqueue(nullptr, b.out.get()); }, "null");
    expect_argument_error(
        "output", [&] { b.enqueue(b.in.get(), nullptr); }, "null");
    expect_argument_error(
        "queue", [&] { b.enqueue_on(nullptr, b.in.get(), b.out.get()); }, "null");
    const planned_buffers in_place("c2c f32 64 in");
    expect_argument_error(
        "input", [&] { in_place.enqueue(nullptr, nullptr); }, "null");
}

BOOST_AUTO_TEST_CASE(out_of_place_in_one_buffer) {
    const planned_buffers b(transposed);
    expect_argument_error(
        "output", [&] { b.enqueue(b.in.get(), b.in.get()); }, "overlap");
    expect_argument_error(
        "workspace", [&] { b.enqueue(b.in.get(), b.out.get(), b.in.get()); }, "overlap");
    expect_argument_error(
        "workspace", [&] { b.enqueue(b.in.get(), b.out.get(), b.out.get()); }, "overlap");
}

BOOST_AUTO_TEST_CASE(in_place_in_two_buffers) {
    const planned_buffers b("c2c f32 64 in");
    expect_argument_error(
        "output", [&] { b.enqueue(b.in.get(), b.out.get()); }, "in place");
    BOOST_CHECK_NO_THROW(b.enqueue(b.in.get(), b.in.get()));
    BOOST_CHECK_NO_THROW(b.enqueue(b.in.get(), nullptr));
}

BOOST_AUTO_TEST_CASE(parts_that_overlap) {
    const planned_buffers b(transposed);
    constexpr std::size_t size = 64 * 64 * 8, half = size / 2;  // 16 KB: a multiple of every alignment
    const device_buffer parent(4 * size);
    const auto first = part_of(parent, 0, size), second = part_of(parent, size, size),
               third = part_of(parent, 2 * size, size), across = part_of(parent, half, size);
    BOOST_CHECK_NO_THROW(b.enqueue(first.get(), second.get(), third.get()));  // adjacent
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
    // The parent buffer is fine if the execution does not reach into the sub-buffer.
    BOOST_CHECK_NO_THROW(b.enqueue(parent.get(), second.get(), third.get()));
}

BOOST_AUTO_TEST_CASE(parts_that_overlap_in_place) {
    const planned_buffers b("c2c f32 64x64 in algorithm=row_transpose");
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
    const planned_buffers b(transposed);
    const auto other = make_context();
    const auto memory = make_buffer(other.get(), 1 << 20);
    const auto queue = stockham::harness::make_queue(other.get(), d.device);
    expect_argument_error(
        "queue", [&] { b.enqueue_on(queue.get(), b.in.get(), b.out.get()); }, "another context");
    expect_argument_error(
        "input", [&] { b.enqueue(memory.get(), b.out.get()); }, "another context");
    expect_argument_error(
        "output", [&] { b.enqueue(b.in.get(), memory.get()); }, "another context");
    expect_argument_error(
        "workspace", [&] { b.enqueue(b.in.get(), b.out.get(), memory.get()); }, "another context");
}

// After these refusals the output is unchanged and the plan still works.
BOOST_AUTO_TEST_CASE(nothing_is_written_and_nothing_is_broken) {
    const planned_buffers b(transposed);
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
    const planned_buffers b(transposed);
    const auto of = [](cl_mem_flags flags) { return make_buffer(test_device::get().context, 1 << 20, flags); };
    const auto read_only = of(CL_MEM_READ_ONLY), write_only = of(CL_MEM_WRITE_ONLY);
    BOOST_CHECK_NO_THROW(b.enqueue(read_only.get(), write_only.get(), b.workspace.get()));
    expect_argument_error(
        "input", [&] { b.enqueue(write_only.get(), b.out.get()); }, "CL_MEM_WRITE_ONLY");
    expect_argument_error(
        "output", [&] { b.enqueue(b.in.get(), read_only.get()); }, "CL_MEM_READ_ONLY");
    for (const auto& space : {read_only, write_only})
        expect_argument_error(
            "workspace", [&] { b.enqueue(b.in.get(), b.out.get(), space.get()); }, "CL_MEM_");
    const auto part = make_sub_buffer(read_only.get(), 0, 1 << 19);  // inherits the flags
    expect_argument_error("output", [&] { b.enqueue(b.in.get(), part.get()); });
    const planned_buffers in_place("c2c f32 64 in");
    for (const auto& data : {read_only, write_only})
        expect_argument_error("input", [&] { in_place.enqueue(data.get(), nullptr); });
    const planned_buffers planar("c2c f32 64 if=planar of=planar");
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
    if (!stockham::internal::query<cl_bool>(clGetDeviceInfo, d.device, CL_DEVICE_IMAGE_SUPPORT, "clGetDeviceInfo"))
        return;
    cl_image_desc shape{};
    shape.image_type = CL_MEM_OBJECT_IMAGE2D;
    shape.image_width = shape.image_height = 256;
    const cl_image_format format{CL_RGBA, CL_FLOAT};
    cl_int code = CL_SUCCESS;
    const memory_object image(clCreateImage(d.context, CL_MEM_READ_WRITE, &format, &shape, nullptr, &code));
    BOOST_REQUIRE_EQUAL(code, CL_SUCCESS);
    const planned_buffers b(transposed);
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

// Callback data and events to wait for must also belong to the context of the plan.
BOOST_AUTO_TEST_CASE(data_and_events_of_another_context) {
    const auto& d = test_device::get();
    const planned_buffers b(strided);
    const auto other = make_context();
    const auto memory = make_buffer(other.get(), 64);
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
    const auto ours = make_user_event(d.context), theirs = make_user_event(other.get());
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
