// The terms of the cost model: they add up to the estimate, each of them occurs, and each number of a profile changes
// only the terms that use it.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <map>
#include <random>
#include <set>

#include <nlohmann/json.hpp>

#include <stockham/stockham.hpp>

#include "cost/terms.hpp"
#include "problem/problem.hpp"
#include "profile/known_profiles.hpp"
#include "support/built_slow.hpp"
#include "support/seed.hpp"
#include "tools/harness/oracle/random_problem.hpp"

BOOST_AUTO_TEST_SUITE(cost_terms_test)

using stockham::device_description;
using stockham::named_description;
using stockham::plan_estimate;

namespace {

constexpr const char* devices[] = {"h200", "gfx906", "gfx90a", "gfx1030", "evergreen", "cpu"};

struct case_of_terms {
    const char* problem;
    const char* plan = "";  ///< empty: the planner's
};

/// One problem or more for each term.
constexpr case_of_terms cases[] = {
    {"c2c f32 512x512"},
    {"c2c f32 1024 b32768"},
    {"c2c f32 4194304"},
    {"c2c f64 1000 b20000"},
    {"c2c f32 1000 b40000", "1000 : 0.0 radix=32 points=32 exchange=separate"},
    {"c2c f64 343x343"},
    {"c2c f64 2197x64 b40"},
    {"c2c f32 67108864"},
    {"c2c f32 4099 b300"},
    {"c2c f32 17 b100000"},
    {"c2c f32 64"},
    {"r2c f32 1000x1000"},
    {"r2c f32 4096 b64"},
    {"r2c f64 512 b4000"},
    {"c2r f32 999 b999"},
    {"c2c f32 256x256x256"},
    {"c2c f32 64x64 b256"},
    {"c2c f32 1000 b3 is=3 id=4000 os=5 od=6000"},
    {"c2c f32 256 b100 is=100 id=1 os=100 od=1"},
    {"c2c f32 256x256 algorithm=row_transpose"},
    {"c2c f32 256x256x256 algorithm=five_step"},
    {"c2c f32 4096 b1000 algorithm=split_half"},
    {"c2c f32 4096 b1000 algorithm=constant_geometry"},
    {"c2c f32 65536 b8"},
    {"c2c f32 1048576 in"},
    {"c2c f32 16777216 in"},
    {"c2c f32 1024 b128", "1024 : 0.0 exchange=separate"},
    {"r2c f32 1000x1000", "1000 x 1000 : 1.0 points=8 min_items=32 paired ; 0.0 points=8 min_items=32 width=8"},
};

const stockham::wisdom& nothing_known() {
    static const stockham::wisdom empty;
    return empty;
}

plan_estimate estimate_of(const stockham::transform& t, const device_description& d,
                          const std::string& plan_string = {}) {
    stockham::plan_options options;
    options.wisdom = const_cast<stockham::wisdom*>(&nothing_known());
    options.expert.plan_string = plan_string;
    return estimate(d, t, options);
}

void check_sum(const plan_estimate& e) {
    double sum = 0;
    for (const auto& term : e.terms) sum += term.seconds;
    BOOST_TEST(sum == e.seconds, boost::test_tools::tolerance(1e-9));
    BOOST_TEST(!e.terms.empty());
}

/// A profile of the device with a few numbers replaced: {"work", "sparse"} by 0.1, ..
device_description with_numbers(device_description d, const nlohmann::json& numbers) {
    auto document = nlohmann::json::parse(stockham::device_profile::known(d).to_json());
    document.merge_patch(numbers);
    d.profile = stockham::device_profile::parse(document.dump());
    return d;
}

/// Devices whose profiles have no zero cost, within the cache and beyond it.
std::vector<device_description> complete_devices() {
    const auto numbers = nlohmann::json::parse(
        R"({"work": {"sparse": 0.1, "vacant": 0.15, "packed": 0.2, "paired": 0.3, "unhidden": 0.4, "effort": 0.2}})");
    auto beyond = numbers;
    beyond["in_cache"]["gb_per_s"] = 0;
    beyond["beyond_cache"]["wait_us"] = 3;
    beyond["memory"]["cached_bytes"] = 1e8;
    auto within = nlohmann::json::parse(R"({"in_cache": {"stage_us": 0.3, "wide_radix": 0.2}})");
    auto slow_host = nlohmann::json::parse(R"({"launches": {"every_us": 100}})");
    std::vector<device_description> all;
    for (const char* name : devices) all.push_back(named_description(name));
    for (const auto& changed : {beyond, within, slow_host, numbers}) all.push_back(with_numbers(all.front(), changed));
    auto small_cache = named_description("cpu");
    small_cache.core_cache = small_cache.local_memory = 65536;
    all.push_back(small_cache);
    return all;
}

/// The sum of all terms of each name.
std::map<std::string, double> by_name(const plan_estimate& e) {
    std::map<std::string, double> sums;
    for (const auto& term : e.terms) sums[term.name] += term.seconds;
    return sums;
}

template <class View>
void add_names(const stockham::internal::term_table<View>& table, std::set<std::string>& names) {
    for (const auto* term = table.first; term != table.last; ++term) names.insert(term->name);
}

std::set<std::string> names_of_all() {
    using namespace stockham::internal;
    std::set<std::string> names{"handover", "least gain"};
    for (const auto* terms : {&terms_beyond_cache, &terms_in_cache, &terms_on_lanes})
        for (const auto* table : {&terms->waits, &terms->work, &terms->moving, &terms->idle}) add_names(*table, names);
    add_names(launch_terms, names);
    add_names(transpose_terms, names);
    return names;
}

}  // namespace

