// Device profiles: which one a device gets, their text, and what no profile may hold.
#include <boost/test/unit_test.hpp>

#include <stockham/stockham.hpp>

#include "profile/known_profiles.hpp"
#include "profile/profile_json.hpp"
#include "support/refusal.hpp"

BOOST_AUTO_TEST_SUITE(profile_test)

using stockham::device_profile;
using stockham::named_description;
using stockham::internal::closeness;
using stockham::internal::closeness_of;
using stockham::internal::curve;
using stockham::internal::profile_data;

namespace {

profile_data profile_of_a_gpu() {
    profile_data p;
    p.device = "Fast 100";
    p.architecture = "fast_1";
    p.vendor = "acme";
    return p;
}

stockham::device_description gpu(const char* name, const char* architecture, const char* vendor) {
    stockham::device_description d;
    d.name = name;
    d.architecture = architecture;
    d.vendor = vendor;
    return d;
}

/// A text with one line of its own.
std::string text_with(const std::string& line) {
    return R"({"format": "stockham device profile", "version": 1, "kind": "gpu")" + (line.empty() ? "" : ", " + line) +
           "}";
}

}  // namespace

BOOST_AUTO_TEST_CASE(curves) {
    const curve c({{10, 1}, {100, 3}, {1000, 2}});
    for (const auto& [x, step, between] :
         {std::tuple{1.0, 1.0, 1.0}, std::tuple{10.0, 1.0, 1.0}, std::tuple{31.6227766016838, 1.0, 2.0},
          std::tuple{100.0, 3.0, 3.0}, std::tuple{1e9, 2.0, 2.0}}) {
        BOOST_TEST(c.step(x) == step);
        BOOST_TEST(c.between(x) == between, boost::test_tools::tolerance(1e-12));
    }
}

BOOST_AUTO_TEST_CASE(closest_by_name_then_architecture_then_vendor_then_kind) {
    const auto p = profile_of_a_gpu();
    BOOST_TEST((closeness_of(p, gpu("Fast 100", "fast_2", "other")) == closeness::device));
    BOOST_TEST((closeness_of(p, gpu("Fast 50", "fast_1", "other")) == closeness::architecture));
    BOOST_TEST((closeness_of(p, gpu("Fast 50", "fast_2", "ACME Corporation")) == closeness::relative));
    profile_data of_all;
    of_all.vendor = "acme";
    BOOST_TEST((closeness_of(of_all, gpu("Fast 50", "fast_2", "ACME Corporation")) == closeness::vendor));
    BOOST_TEST((closeness_of(p, gpu("Fast 50", "fast_2", "other")) == closeness::none));
    BOOST_TEST((closeness_of({}, gpu("Fast 50", "fast_2", "other")) == closeness::kind));
    BOOST_TEST((closeness_of(p, named_description("cpu")) == closeness::none));
    // A CPU's numbers are its platform's, too.
    profile_data cpu;
    cpu.lanes = true;
    cpu.platform = "a runtime";
    auto d = named_description("cpu");
    BOOST_TEST((closeness_of(cpu, d) == closeness::none));
    d.platform = "a runtime";
    BOOST_TEST((closeness_of(cpu, d) == closeness::platform));
}

BOOST_AUTO_TEST_CASE(every_device_gets_one) {
    const auto origin = [](const stockham::device_description& d) { return stockham::internal::profile_of(d).origin; };
    BOOST_TEST(origin(named_description("h200")).find("H200") != std::string::npos);
    BOOST_TEST(origin(gpu("NVIDIA A100", "sm_80", "NVIDIA Corporation")) == origin(named_description("h200")));
    BOOST_TEST(origin(gpu("a", "b", "c")).find("any GPU") != std::string::npos);
    BOOST_TEST(origin(named_description("cpu")).find("any CPU") != std::string::npos);
    for (const auto& [device, part] :
         {std::pair{named_description("gfx906"), "MI50"}, std::pair{named_description("gfx90a"), "MI250X"},
          std::pair{named_description("gfx1030"), "RX 6800"},
          std::pair{gpu("Intel(R) Iris(R) Xe Graphics", "", "Intel(R) Corporation"), "Iris Xe"},
          std::pair{gpu("Intel(R) Arc(TM) A770 Graphics", "", "Intel(R) Corporation"), "A770"}})
        BOOST_TEST(origin(device).find(part) != std::string::npos, device.name);
}

BOOST_AUTO_TEST_CASE(texts_and_back) {
    for (const char* name : {"h200", "gfx90a", "cpu"}) {
        const auto known = device_profile::known(named_description(name));
        BOOST_REQUIRE(static_cast<bool>(known));
        BOOST_TEST(device_profile::parse(known.to_json()).to_json() == known.to_json());
    }
    BOOST_TEST(device_profile().to_json() == "");
    BOOST_TEST(!device_profile());
}

