// Plans for more than this device has: the library finds the limits of the kernels, plans again within them, and
// reports it.
#include <boost/test/unit_test.hpp>

#include "runtime/opencl/local_probe.hpp"
#include "support/on_device.hpp"

BOOST_AUTO_TEST_SUITE(replan_test)

using stockham::device_description;
using stockham::plan;

namespace {

/// Plans for these limits, runs the plan, and returns its text.
std::string text_of(const std::string& text, const device_description& limits) {
    const auto& d = test_device::get();
    const auto t = stockham::parse_transform(text);
    check_on_device(t, 3, {limits});
    stockham::plan_options options;
    options.expert.plan_for = &limits;
    return plan(d.context, d.device, t, options).to_string();
}

bool says_so(const std::string& text) {
    return text.find("planned again") != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_fits_is_not_planned_again) {
    const auto& d = test_device::get();
    for (const char* text : {"c2c f32 64 b19", "c2c f32 256x256", "c2c f32 64x64 algorithm=row_transpose"})
        BOOST_TEST(!says_so(plan(d.context, d.device, stockham::parse_transform(text)).to_string()));
}

// CTest also runs this with few work-items allowed in PoCL (POCL_MAX_WORK_GROUP_SIZE).
BOOST_AUTO_TEST_CASE(more_work_items_than_there_are) {
    auto limits = stockham::describe(test_device::get().device);
    const auto most = limits.max_work_group;
    BOOST_TEST_MESSAGE("this device has " << most << " work-items");
    limits.name = "twice as many work-items";
    limits.max_work_group = 2 * most;
    limits.vector_bytes = 0;
    limits.local_memory = 65536;
    const bool reached = most < 1024;  // no plan has more than 1024
    for (const char* text :
         {"c2c f32 4096 b16", "c2c f32 64x64 b16", "c2c f32 256x256 in", "c2c f32 64x64 b3 algorithm=row_transpose"})
        BOOST_TEST_CONTEXT(text) {
            const auto got = text_of(text, limits);
            BOOST_TEST(got.find(std::to_string(2 * most) + " work-items x") == std::string::npos, got);
            if (reached &&
                plan_text(stockham::parse_transform(text), limits).find(std::to_string(2 * most) + " work-items x") !=
                    std::string::npos)
                BOOST_TEST(says_so(got), got);
        }
    if (reached) BOOST_TEST(says_so(text_of("c2c f32 4096 b16", limits)));
}

BOOST_AUTO_TEST_CASE(more_local_memory_than_there_is) {
    const auto real = stockham::describe(test_device::get().device);
    auto limits = real;
    limits.name = "eight times the local memory";
    limits.local_memory = 8 * real.local_memory;
    limits.core_cache = 2 * limits.local_memory;  // so that tiles which fill it pay
    limits.compute_units = 1;                     // and more tiles than the batch has do not
    // Lines that need twice the local memory in a CPU's lanes, and lines that just fit.
    std::size_t n = 16384;
    if (real.vector_bytes)
        for (n = 16; 2 * n * 2 * real.vector_bytes <= 2 * real.local_memory;) n *= 2;
    std::size_t again = 0;
    for (const auto& text : {"c2c f32 " + std::to_string(n) + " b64", "c2c f32 " + std::to_string(n / 2) + " b32 in"})
        BOOST_TEST_CONTEXT(text) {
            const auto got = text_of(text, limits);
            again += says_so(got);
            // Before compilation the estimate assumes all local memory. The answer of a compiled kernel could mean
            // half of it.
            const auto all = "planned again for " + std::to_string(real.local_memory);
            if (says_so(got) && real.kind == stockham::device_kind::cpu) BOOST_TEST(got.find(all) != got.npos, got);
            if (says_so(got)) BOOST_TEST(got.find("local memory") != std::string::npos, got);
        }
    BOOST_TEST_MESSAGE(again << " of 2 were planned again");
    if (real.kind == stockham::device_kind::cpu) BOOST_TEST(again > 0U);
}

// A plan that was made again is cached: the second one is the same.
BOOST_AUTO_TEST_CASE(plans_made_again_are_shared) {
    const auto real = stockham::describe(test_device::get().device);
    auto limits = real;
    limits.local_memory = 8 * real.local_memory;
    BOOST_TEST(text_of("c2c f32 8192 b32 in", limits) == text_of("c2c f32 8192 b32 in", limits));
}

// A probe must confirm its result: that many bytes can be written and read back. The guess for a device never exceeds
// it.
BOOST_AUTO_TEST_CASE(local_memory_is_probed) {
    const auto& d = test_device::get();
    const auto real = stockham::describe(d.device);
    BOOST_TEST(
        stockham::internal::static_local_works(d.context, d.device, std::min<std::size_t>(real.local_memory, 32768)));
    BOOST_TEST(real.static_local_memory == stockham::internal::guess_static_local(d.device));
    if (real.static_local_memory)
        BOOST_TEST(stockham::internal::static_local_works(d.context, d.device, real.static_local_memory));
}

// A plan string no longer fits after the limits are known. The error has these limits.
BOOST_AUTO_TEST_CASE(a_plan_string_that_cannot_be_made_again_says_why) {
    const auto& d = test_device::get();
    auto limits = stockham::describe(d.device);
    if (limits.max_work_group > 256) return;  // only for CTest's second run of this program
    limits.name = "more work-items";
    limits.vector_bytes = 0;
    limits.local_memory = 65536;
    limits.max_work_group = 1024;
    stockham::plan_options options;
    options.expert.plan_for = &limits;
    options.expert.plan_string = "4096 : 0.0 points=8 items=512";
    BOOST_CHECK_EXCEPTION(plan(d.context, d.device, stockham::parse_transform("c2c f32 4096 b16"), options),
                          stockham::unsupported_error, [](const auto& e) {
                              BOOST_TEST_MESSAGE(e.what());
                              return says_so(e.what());
                          });
}

BOOST_AUTO_TEST_SUITE_END()
