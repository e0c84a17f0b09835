// Several passes in one launch: right at the first and the hundredth execution, on several queues at once, and as
// separate launches on out-of-order queues. Planned for an H200. On other devices the passes must be separate: PoCL
// 3.1 hangs on barriers in branches, even if all work-items take the same branch.
#include <boost/test/unit_test.hpp>

#include <random>

#include "support/on_device.hpp"
#include "tools/harness/oracle/reference.hpp"

BOOST_AUTO_TEST_SUITE(one_launch_test)

using stockham::plan;
using bytes = std::vector<unsigned char>;

namespace {

constexpr const char* problems[] = {"c2c f32 128x128",  "c2c f32 128x128 in",  "c2c f32 256x256 inv scale=0.25",
                                    "c2c f32 32x32x32", "c2c f32 64x64x64 in", "c2c f32 64x256 b3",
                                    "c2c f32 32768",    "c2c f64 128x128",     "c2c f64 16x64x32 in inv"};

/// The H200's plans with this device's own limits of local memory.
stockham::device_description limits() {
    auto d = stockham::named_description("h200");
    const auto real = stockham::describe(test_device::get().device);
    d.static_local_memory = real.static_local_memory;
    d.max_work_group = std::min(d.max_work_group, real.max_work_group);
    return d;
}

plan plan_of(const stockham::transform& t) {
    const auto description = limits();
    stockham::plan_options options;
    options.expert.plan_for = &description;
    return {test_device::get().context, test_device::get().device, t, options};
}

bool may_share() {
    return stockham::describe(test_device::get().device).vendor.find("NVIDIA") != std::string::npos;
}

bool shares_a_launch(const plan& p) {
    return p.to_string().find("in one launch") != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_CASE(right_against_the_reference) {
    std::size_t shared = 0, all = 0;
    for (const char* text : problems) {
        const auto t = stockham::parse_transform(text);
        if (!can_run(t)) continue;
        const auto p = plan_of(t);
        shared += shares_a_launch(p);
        ++all;
        if (shares_a_launch(p)) BOOST_TEST(p.launches() == 1U, p.to_string());
        check_on_device(t, 21, {limits()});
    }
    BOOST_TEST_MESSAGE(shared << " of " << all << " share a launch");
    if (may_share())
        BOOST_TEST(shared >= all / 2);
    else
        BOOST_TEST(shared == 0U);
}

// Launches of a queue alternate between its two counters. Each queue has its own.
BOOST_AUTO_TEST_CASE(again_and_again_on_two_queues_and_out_of_order) {
    const auto t = stockham::parse_transform("c2c f32 128x128");
    const auto p = plan_of(t);
    BOOST_TEST(shares_a_launch(p) == may_share());
    BOOST_TEST(plan_text(t, limits()).find("in one launch") != std::string::npos);
    std::mt19937 generator(22);
    const auto input = to_bytes(reference::uniform(input_extent(t), t.precision, generator), t.precision);
    const device_buffer in(input.size(), input.data());
    std::vector<bytes> results;
    std::vector<queue_object> queues;
    queues.push_back(make_queue());
    for (auto properties : queue_kinds()) queues.push_back(make_queue(properties));
    for (int round = 0; round < 50; ++round)
        for (const auto& queue : queues) {
            bytes result(input.size(), 0x7f);
            const device_buffer out(result.size(), result.data());
            const stockham::internal::event_object done(p.enqueue(queue.get(), in.get(), out.get()));
            const cl_event event = done.get();
            stockham::internal::check_cl(clEnqueueReadBuffer(queue.get(), out.get(), CL_TRUE, 0, result.size(),
                                                             result.data(), 1, &event, nullptr),
                                         "clEnqueueReadBuffer");
            results.push_back(std::move(result));
        }
    std::size_t different = 0;
    for (const auto& result : results) different += result != results.front();
    BOOST_TEST(different == 0U);
    BOOST_TEST((results.front() != bytes(input.size(), 0x7f)));
}

// On CPUs a work-item does all passes of a transform of the batch, on queues of any kind.
BOOST_AUTO_TEST_CASE(lanes_by_parts) {
    const auto& d = test_device::get();
    const auto real = stockham::describe(d.device);
    if (!real.vector_bytes) return;
    for (const auto& [text, how] : {std::pair{"c2c f32 64x64 b6", "64 x 64 : 0.0 ; 1.0 ; one_launch"},
                                    {"c2c f32 64x64 in", "64 x 64 : 1.0 ; 0.0 ; one_launch"},
                                    {"c2c f64 4096 b5 in inv scale=0.5", "64*64 : 0.0 ; 0.1 ; one_launch"},
                                    {"c2c f32 4096 b3 io=5 oo=9", "16*16*16 : 0.0 ; 0.1 ; 0.2 ; one_launch"},
                                    {"c2c f32 8x16x32 b2", "8 x 16 x 32 : 0.0+1.0 ; 2.0 ; one_launch"},
                                    {"c2c f64 37x64 b3 od=2400", "37 x 64 : 0.0 ; 1.0 ; one_launch"},
                                    {"r2c f32 32x64 b5", "32 x 64 : 1.0 ; 0.0 ; one_launch"},
                                    {"c2r f64 64x32 b3", "64 x 32 : 0.0 ; 1.0 ; one_launch"},
                                    {"c2c f32 64x1009 b3", "64 x 1009 : 1.0 ; 0.0 ; one_launch"}})
        BOOST_TEST_CONTEXT(text << " by " << how) try {
            const auto t = stockham::parse_transform(text);
            if (!can_run(t)) continue;
            stockham::plan_options options;
            options.expert.plan_string = how;
            const plan p(d.context, d.device, t, options);
            BOOST_TEST(p.launches() == 1U);
            BOOST_TEST(shares_a_launch(p));
            std::mt19937 generator(23);
            check_trial(p, make_trial(t, generator));
        } catch (const stockham::unsupported_error& e) {
            // With other vector widths tiles may be cut off, and not every device has room for lanes of 1009 points.
            const bool too_large = std::string(e.what()).find("more local memory than the device") != std::string::npos;
            BOOST_TEST((too_large || real.vector_bytes != 64U), e.what());
        }
}

BOOST_AUTO_TEST_SUITE_END()