// What a text leaves out is as for any device of the kind.
BOOST_AUTO_TEST_CASE(what_is_left_out) {
    auto d = gpu("a", "b", "c");
    const auto any = stockham::internal::profile_of(d);
    d.profile = device_profile::parse(text_with(R"("launches": {"every_us": 77})"));
    const auto& own = stockham::internal::profile_of(d);
    BOOST_TEST(own.launches.every == 77e-6, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(own.launches.gap == any.launches.gap);
    BOOST_TEST(own.copy.last() == any.copy.last());
    BOOST_TEST(own.digest != any.digest);
}

// Other numbers make other plans: a device whose launches cost much takes fewer of them.
BOOST_AUTO_TEST_CASE(plans_go_by_them) {
    auto d = named_description("h200");
    const auto t = stockham::parse_transform("c2c f32 64x64");
    d.profile = device_profile::parse(text_with(R"("launches": {"every_us": 0, "gap_us": 0})"));
    const auto cheap = estimate(d, t).seconds;
    d.profile = device_profile::parse(text_with(R"("launches": {"every_us": 1000, "gap_us": 1000})"));
    const auto dear = estimate(d, t);
    BOOST_TEST(dear.launches == 1U);
    BOOST_TEST(dear.seconds == cheap + 1e-3, boost::test_tools::tolerance(0.02));
}

// What stays in the H200's cache is planned for it: two passes in one launch, and nothing that tells the cache to
// forget.
BOOST_AUTO_TEST_CASE(plans_know_what_stays_in_the_cache) {
    const auto plan_of = [](const char* problem) {
        return plan_text(stockham::parse_transform(problem), named_description("h200"));
    };
    const auto has = [](const std::string& text, const char* word) { return text.find(word) != std::string::npos; };
    for (const char* small : {"c2c f32 512x512", "c2c f32 512x512 b2", "c2c f64 256x256 b4", "c2c f32 65536 b8"}) {
        BOOST_TEST(has(plan_of(small), "one_launch"), small);
        BOOST_TEST(!has(plan_of(small), "non_temporal"), small);
    }
    for (const char* large : {"c2c f32 512x512 b64", "c2c f64 256x256 b512", "c2c f32 65536 b512"})
        BOOST_TEST(!has(plan_of(large), "one_launch"), large);
    // What counts is all buffers together.
    auto d = named_description("h200");
    d.profile = device_profile::parse(
        text_with(R"("memory": {"cached_bytes": 9e6}, "in_cache": {"gb_per_s": 7000, "stage_us": 500})"));
    const auto seconds = [&](const char* problem) {
        return stockham::estimate(d, stockham::parse_transform(problem)).seconds;
    };
    BOOST_TEST(seconds("c2c f32 1024 b500 in") > 1e-3);
    BOOST_TEST(seconds("c2c f32 1024 b600") < 1e-3);
}

BOOST_AUTO_TEST_CASE(what_is_no_profile) {
    const auto refused = [](const std::string& text, const char* why) {
        expect_argument_error(
            "profile", [&] { device_profile::parse(text); }, why);
    };
    for (const char* text : {"", "{", "[]", "7", "{}", R"({"format": "stockham wisdom", "version": 1})"})
        refused(text, "not a device profile");
    refused(R"({"format": "stockham device profile", "version": 2, "kind": "gpu"})", "version");
    refused(R"({"format": "stockham device profile", "version": 1, "kind": "toaster"})", "kind");
    refused(R"({"format": "stockham device profile", "version": 1})", "kind");
    refused(text_with(R"("device": 7)"), "device");
    refused(text_with(R"("launches": 7)"), "launches");
    refused(text_with(R"("launches": {"every_us": "7"})"), "launches.every_us");
    refused(text_with(R"("launches": {"every_us": -1})"), "launches.every_us");
    refused(text_with(R"("launches": {"every_us": 1e300})"), "launches.every_us");
    refused(text_with(R"("unit": {"granule": 0})"), "unit.granule");
    refused(text_with(R"("unit": {"registers": 3})"), "unit.registers");
    refused(text_with(R"("memory": {"copy_gb_per_s": []})"), "memory.copy_gb_per_s");
    refused(text_with(R"("memory": {"copy_gb_per_s": 5})"), "memory.copy_gb_per_s");
    refused(text_with(R"("memory": {"copy_gb_per_s": [[1]]})"), "memory.copy_gb_per_s");
    refused(text_with(R"("memory": {"copy_gb_per_s": [[2, 1], [1, 1]]})"), "ascending");
    refused(text_with(R"("memory": {"copy_gb_per_s": [[1, 0]]})"), "memory.copy_gb_per_s");
    BOOST_CHECK_NO_THROW(device_profile::parse(text_with("")));
}

BOOST_AUTO_TEST_CASE(empty_profiles_are_not_kept) {
    expect_argument_error(
        "profile", [] { device_profile().keep(); }, "empty");
}

BOOST_AUTO_TEST_SUITE_END()
