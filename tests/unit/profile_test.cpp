// Device profiles: the profile of a device, its text, and invalid profiles.
#include <boost/test/unit_test.hpp>

#include <nlohmann/json.hpp>

#include <stockham/stockham.hpp>

#include "families/work_group/registers.hpp"
#include "launch/kernel_text.hpp"
#include "problem/problem.hpp"
#include "profile/known_profiles.hpp"
#include "profile/profile_json.hpp"
#include "support/refusal.hpp"
#include "systems/planning.hpp"
#ifndef _WIN32
#include "support/message_recorder.hpp"
#include "support/test_subprocess.hpp"
#endif

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

/// A text with one line replaced.
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
    // The numbers of a CPU also depend on its platform.
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
          std::pair{named_description("gfx942"), "MI300X"}, std::pair{named_description("gfx803"), "RX 580"},
          std::pair{named_description("gfx1030"), "RX 6800"}, std::pair{named_description("gfx1100"), "RX 7900"},
          std::pair{named_description("gfx1201"), "RX 9070"}, std::pair{named_description("tgllp"), "Iris Xe"},
          std::pair{named_description("dg2"), "A770"}, std::pair{named_description("pvc"), "Max 1550"},
          std::pair{named_description("bmg"), "B580"}, std::pair{named_description("adreno630"), "Snapdragon 845"},
          std::pair{gpu("Intel(R) Iris(R) Xe Graphics", "", "Intel(R) Corporation"), "Iris Xe"},
          std::pair{gpu("Intel(R) Arc(TM) A770 Graphics", "", "Intel(R) Corporation"), "A770"}})
        BOOST_TEST(origin(device).find(part) != std::string::npos, device.name);
}

// A Radeon gets no numbers of an Instinct with six times its bandwidth.
BOOST_AUTO_TEST_CASE(of_other_cards_the_one_with_the_closest_architecture) {
    for (const auto& [architecture, part] :
         {std::pair{"gfx1101", "gfx1100"}, std::pair{"gfx1036", "gfx1030"}, std::pair{"gfx1200", "gfx1201"},
          std::pair{"gfx90c", "gfx906"}, std::pair{"gfx801", "gfx803"}})
        BOOST_TEST(stockham::internal::profile_of(gpu("a card", architecture, "AMD")).architecture == part);
}

// Printed profiles say that their numbers were never measured.
BOOST_AUTO_TEST_CASE(numbers_of_a_specification_are_called_never_measured) {
    const std::string mark = "never measured: from ";
    for (const auto& name : stockham::description_names()) {
        const auto d = named_description(name);
        const auto& origin = stockham::internal::profile_of(d).origin;
        const bool measured = name == "h200" || name == "cpu";
        BOOST_TEST((origin.compare(0, mark.size(), mark) == 0) != measured, name);
        BOOST_TEST((d.profile.title().find(mark) != std::string::npos) != measured, name);
        BOOST_TEST((d.profile.to_json().find(mark) != std::string::npos) != measured, name);
    }
    BOOST_TEST(device_profile().title() == "");
}

// A work-item keeps no more points than its registers hold at the sub-group size that the device's compiler chooses.
BOOST_AUTO_TEST_CASE(points_come_from_the_registers_of_a_work_item) {
    using stockham::precision;
    using stockham::internal::most_points;
    auto d = named_description("pvc");
    const auto points = [&](const char* problem) {
        std::uint64_t most = 0;
        const auto plans = stockham::internal::cheapest_plans(
            stockham::internal::make_problem(stockham::parse_transform(problem)), d, 1);
        for (const auto& step : plans.front().plan.steps)
            most = std::max<std::uint64_t>(most, std::get<stockham::internal::pass_step>(step).item_points());
        return most;
    };
    const auto with_registers = [&](int item) {
        d.profile = device_profile::parse(text_with(R"("unit": {"registers": 131072, "item": )" + std::to_string(item) +
                                                    R"(}, "registers": {"f32": 34, "f64": 48, "beyond_item": 0})"));
    };
    for (const auto& [item, in_single, in_double] : {std::tuple{64, 15, 4}, std::tuple{128, 47, 20}}) {
        with_registers(item);
        BOOST_TEST(most_points(precision::f32, d) == in_single);
        BOOST_TEST(most_points(precision::f64, d) == in_double);
        for (const char* problem : {"c2c f32 4096 b64", "c2c f32 1024x1024", "c2c f32 1000 b64", "r2c f32 512x512"})
            BOOST_TEST(points(problem) <= in_single, problem);
        for (const char* problem : {"c2c f64 1024 b64", "c2c f64 4096 b64"})
            BOOST_TEST(points(problem) <= in_double, problem);
    }
    BOOST_TEST(points("c2c f32 4096 b64") == 16U);  // with 128 registers
    // A butterfly of prime length cannot be split: it may spill, and every length has a plan.
    d = named_description("pvc");
    for (const char* problem : {"c2c f64 13 b7", "c2c f32 31 b7", "r2c f64 2 b7", "dct2 f64 47", "r2c f64 1024 b7"})
        BOOST_CHECK_NO_THROW(points(problem));
}

