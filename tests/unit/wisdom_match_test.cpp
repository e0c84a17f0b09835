// The entry of wisdom that a device gets for a problem, and the plan from it.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "search/choose_plan.hpp"
#include "support/built_by.hpp"
#include "support/message_recorder.hpp"
#include "support/refusal.hpp"
#include "support/wisdom_entries.hpp"

BOOST_AUTO_TEST_SUITE(wisdom_match_test)

using stockham::rigor;
using stockham::wisdom;
using stockham::wisdom_entry;

namespace {

const auto& h200() {
    static const auto device = stockham::named_description("h200");
    return device;
}

std::optional<stockham::internal::known_plan> looked_up(const wisdom& known, const std::string& problem,
                                                        const stockham::device_description& device,
                                                        rigor least = rigor::estimate) {
    const auto t = stockham::parse_transform(problem);
    return stockham::internal::look_up(known, t, stockham::internal::make_problem(t), device, least);
}

/// The driver of the entry that a look-up finds.
std::string driver_for(const wisdom& known, const std::string& problem, const stockham::device_description& device,
                       rigor least = rigor::estimate) {
    const auto found = looked_up(known, problem, device, least);
    return found ? found->from.driver : "nothing";
}

wisdom_entry named(wisdom_entry e, const std::string& driver) {
    e.driver = driver;
    return e;
}

wisdom_entry with(wisdom_entry e, rigor how, double seconds, const std::string& driver) {
    e.how = how;
    e.seconds = seconds;
    e.driver = driver;
    return e;
}

}  // namespace

BOOST_AUTO_TEST_CASE(entries_of_ever_more_distant_devices) {
    const char* problem = "c2c f32 1048576";
    const auto at = [&](std::size_t rank) { return measured_entry(problem, h200(), rank); };
    auto other_architecture = h200(), other_vendor = h200();
    other_architecture.name = other_vendor.name = "a device of next year";
    other_architecture.architecture = other_vendor.architecture = "sm_999";
    other_vendor.vendor = "Intel(R) Corporation";
    const auto level = [&](const wisdom& known) {
        std::string all;
        auto sibling = h200();
        sibling.name = "a sibling";
        for (const auto& device : {h200(), sibling, other_architecture, other_vendor})
            all += driver_for(known, problem, device) + ", ";
        return all;
    };
    wisdom known;
    BOOST_TEST(level(known) == "nothing, nothing, nothing, nothing, ");
    known.add(elsewhere(named(at(3), "any"), "unknown", "none", "any"));
    BOOST_TEST(level(known) == "any, any, any, any, ");
    known.add(elsewhere(named(at(2), "vendor"), "an old one", "sm_70", "nvidia"));
    BOOST_TEST(level(known) == "vendor, vendor, vendor, any, ");
    known.add(elsewhere(named(at(1), "architecture"), "b same architecture", "sm_90", "nvidia"));
    BOOST_TEST(level(known) == "architecture, architecture, vendor, any, ");
    known.add(named(at(0), "device"));
    BOOST_TEST(level(known) == "device, architecture, vendor, any, ");
    for (const auto& [device, rank] : {std::pair{h200(), 0U}, {other_architecture, 2U}, {other_vendor, 3U}})
        BOOST_TEST(to_string(looked_up(known, problem, device)->plan.how) == at(rank).plan);
    known.forget("", "h200");
    known.add(elsewhere(named(at(0), "amd"), "gfx90a", "gfx90a", "amd"));
    BOOST_TEST(level(known) == "architecture, architecture, vendor, any, ");
}

// An entry without an architecture does not match every device without one.
BOOST_AUTO_TEST_CASE(what_is_empty_is_no_match) {
    auto nameless = h200();
    nameless.name = "nameless";
    nameless.architecture = nameless.vendor = "";
    wisdom known;
    known.add(elsewhere(measured_entry("c2c f32 64", h200()), "another", "", "amd"));
    BOOST_TEST(driver_for(known, "c2c f32 64", nameless) == "nothing");
}

BOOST_AUTO_TEST_CASE(a_plan_that_the_device_cannot_hold_is_passed_over) {
    const char* problem = "c2c f32 16384 b64";
    const auto gfx90a = stockham::named_description("gfx90a");
    const auto t = stockham::parse_transform(problem);
    auto large = measured_entry(problem, h200());
    large.plan = "16384 : 0.0 points=32";
    BOOST_REQUIRE_NO_THROW(built_by(stockham::internal::make_problem(t), h200(), large.plan));
    BOOST_REQUIRE_THROW(built_by(stockham::internal::make_problem(t), gfx90a, large.plan), stockham::unsupported_error);
    const message_recorder listener;
    wisdom known;
    known.add(elsewhere(named(large, "any"), "unknown", "none", "any"));
    BOOST_TEST(driver_for(known, problem, h200()) == "any");
    BOOST_TEST(driver_for(known, problem, gfx90a) == "nothing");
    known.add(elsewhere(named(large, "vendor"), "gfx906", "gfx906", "amd"));
    known.add(elsewhere(named(measured_entry(problem, gfx90a), "small"), "unknown", "any", "any"));
    BOOST_TEST(driver_for(known, problem, gfx90a) == "small");
    BOOST_TEST(message_recorder::texts().empty());
    known.add(elsewhere(named(large, "device"), "gfx90a", "gfx90a", "amd"));  // for this device, so it is reported
    BOOST_TEST(driver_for(known, problem, gfx90a) == "small");
    BOOST_TEST(driver_for(known, problem, gfx90a) == "small");
    const auto texts = message_recorder::texts();
    BOOST_REQUIRE(texts.size() == 1U);
    BOOST_TEST(texts.front().find("wisdom for 'c2c f32 16384 b64' on gfx90a is ignored: ") == 0U, texts.front());
}

