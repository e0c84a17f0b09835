// Plans that cannot be made: an invalid transform, device, context or option, or a moved-from plan.
#include <boost/test/unit_test.hpp>

#include <cmath>

#include "runtime/execute/execution.hpp"
#include "support/on_device.hpp"
#include "support/planned_buffers.hpp"
#include "support/refusal.hpp"

BOOST_AUTO_TEST_SUITE(bad_plans_test)

using stockham::parse_transform;
using stockham::plan;
using stockham::plan_options;

BOOST_AUTO_TEST_CASE(of_bad_transforms) {
    expect_argument_error("lengths", [] { plan_of("c2c f32 0"); });
    expect_argument_error("batch", [] { plan_of("c2c f32 64 b0"); });
    expect_argument_error("lengths", [] { plan_of("c2c f32 4294967296x4294967296"); });
    expect_argument_error("placement", [] { plan_of("c2c f32 64 in os=2"); });
    expect_argument_error("output", [] { plan_of("c2c f32 8x8 os=1,1"); });
    expect_unsupported_error("lengths", [] { plan_of("c2c f32 4294967297"); });
    expect_unsupported_error("rank", [] { plan_of("c2c f32 2x2x2x2x2x2"); });
}

BOOST_AUTO_TEST_CASE(without_double_precision) {
    auto device = stockham::describe(test_device::get().device);
    device.fp64 = stockham::double_support::none;
    plan_options options;
    options.expert.plan_for = &device;
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
    expect_argument_error("context", [] { stockham::session(cl_context{}); });
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
        const auto refused = [&](const auto& make) {
            expect_argument_error("device", make, "not one of the context's");
        };
        refused([&] { plan(d.context, other, t); });
        refused([&] { stockham::convolution(d.context, other, {t}); });
        refused([&] { stockham::transposition(d.context, other, {{8, 4}, {1, 0}}); });
        refused([&] { stockham::compile_candidates(d.context, other, t, stockham::rigor::measure, 0, 1); });
        return;
    }
    BOOST_TEST_MESSAGE("no other device");
}

// A context of a sub-device is not that of the whole device. PoCL reports that it is.
BOOST_AUTO_TEST_CASE(of_a_device_that_the_context_does_not_have) {
    const auto& d = test_device::get();
    const cl_device_partition_property halves[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    cl_uint count = 0;
    if (clCreateSubDevices(d.device, halves, 0, nullptr, &count) != CL_SUCCESS || count < 2) return;
    std::vector<cl_device_id> parts(count);
    BOOST_REQUIRE_EQUAL(clCreateSubDevices(d.device, halves, count, parts.data(), nullptr), CL_SUCCESS);
    {
        const auto own = stockham::harness::make_context(parts[0]);
        const auto listed = stockham::internal::query<cl_device_id>(clGetContextInfo, own.get(), CL_CONTEXT_DEVICES,
                                                                    "clGetContextInfo");
        const auto t = parse_transform("c2c f32 64");
        BOOST_CHECK_NO_THROW(stockham::internal::check_device(own.get(), parts[0]));
        if (listed == parts[0]) {
            const auto refused = [&](const auto& make) {
                expect_argument_error("device", make, "not one of the context's");
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
    refused("vector_bytes", [&](plan_options& o) { o.expert.plan_for = &device; });
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
    const planned_buffers b("c2c f32 64");
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
    gone("plan", [&] { first.plan_string(); });
    gone("plan", [&] { first.enqueue(d.queue, b.in.get(), b.out.get()); });
    gone("plan", [&] { first.execute(d.queue, b.in.get(), b.out.get()); });
    gone("plan", [&] { first.enqueue(d.queue, all); });
    gone("plan", [&] { first.execute(d.queue, all); });
    gone("plan", [&] { first.enqueue_each(d.queue, b.in.get(), b.out.get()); });
    first = std::move(second);
    BOOST_CHECK_NO_THROW(finish(first.enqueue(d.queue, all)));
    stockham::convolution one(d.context, d.device, {parse_transform("c2c f32 64")});
    const stockham::convolution other = std::move(one);
    gone("convolution", [&] { one.spectrum_transform(); });
    gone("convolution", [&] { one.workspace_size(); });
    gone("convolution", [&] { one.launches(); });
    gone("convolution", [&] { one.to_string(); });
    gone("convolution", [&] { one.enqueue(d.queue, all); });
    gone("convolution", [&] { one.execute(d.queue, all); });
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

// An execution allocates only a workspace. This one is larger than the device's largest buffer. NVIDIA's driver
// allocates it anyway, so nothing is refused there.
BOOST_AUTO_TEST_CASE(out_of_device_memory) {
    const auto& d = test_device::get();
    const auto limit = stockham::describe(d.device).max_allocation;
    BOOST_REQUIRE(limit > 0U);
    // One image has 8 x 64K elements, and its rows need a workspace besides the transposed image.
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

// The filter alone takes 64 GB. It is not computed.
BOOST_AUTO_TEST_CASE(tables_that_exceed_the_device_memory) {
    const auto& d = test_device::get();
    if (stockham::describe(d.device).global_memory >> 36) return;
    expect_opencl_error("clCreateBuffer (table",
                        [&] { plan(d.context, d.device, parse_transform("c2c f32 4294967291 in")); });
}

BOOST_AUTO_TEST_SUITE_END()
