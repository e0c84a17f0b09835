// Measured passes: what two passes have in common, files, and plans that follow measurements.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include <stockham/stockham.hpp>

#include "decompose/pass_hash.hpp"
#include "families/choice_text.hpp"
#include "families/table.hpp"
#include "plan/plan_terms.hpp"
#include "problem/problem.hpp"
#include "profile/known_measurements.hpp"
#include "profile/known_profiles.hpp"
#include "search/pass_times.hpp"
#include "support/refusal.hpp"
#include "systems/planning.hpp"

BOOST_AUTO_TEST_SUITE(pass_measurements_test)

using namespace stockham::internal;
using stockham::device_description;
using stockham::parse_transform;

namespace {

using detail = pass_measurements::detail;

/// A device whose predictions are those of the model, or with measurements.
device_description gpu() {
    auto d = stockham::named_description("h200");
    d.profile = without_measurements(stockham::device_profile::known(d));
    return d;
}

device_description gpu(pass_measurements measured) {
    auto d = gpu();
    measured.set_digest("test");
    d.profile = profile_access::make(with_measurements(std::make_shared<profile_data>(profile_of(d)),
                                                       std::make_shared<pass_measurements>(std::move(measured))));
    return d;
}

measured_device this_gpu() {
    return measured_device_of(gpu(), profile_of(gpu()).digest);
}

problem problem_of(const std::string& text) {
    return make_problem(parse_transform(text));
}

/// The passes of a problem by a plan string.
std::vector<pass_problem> passes_by(const std::string& text, const std::string& plan) {
    const auto how = parse_plan_string(plan, default_family(gpu()));
    const auto form = matching_form(how, problem_of(text));
    return passes_of(form, how.sequence, places_of(form)).passes;
}

std::uint64_t hash_of(const std::string& text, const std::string& plan, std::size_t pass = 0) {
    return pass_hash(passes_by(text, plan).at(pass));
}

/// The only pass of a problem whose cheapest plan has one, with its shapes.
pass_options only_pass(const std::string& text) {
    std::uint64_t workspace = 0;
    auto passes = passes_to_measure(problem_of(text), gpu(), workspace);
    return std::move(passes.front());
}

constexpr double copy_rate = 4e12;

/// Measurements of the first two shapes of a pass.
pass_measurements two_choices(const pass_options& pass, double first, double second) {
    pass_measurements all(this_gpu());
    BOOST_REQUIRE(pass.shapes.size() > 1);
    for (const auto& [k, copies] : {std::pair{0, first}, std::pair{1, second}}) {
        auto m = unmeasured(pass, pass.shapes[static_cast<std::size_t>(k)], gpu(), "a problem");
        m.copies = copies;
        m.predicted->copies /= static_cast<double>(m.bytes) / copy_rate;
        all.add_copy(m.bytes, copy_rate);
        all.add(m);
    }
    return all;
}

/// The measurement of the dearest choice of a pass: 1.5 of the predicted time.
pass_measurement slow_choice(const pass_problem& pass) {
    std::optional<shaped_pass> dearest;
    for (const auto& choice : pass_choices(pass, gpu()))
        if (auto shaped = shape_by(pass, gpu(), choice); shaped && (!dearest || shaped->cost > dearest->cost))
            dearest = std::move(*shaped);
    BOOST_REQUIRE(bool(dearest));
    auto m = unmeasured({pass, {}}, *dearest, gpu(), "a problem");
    m.copies = 1.5 * m.predicted->copies / (static_cast<double>(m.bytes) / copy_rate);
    return m;
}

std::string refused_text(const std::string& text) {
    try {
        pass_measurements::parse(text, "the file");
    } catch (const stockham::argument_error& e) {
        return e.what();
    }
    return "not refused";
}

std::string with_first(std::string text, const std::string& what, const std::string& by) {
    const auto at = text.find(what);
    BOOST_REQUIRE(at != text.npos);
    return text.replace(at, what.size(), by);
}

}  // namespace