BOOST_AUTO_TEST_CASE(they_add_up_and_each_of_them_occurs) {
    std::set<std::string> found;
    for (const auto& d : complete_devices())
        for (const auto& c : cases) {
            const auto t = stockham::parse_transform(c.problem);
            try {
                const auto e = estimate_of(t, d, c.plan);
                BOOST_TEST_CONTEXT(c.problem << " for " << d.name << ": " << e.plan_string) {
                    check_sum(e);
                    const auto again = estimate_of(t, d, e.plan_string);  // the same plan costs the same
                    check_sum(again);
                    BOOST_TEST(again.seconds == e.seconds, boost::test_tools::tolerance(1e-9));
                }
                for (const auto& term : e.terms) found.insert(term.name);
            } catch (const stockham::error&) {  // five steps and the options of a family are not for all devices
            }
        }
    for (const auto& name : names_of_all()) BOOST_TEST(found.count(name) == 1U, "no problem has the term " << name);
    BOOST_TEST(found.size() == names_of_all().size());
}

BOOST_AUTO_TEST_CASE(they_add_up_for_random_problems) {
    std::mt19937 random(test_seed());
    for (int k = 0; k < (built_slow ? 15 : 60); ++k) {
        const auto t = random_any(random, std::size_t{1} << 16);
        for (const char* name : {"h200", "gfx906", "cpu"}) {
            BOOST_TEST_CONTEXT(to_string(t) << " for " << name) {
                check_sum(estimate_of(t, named_description(name)));
            }
        }
    }
}

// The plan stays the same, as its plan string is demanded; factors and bounds follow the terms that they act on.
BOOST_AUTO_TEST_CASE(a_number_changes_only_its_terms) {
    const std::set<std::string> follow{"runs and strides", "computing beyond moving", "idle compute units",
                                       "incomplete round", "waiting for the host"};
    struct change {
        const char* group;
        const char* field;
        const char* term;
    };
    constexpr change changes[] = {
        {"work", "exchange_of_more", "exchanges"},
        {"work", "parts", "exchanges by parts"},
        {"work", "twiddles", "twiddles"},
        {"work", "narrow_twiddles", "twiddles"},
        {"work", "ahead", "prefetch"},
        {"work", "scattered", "scattered twiddles"},
        {"work", "few_points", "few points"},
        {"work", "vacant", "vacant compute units"},
        {"in_cache", "exchange", "exchanges"},
        {"in_cache", "parts_us", "exchanges by parts"},
        {"in_cache", "twiddles_us", "twiddles"},
        {"in_cache", "stage_us", "stages"},
        {"in_cache", "wide_radix", "wide radix"},
        {"launches", "gap_us", "launches"},
        {"launches", "handover_us", "handover"},
        {"beyond_cache", "wait_us", "wait for memory"},
        {"memory", "workspace", "least gain"},
        {"memory", "transpose", "tiles"},
    };
    const auto d = named_description("h200");
    std::vector<plan_estimate> before;
    std::vector<stockham::transform> transforms;
    for (const auto& [problem, plan] : cases) {
        auto t = stockham::parse_transform(problem);
        if (t.algorithm != "automatic" && t.algorithm != "row_transpose") continue;
        before.push_back(estimate_of(t, d, plan));
        transforms.push_back(std::move(t));
    }
    for (const auto& c : changes) {
        nlohmann::json numbers;
        auto& number = numbers[c.group][c.field] =
            nlohmann::json::parse(stockham::device_profile::known(d).to_json())[c.group][c.field];
        number = number.get<double>() * 1.25 + 0.01;
        const auto other = with_numbers(d, numbers);
        std::size_t changed = 0;
        for (std::size_t k = 0; k < before.size(); ++k) {
            auto was = by_name(before[k]), is = by_name(estimate_of(transforms[k], other, before[k].plan_string));
            for (const auto& name : names_of_all()) {
                if (std::abs(is[name] - was[name]) <= 1e-9 * std::abs(was[name]) + 1e-14) continue;
                BOOST_TEST((name == c.term || follow.count(name) == 1),
                           c.group << "." << c.field << " changes " << name << " of " << to_string(transforms[k]));
                changed += name == c.term;
            }
        }
        BOOST_TEST(changed > 0U, c.group << "." << c.field << " changes no " << c.term);
    }
}

BOOST_AUTO_TEST_SUITE_END()