BOOST_AUTO_TEST_CASE(changed_kernels) {
    const message_recorder listener;
    wisdom known;
    known.add(stale(elsewhere(measured_entry("c2c f32 64", h200()), "elsewhere", "sm_90", "nvidia")));
    BOOST_TEST(driver_for(known, "c2c f32 64", h200()) == "nothing");
    BOOST_TEST(message_recorder::texts().empty());
    for (const char* problem : {"c2c f32 64", "c2c f32 128"}) known.add(stale(measured_entry(problem, h200())));
    for (int repeat = 0; repeat < 2; ++repeat)
        for (const char* problem : {"c2c f32 64", "c2c f32 128"})
            BOOST_TEST(driver_for(known, problem, h200()) == "nothing");
    BOOST_TEST(message_recorder::texts() ==
                   std::vector<std::string>{"wisdom for h200 is ignored: it was measured with other kernels"},
               boost::test_tools::per_element());
    known.add(named(measured_entry("c2c f32 64", h200()), "current"));
    BOOST_TEST(driver_for(known, "c2c f32 64", h200()) == "current");
    BOOST_TEST(!wisdom::is_current(stale(measured_entry("c2c f32 64", h200()))));
    BOOST_TEST(wisdom::is_current(measured_entry("c2c f32 64", h200())));
}

// A plan with rows and transposes also runs transpose kernels. Their fingerprint counts for this plan only.
BOOST_AUTO_TEST_CASE(fingerprints_name_the_kernels_that_run) {
    const auto passes = measured_entry("c2c f32 64x64", h200()),
               rows = measured_entry("c2c f32 64x64 algorithm=row_transpose", h200());
    BOOST_TEST(passes.kernels.size() == 16U);
    BOOST_TEST(rows.kernels.size() == 32U);
    BOOST_TEST(rows.kernels.substr(0, 16) == passes.kernels);
    auto mistaken = passes;
    mistaken.kernels = rows.kernels;
    BOOST_TEST(!wisdom::is_current(mistaken));
}

// For a search, only entries of this very device count as its own.
BOOST_AUTO_TEST_CASE(rigor_that_is_asked_for) {
    wisdom known;
    const auto e = measured_entry("c2c f32 64", h200());
    known.add(with(e, rigor::measure, 1e-6, "measured"));
    known.add(elsewhere(with(e, rigor::exhaustive, 1e-6, "another device"), "another name", "sm_90", "nvidia"));
    const auto by = [&](rigor least) { return driver_for(known, "c2c f32 64", h200(), least); };
    BOOST_TEST(by(rigor::estimate) == "measured");
    BOOST_TEST(by(rigor::measure) == "measured");
    BOOST_TEST(by(rigor::patient) == "nothing");
    known.add(with(e, rigor::patient, 2e-6, "patient"));
    BOOST_TEST(by(rigor::estimate) == "patient");
    BOOST_TEST(by(rigor::patient) == "patient");
    BOOST_TEST(by(rigor::exhaustive) == "nothing");
}

BOOST_AUTO_TEST_CASE(what_matters_to_a_plan) {
    wisdom known;
    known.add(named(measured_entry("c2c f32 64x64 b4 inv scale=0.5", h200()), "found"));
    BOOST_TEST(known.entries().front().problem == "c2c f32 64x64 b4");
    for (const char* same : {"c2c f32 64x64 b4", "c2c f32 64x64 b4 inv", "c2c f32 b4 64x64 scale=3 fwd out",
                             "c2c f32 64x64 b4 inv scale=-1"})
        BOOST_TEST(driver_for(known, same, h200()) == "found", same);
    for (const char* other : {"c2c f64 64x64 b4", "c2c f32 64x64", "c2c f32 64x64 b5", "c2c f32 64x64 b4 in",
                              "c2c f32 64x64 b4 id=5000", "c2c f32 64x64 b4 os=64,1 oo=2", "c2c f32 64x64 b4 is=128,2",
                              "c2c f32 64x64x4", "c2c f32 32x128 b4", "c2c f32 64x64 b4 algorithm=row_transpose"})
        BOOST_TEST(driver_for(known, other, h200()) == "nothing", other);
}

BOOST_AUTO_TEST_CASE(a_plan_by_wisdom_or_the_estimate) {
    const auto t = stockham::parse_transform("c2c f32 1048576");
    const auto p = stockham::internal::make_problem(t);
    wisdom known;
    for (auto how : {rigor::estimate, rigor::measure, rigor::exhaustive})
        BOOST_TEST(to_string(stockham::internal::choose_plan(t, p, h200(), how, known).plan) ==
                   to_string(make_plan(p, h200())));
    expect_unsupported_error(
        "wisdom", [&] { stockham::internal::choose_plan(t, p, h200(), rigor::wisdom_only, known); },
        "'c2c f32 1048576'");
    const auto second = measured_entry("c2c f32 1048576", h200(), 1);
    known.add(second);
    for (auto how : {rigor::estimate, rigor::wisdom_only}) {
        const auto chosen = stockham::internal::choose_plan(t, p, h200(), how, known);
        BOOST_TEST(to_string(chosen.how) == second.plan);
        const auto steps = to_string(chosen.plan);
        BOOST_TEST(steps.find("from wisdom (measure, h200, description: 12.5 us)") != steps.npos, steps);
        const auto plain = to_string(built_by(p, h200(), second.plan).plan);
        BOOST_TEST(steps.find(plain.substr(0, plain.find('\n'))) != steps.npos, steps);
    }
}

BOOST_AUTO_TEST_SUITE_END()
