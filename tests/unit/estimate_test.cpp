// Estimates: the expected cost of a plan, before anything is compiled.
#include <boost/test/unit_test.hpp>

#include <limits>

#include <stockham/stockham.hpp>

#include "base/plain_text.hpp"
#include "support/refusal.hpp"
#include "support/wisdom_entries.hpp"

BOOST_AUTO_TEST_SUITE(estimate_test)

using stockham::estimate;
using stockham::named_description;
using stockham::parse_transform;

namespace {

const stockham::wisdom& nothing_known() {
    static const stockham::wisdom empty;
    return empty;
}

stockham::plan_options without_wisdom() {
    stockham::plan_options options;
    options.wisdom = const_cast<stockham::wisdom*>(&nothing_known());
    return options;
}

/// The profile of a GPU with this copy rate.
stockham::device_profile copying_at(double gigabytes) {
    return stockham::device_profile::parse(R"({"format": "stockham device profile", "version": 1, "kind": "gpu",
        "memory": {"copy_gb_per_s": [[1e6, )" +
                                           stockham::internal::number_text(gigabytes) + "]]}}");
}

}  // namespace

BOOST_AUTO_TEST_CASE(bytes_of_passes) {
    const auto h200 = named_description("h200");
    // One pass reads and writes 8 bytes per point. Three passes do this three times.
    const auto one = estimate(h200, parse_transform("c2c f32 1024 b32768"), without_wisdom());
    BOOST_TEST(one.launches == 1U);
    BOOST_TEST(one.workspace_size == 0U);
    BOOST_TEST(one.bytes_moved == 2U * 8 * (1U << 25));
    const auto cube = estimate(h200, parse_transform("c2c f64 512x512x512"), without_wisdom());
    BOOST_TEST(cube.bytes_moved == cube.launches * 2 * 16 * (std::uint64_t{1} << 27));
    // Real data has half the size, and a spectrum slightly more than that.
    const auto real = estimate(h200, parse_transform("r2c f32 1024 b1000"), without_wisdom());
    BOOST_TEST(real.launches == 1U);
    BOOST_TEST(real.bytes_moved == 1000U * (4 * 1024 + 8 * 513));
    // Transposes count: four passes, with transposes of all points before and after.
    const auto rows = estimate(h200, parse_transform("c2c f32 256x256 algorithm=row_transpose"), without_wisdom());
    BOOST_TEST(rows.launches == 4U);
    BOOST_TEST(rows.bytes_moved == 4U * 2 * 8 * 65536);
}

BOOST_AUTO_TEST_CASE(launches_are_as_many_as_kernels) {
    for (const char* device : {"h200", "gfx90a", "cpu"})
        for (const char* text : {"c2c f32 64x64", "c2c f32 4194304", "c2c f32 256x256x256", "r2c f32 1080x1920",
                                 "c2c f32 4099", "c2c f32 8x8 loops=3:4096,5:20000,2:200000,3:900000,2:4000000"}) {
            const auto t = parse_transform(text);
            const auto d = named_description(device);
            const auto e = estimate(d, t, without_wisdom());
            BOOST_TEST(e.launches == plan_kernels(t, d, e.plan_string).size(), text << " for " << device);
        }
}

BOOST_AUTO_TEST_CASE(times) {
    auto d = named_description("h200");
    const auto t = parse_transform("c2c f32 1024 b32768");
    const auto e = estimate(d, t, without_wisdom());
    BOOST_TEST(!e.measured);
    // One pass moves 512 MB at no more than 4.8 TB/s, and takes no more than a third longer than at 3.8.
    BOOST_TEST(e.seconds > 112e-6);
    BOOST_TEST(e.seconds < 190e-6);
    // On a device with a tenth of the copy rate it takes ten times as long.
    d.profile = copying_at(400);
    BOOST_TEST(estimate(d, t, without_wisdom()).seconds > 5 * e.seconds);
}

BOOST_AUTO_TEST_CASE(times_that_were_measured) {
    const auto d = named_description("h200");
    const char* problem = "c2c f32 60 b1000";
    const auto t = parse_transform(problem);
    auto entry = measured_entry(problem, d);
    entry.seconds = 0.125;
    const auto made = [&](const stockham::wisdom_entry& e) {
        stockham::wisdom known;
        known.add(e);
        auto options = without_wisdom();
        options.wisdom = &known;
        return estimate(d, t, options);
    };
    BOOST_TEST(made(entry).seconds == 0.125);
    BOOST_TEST(made(entry).measured);
    // Not with other kernels, and not on another device of the same architecture, although its plan is used.
    for (const auto& other : {stale(entry), elsewhere(entry, "another", d.architecture, "nvidia")}) {
        BOOST_TEST(made(other).seconds < 0.001);
        BOOST_TEST(!made(other).measured);
    }
}

BOOST_AUTO_TEST_CASE(what_is_demanded) {
    const auto d = named_description("h200");
    const auto t = parse_transform("c2c f32 1024");
    auto options = without_wisdom();
    options.expert.plan_string = "32*32 : 0.0 ; 0.1";
    const auto e = estimate(d, t, options);
    BOOST_TEST(e.plan_string.find("32*32 : 0.0") == 0U);
    BOOST_TEST(e.launches == 2U);
    const auto cpu = named_description("cpu");
    options.expert.plan_string.clear();
    options.expert.plan_for = &cpu;
    BOOST_TEST(estimate(d, t, options).plan_string == estimate(cpu, t, without_wisdom()).plan_string);
}

BOOST_AUTO_TEST_CASE(what_is_refused) {
    auto d = named_description("h200");
    const auto t = parse_transform("c2c f32 1024");
    expect_argument_error("lengths", [&] { estimate(d, {}, {}); });
    expect_argument_error("device", [&] { estimate(static_cast<cl_device_id>(nullptr), t); });
    auto options = without_wisdom();
    options.rigor = static_cast<stockham::rigor>(77);
    expect_argument_error("rigor", [&] { estimate(d, t, options); });
    options.rigor = stockham::rigor::wisdom_only;
    expect_unsupported_error("wisdom", [&] { estimate(d, t, options); });
    options = without_wisdom();
    options.expert.plan_string = "nonsense";
    expect_argument_error("plan", [&] { estimate(d, t, options); });
}

BOOST_AUTO_TEST_SUITE_END()