BOOST_AUTO_TEST_CASE(texts_and_back) {
    for (const char* name : {"h200", "gfx90a", "pvc", "cpu"}) {
        const auto known = device_profile::known(named_description(name));
        BOOST_REQUIRE(static_cast<bool>(known));
        BOOST_TEST(device_profile::parse(known.to_json()).to_json() == known.to_json());
    }
    BOOST_TEST(device_profile().to_json() == "");
    BOOST_TEST(!device_profile());
}

// Numbers that a text omits have the values of the device kind.
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

// Other numbers give other plans: a device with expensive launches uses fewer of them.
BOOST_AUTO_TEST_CASE(plans_use_them) {
    auto d = named_description("h200");
    const auto t = stockham::parse_transform("c2c f32 64x64");
    d.profile = device_profile::parse(text_with(R"("launches": {"every_us": 0, "gap_us": 0})"));
    const auto cheap = estimate(d, t).seconds;
    d.profile = device_profile::parse(text_with(R"("launches": {"every_us": 1000, "gap_us": 1000})"));
    const auto dear = estimate(d, t);
    BOOST_TEST(dear.launches == 1U);
    BOOST_TEST(dear.seconds == cheap + 1e-3, boost::test_tools::tolerance(0.02));
}

// Plans for data that stays in the H200's cache: two passes in one launch, and no cache hint to drop data.
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
    // The total of all buffers counts.
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
    refused(text_with(R"("unit": {"banks": 24})"), "unit.banks is not a power of two");
    refused(text_with(R"("memory": {"copy_gb_per_s": []})"), "memory.copy_gb_per_s");
    refused(text_with(R"("memory": {"copy_gb_per_s": 5})"), "memory.copy_gb_per_s");
    refused(text_with(R"("memory": {"copy_gb_per_s": [[1]]})"), "memory.copy_gb_per_s");
    refused(text_with(R"("memory": {"copy_gb_per_s": [[2, 1], [1, 1]]})"), "ascending");
    refused(text_with(R"("memory": {"copy_gb_per_s": [[1, 0]]})"), "memory.copy_gb_per_s");
    BOOST_CHECK_NO_THROW(device_profile::parse(text_with("")));
}

/// The texts of a profile with one wrong number each, with the name of the number.
template <class Use>
void each_changed(const device_profile& right, const nlohmann::json& number, const Use& use) {
    const auto document = nlohmann::json::parse(right.to_json());
    for (const auto& group : document.items()) {
        if (!group.value().is_object()) continue;
        for (const auto& field : group.value().items()) {
            auto changed = document;
            auto& at = changed[group.key()][field.key()];
            if (at.is_array())
                at.back()[1] = number;
            else
                at = number;
            use(changed.dump(), group.key() + "." + field.key());
        }
    }
}

// A profile that names a few numbers gets all others from these.
BOOST_AUTO_TEST_CASE(base_profiles_name_every_number) {
    for (const char* file : {"host/profile/shipped/gpu.json", "host/profile/shipped/cpu.json"}) {
        const auto named = nlohmann::json::parse(stockham::internal::library_file(file));
        const auto all = nlohmann::json::parse(device_profile::parse(named.dump()).to_json());
        for (const auto& group : all.items()) {
            BOOST_TEST(named.contains(group.key()), file << " lacks " << group.key());
            if (!group.value().is_object()) continue;
            for (const auto& field : group.value().items())
                BOOST_TEST(named[group.key()].contains(field.key()),
                           file << " lacks " << group.key() << "." << field.key());
        }
    }
}