// Files name passes by these numbers: a change makes all measurements worthless.
BOOST_AUTO_TEST_CASE(hashes_stay) {
    BOOST_TEST(hash_of("c2c f32 64 b64", "64 : 0.0") == 1828978141886U);
    BOOST_TEST(hash_of("r2c f64 48 b100", "48 : 0.0") == 480142891546U);
    BOOST_TEST(hash_of("c2c f32 1048576", "1024*1024~ : 0.0 ; 0.1", 0) == 2017753481927U);
    BOOST_TEST(hash_of("c2c f32 1048576", "1024*1024~ : 0.0 ; 0.1", 1) == 450739017886U);
    BOOST_TEST(hash_of("c2c f32 83 b1000", "83 : 0.0") == 1933814915059U);
}

BOOST_AUTO_TEST_CASE(a_pass_is_the_same_in_other_batches_directions_and_scales) {
    const auto line = hash_of("c2c f32 64 b64", "64 : 0.0");
    for (const char* same : {"c2c f32 64", "c2c f32 64 b5", "c2c f32 64 b64 inv", "c2c f32 64 b64 scale=0.5"})
        BOOST_TEST(hash_of(same, "64 : 0.0") == line, same);
    for (const char* other : {"c2c f64 64 b64", "r2c f32 64 b64", "c2c f32 64 b64 in", "c2c f32 64 b64 is=2 id=128",
                              "c2c f32 64 b64 is=64 id=1 os=64 od=1"})
        BOOST_TEST(hash_of(other, "64 : 0.0") != line, other);
    BOOST_TEST(hash_of("c2c f32 128 b64", "128 : 0.0") != line);
    for (std::size_t pass : {0U, 1U}) {
        const char* plan = "1024*1024~ : 0.0 ; 0.1";
        BOOST_TEST(hash_of("c2c f32 1048576", plan, pass) == hash_of("c2c f32 1048576 b7 inv", plan, pass), pass);
        const char* rows_and_columns = "32 x 64 : 1.0 ; 0.0";
        BOOST_TEST(hash_of("c2c f32 32x64", rows_and_columns, pass) ==
                       hash_of("c2c f32 32x64 b9", rows_and_columns, pass),
                   pass);
    }
    // Rows continue in the batch.
    BOOST_TEST(hash_of("c2c f32 32x64", "32 x 64 : 1.0 ; 0.0") == hash_of("c2c f32 16x64 b2", "16 x 64 : 1.0 ; 0.0"));
    BOOST_TEST(hash_of("r2c f32 48 b100", "48 : 0.0") == hash_of("r2c f32 48 b3", "48 : 0.0"));
}

BOOST_AUTO_TEST_CASE(files_keep_measurements) {
    const auto pass = only_pass("c2c f32 1000 b8388");
    const auto all = two_choices(pass, 1.25, 1.125);
    const auto whole = all.text(detail::whole);
    const auto read = pass_measurements::parse(whole, "the file");
    BOOST_TEST(read.size() == 2U);
    BOOST_TEST(read.text(detail::whole) == whole);
    BOOST_TEST(read.problems().count("a problem") == 1U);
    BOOST_TEST(read.device().name == gpu().name);
    BOOST_TEST(read.copy_seconds(134208000) == 134208000 / copy_rate, boost::test_tools::tolerance(1e-3));
    // The compact file has the rows without their predictions.
    const auto small = pass_measurements::parse(all.text(detail::compact), "the file");
    BOOST_TEST(small.text(detail::whole).size() < whole.size());
    BOOST_TEST(small.size() == 1U);  // the best
}

// A pass whose choices all take the predicted time is left out.
BOOST_AUTO_TEST_CASE(compact_files_leave_out_what_the_model_predicts) {
    const auto pass = only_pass("c2c f32 1000 b8388");
    const auto model = [&](std::size_t k) {
        const auto m = unmeasured(pass, pass.shapes[k], gpu(), "a problem");
        return m.predicted->copies / (static_cast<double>(m.bytes) / copy_rate);
    };
    const auto exact = two_choices(pass, model(0), model(1)), half = two_choices(pass, model(0), 1.04 * model(1));
    BOOST_TEST(pass_measurements::parse(exact.text(detail::compact), "the file").size() == 0U);
    BOOST_TEST(pass_measurements::parse(half.text(detail::compact), "the file").size() == 0U);  // the best, too
    const auto other = two_choices(pass, 1.2 * model(0), model(1));
    const auto kept = pass_measurements::parse(other.text(detail::compact), "the file");
    BOOST_TEST(kept.size() == 1U);
    // The choice that was left out does not win by its prediction.
    BOOST_TEST(to_string(shape(pass.pass, gpu(kept))->choice) == to_string(pass.shapes[1].choice));
}

BOOST_AUTO_TEST_CASE(measurements_of_other_kernels_are_ignored) {
    const auto text = two_choices(only_pass("c2c f32 1000 b8388"), 1.25, 1.125).text(detail::whole);
    const auto at = text.find("\nfile ") + 6;
    const auto digest = text.substr(at, 16);
    BOOST_TEST(pass_measurements::parse(with_first(text, digest, "0123456789abcdef"), "the file").size() == 0U);
    BOOST_TEST(pass_measurements::parse(with_first(text, " cl/access/", " cl/gone/"), "the file").size() == 0U);
}

BOOST_AUTO_TEST_CASE(damaged_files_are_refused) {
    const auto good = two_choices(only_pass("c2c f32 1000 b8388"), 1.25, 1.125).text(detail::whole);
    BOOST_TEST(refused_text(good) == "not refused");
    BOOST_TEST(refused_text("") == "the file: line 0 is not a file of pass measurements of version 1");
    const std::pair<const char*, const char*> damages[] = {{"measurements 1", "measurements 2"},
                                                           {"kernels ", "kernel "},
                                                           {"choice", "choose"},
                                                           {" memory", " nowhere"},
                                                           {"at 134217728", "at -1"},
                                                           {" yq ", " 0 "},
                                                           {" yq ", " y. "},
                                                           {"\nat ", "\n\nat "},
                                                           {"copy 2 ", "copy 0 "},
                                                           {"file ", "fill "}};
    for (const auto& [what, by] : damages) {
        const auto said = refused_text(with_first(good, what, by));
        BOOST_TEST(said.rfind("the file: line ", 0) == 0U, what << " -> " << by << ": " << said);
        BOOST_TEST(said.find('\n') == said.npos, said);
    }
}

BOOST_AUTO_TEST_CASE(a_measurement_holds_for_sizes_like_its_own) {
    pass_measurements all(this_gpu());
    pass_measurement m;
    m.kernels = {"cl/common/stage.h"};
    m.pass = 7;
    m.bytes = 1 << 27;
    m.copies = 1.5;
    all.add(m);
    m.bytes = 1 << 22;
    m.place = data_place::cache;
    m.copies = 2.5;
    all.add(m);
    const auto found = [&](data_place place, std::uint64_t bytes, std::uint64_t pass = 7) {
        const auto rows = all.find(pass, place, bytes);
        return rows.empty() ? 0 : rows.front().copies;
    };
    BOOST_TEST(found(data_place::memory, 1 << 27) == 1.5);
    BOOST_TEST(found(data_place::memory, 1 << 24) == 1.5);
    BOOST_TEST(found(data_place::memory, 1 << 22) == 0);
    BOOST_TEST(found(data_place::cache, 5 << 20) == 2.5);
    BOOST_TEST(found(data_place::cache, 8 << 20) == 0);
    BOOST_TEST(found(data_place::memory, 1 << 27, 8) == 0);
    BOOST_TEST(all.has(m));
    m.choice = " width=4";
    BOOST_TEST(!all.has(m));
    BOOST_TEST(all.least_copies() == 1);
}