// No number may be missing, negative beyond any possible gain, or extremely large.
BOOST_AUTO_TEST_CASE(every_number_is_checked) {
    for (const char* name : {"h200", "cpu"}) {
        const auto right = device_profile::known(named_description(name));
        std::size_t fields = 0;
        for (const auto& wrong : {nlohmann::json(-1.5), nlohmann::json(1e18), nlohmann::json("1"), nlohmann::json()})
            each_changed(right, wrong, [&](const std::string& text, const std::string& field) {
                ++fields;
                expect_argument_error(
                    "profile", [&] { device_profile::parse(text); }, field);
            });
        BOOST_TEST(fields == 4U * 101U);
    }
}

// A copy of no bytes has no rate. The logarithm between two points would make costs NaN.
BOOST_AUTO_TEST_CASE(curves_and_counts_that_no_device_has) {
    for (const auto& [line, why] :
         {std::pair{R"("memory": {"copy_gb_per_s": [[0, 10], [1e12, 20]]})", "0 is not from 1 to 1e+15"},
          {R"("memory": {"copy_gb_per_s": [[1, 10], [1, 20]]})", "ascending"},
          {R"("memory": {"unit_gb_per_s": 1e-300})", "memory.unit_gb_per_s is out of range"},
          {R"("in_cache": {"gb_per_s": 1e-300})", "in_cache.gb_per_s is out of range"},
          {R"("beyond_cache": {"runs": [[0, 0]]})", "beyond_cache.runs is out of range"},
          {R"("beyond_cache": {"strides": [[-1, 0]]})", "beyond_cache.strides is out of range"},
          {R"("unit": {"item": 20.5})", "unit.item is not an integer"},
          {R"("launches": {"every_us": 1e999})", "not a device profile"}})
        expect_argument_error(
            "profile", [&, line = line] { device_profile::parse(text_with(line)); }, why);
    for (const char* line : {R"("memory": {"unit_gb_per_s": 0})", R"("in_cache": {"gb_per_s": 0})"})
        BOOST_CHECK_NO_THROW(device_profile::parse(text_with(line)));
}

// Costs at both ends of all ranges are numbers, and there is a plan.
BOOST_AUTO_TEST_CASE(costs_are_numbers) {
    for (const char* name : {"h200", "cpu"}) {
        auto d = named_description(name);
        const auto right = device_profile::known(d);
        for (const double extreme : {-1.0, 0.0, 1e6})
            each_changed(right, extreme, [&](const std::string& text, const std::string& field) {
                try {
                    d.profile = device_profile::parse(text);
                } catch (const stockham::argument_error&) {
                    return;
                }
                const auto seconds = estimate(d, stockham::parse_transform("r2c f32 60x64 b3")).seconds;
                BOOST_TEST((seconds >= 0 && seconds < 1e15), field << " = " << extreme << ": " << seconds);
            });
    }
}

#ifndef _WIN32
// The next case runs this in a child process, because folders are read once.
BOOST_AUTO_TEST_CASE(reader_of_folders, *boost::unit_test::disabled() * boost::unit_test::label("by_name")) {
    const message_recorder listener;
    device_profile::known(named_description("cpu"));
    for (const auto& text : message_recorder::texts()) std::printf("%s\n", text.c_str());
}

BOOST_AUTO_TEST_CASE(a_word_that_is_neither_on_nor_off) {
    const temporary_folder home;
    const auto said = [&](const char* word) {
        return test_subprocess("reader_of_folders",
                               {{"XDG_CONFIG_HOME", home.path().string()}, {"STOCKHAM_PROFILES", word}})
            .output();
    };
    const std::string message = "STOCKHAM_PROFILES is 'of', which is neither on nor off; it is ignored";
    BOOST_TEST(said("of").find(message) != std::string::npos);
    for (const char* good : {"", "on", "off"})
        BOOST_TEST(said(good).find("STOCKHAM_PROFILES is ") == std::string::npos, good);
}
#endif

BOOST_AUTO_TEST_CASE(empty_profiles_are_not_kept) {
    expect_argument_error(
        "profile", [] { device_profile().keep(); }, "empty");
}

BOOST_AUTO_TEST_SUITE_END()