BOOST_AUTO_TEST_CASE(plans_follow_measurements) {
    const auto measured_pass = only_pass("c2c f32 1000 b8388");
    const auto chosen = [&](const device_description& d, const char* text) {
        const auto shaped = shape(passes_by(text, "1000 : 0.0").front(), d);
        BOOST_REQUIRE(bool(shaped));
        return std::make_tuple(to_string(shaped->choice), shaped->traffic.source, shaped->device_seconds);
    };
    const auto first = to_string(measured_pass.shapes[0].choice), second = to_string(measured_pass.shapes[1].choice);
    const auto slow_first = gpu(two_choices(measured_pass, 5, 1.01));
    BOOST_TEST(std::get<0>(chosen(gpu(), "c2c f32 1000 b8388")) == first);
    for (const char* text : {"c2c f32 1000 b8388", "c2c f32 1000 b30000 inv", "c2c f32 1000 b4194"}) {
        const auto [choice, source, seconds] = chosen(slow_first, text);
        BOOST_TEST(choice == second, text);
        BOOST_TEST((source == cost_source::measured), text);
        const auto bytes = problem_of(text).points() * 16;
        BOOST_TEST(seconds == 1.01 * static_cast<double>(bytes) / copy_rate, boost::test_tools::tolerance(1e-3));
    }
    // A transform in the cache was not measured.
    BOOST_TEST((chosen(slow_first, "c2c f32 1000 b100") == chosen(gpu(), "c2c f32 1000 b100")));
    // Both choices are slow, so the model misses this pass: another choice does not win by its prediction.
    const auto [choice, source, seconds] = chosen(gpu(two_choices(measured_pass, 2, 1.9)), "c2c f32 1000 b8388");
    BOOST_TEST(choice == second);
    BOOST_TEST((source == cost_source::measured));
}

BOOST_AUTO_TEST_CASE(a_measured_choice_need_not_be_one_of_the_models) {
    const auto pass = only_pass("c2c f32 1000 b8388");
    auto choice = pass.shapes[0].choice;
    const auto varied = variations(choice, gpu());
    const auto own = pass_choices(pass.pass, gpu());
    const auto is_new = [&](const pass_choice& c) {
        return shape_by(pass.pass, gpu(), c) &&
               std::none_of(own.begin(), own.end(), [&](const pass_choice& o) { return to_string(o) == to_string(c); });
    };
    const auto found = std::find_if(varied.begin(), varied.end(), is_new);
    BOOST_REQUIRE((found != varied.end()));
    pass_measurements all(this_gpu());
    auto m = unmeasured(pass, *shape_by(pass.pass, gpu(), *found), gpu(), "a problem");
    m.copies = 0.5;
    all.add_copy(m.bytes, copy_rate);
    all.add(m);
    m = unmeasured(pass, pass.shapes[0], gpu(), "a problem");
    m.copies = 1;
    all.add(m);
    const auto device = gpu(all);
    BOOST_TEST(to_string(shape(pass.pass, device)->choice) == to_string(*found));
    // A search must not drop a plan because of a bound that its passes undercut.
    const auto best = cheapest_plans(problem_of("c2c f32 1000 b8388"), device, 1).front();
    BOOST_TEST(to_string(best.how.choices.front()) == to_string(*found));
}

// Passes that share a launch, too: the terms of a plan add up to its cost.
BOOST_AUTO_TEST_CASE(corrected_costs_add_up) {
    for (const char* text : {"c2c f32 1048576 b8", "c2c f32 64x64", "r2c f32 1000 b9000", "c2c f32 4096x16 b3"}) {
        const auto p = problem_of(text);
        const auto plain = cheapest_plans(p, gpu(), 1).front();
        pass_measurements all(this_gpu());
        const auto form = matching_form(plain.how, p);
        for (const auto& pass : passes_of(form, plain.how.sequence, places_of(form)).passes) {
            auto m = slow_choice(pass);
            all.add_copy(m.bytes, copy_rate);
            all.add(std::move(m));
        }
        const auto device = gpu(all);
        for (const auto& c : cheapest_plans(p, device, 3)) {
            const auto terms = terms_of(c, device);
            const double sum = std::accumulate(terms.begin(), terms.end(), 0.0,
                                               [](double s, const plan_term& t) { return s + t.seconds; });
            BOOST_TEST(sum == c.cost, boost::test_tools::tolerance(1e-9));
        }
        const auto corrected = build_plan(p, device, plain.how);
        BOOST_TEST(corrected.device_seconds.front() > 1.2 * plain.device_seconds.front(), text);
        BOOST_TEST((corrected.traffic.front().source == cost_source::similar), text);
        BOOST_TEST(stockham::internal::limits_text(device) != stockham::internal::limits_text(gpu()));
    }
}

BOOST_AUTO_TEST_SUITE_END()
