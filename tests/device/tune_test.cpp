// Searches by measuring: they find and keep right plans, can be cut short, and do not disturb other work.
#include <boost/test/unit_test.hpp>

#include "search/search_space.hpp"
#include "search/tuner.hpp"
#include "search/wisdom/wisdom_state.hpp"
#include "support/environment.hpp"
#include "support/on_device.hpp"

BOOST_AUTO_TEST_SUITE(tune_test)

using stockham::plan;
using stockham::plan_options;
using stockham::rigor;
using stockham::tuning_progress;
using stockham::wisdom;

namespace {

constexpr const char* problems[] = {"c2c f32 16 b32", "c2c f32 8x4 b16 in inv scale=0.5",
                                    "c2c f32 16 b5 is=3 od=20 oo=1"};

plan_options options_of(wisdom& known, rigor how, std::function<bool(const tuning_progress&)> progress = {}) {
    plan_options options;
    options.wisdom = &known;
    options.rigor = how;
    options.progress = std::move(progress);
    return options;
}

plan plan_of(const std::string& text, const plan_options& options) {
    const auto& d = test_device::get();
    return {d.context, d.device, stockham::parse_transform(text), options};
}

/// Runs it once on random numbers, and checks the result and the memory around it.
void check_result(const plan& p) {
    std::mt19937 generator(11);
    check_trial(p, make_trial(p.problem(), generator));
}

bool says(const plan& p, const std::string& what) {
    return p.to_string().find(what) != std::string::npos;
}

/// The entry that a search leaves for a problem.
void check_entry(const wisdom& known, const plan& p, rigor how) {
    const auto entries = known.entries_of(stockham::internal::wisdom_problem(p.problem()));
    BOOST_REQUIRE(entries.size() == 1U);
    const auto& e = entries.front();
    const auto d = stockham::describe(test_device::get().device);
    BOOST_TEST(e.plan == p.plan_string());
    BOOST_TEST(e.device == d.name);
    BOOST_TEST(e.architecture == d.architecture);
    BOOST_TEST(e.driver == d.driver);
    BOOST_TEST(e.vendor == stockham::internal::vendor_word(d));
    BOOST_TEST(wisdom::is_current(e));
    BOOST_TEST((e.how == how));
    BOOST_TEST(e.seconds > 0);
    BOOST_TEST(e.seconds < 1);
    BOOST_TEST(e.spread >= 0);
    BOOST_TEST(e.estimate_seconds >= e.seconds);  // the estimate's plan is one of those compared
}

/// Searches, and then asks again for the known plan.
void check_search(const std::string& text, rigor how) {
    BOOST_TEST_CONTEXT(text << ", " << to_string(how)) {
        wisdom known;
        std::size_t calls = 0;
        const auto options = options_of(known, how, [&](const tuning_progress&) { return ++calls > 0; });
        const auto found = plan_of(text, options);
        BOOST_TEST(calls > 1U);
        BOOST_TEST(says(found, "measured: "));
        check_result(found);
        check_entry(known, found, how);
        const auto before = calls;
        for (auto again : {how, rigor::measure, rigor::estimate, rigor::wisdom_only}) {
            auto other = options;
            other.rigor = again;
            const auto p = plan_of(text, other);
            BOOST_TEST(p.plan_string() == found.plan_string());
            BOOST_TEST(says(p, "from wisdom"));
        }
        BOOST_TEST(calls == before);
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_is_found_is_right_and_remembered) {
    for (const char* text : problems) check_search(text, rigor::measure);
}

// Also plans in other forms: paired real lines, lines lengthened for Bluestein's algorithm, and digits by Rader's.
BOOST_AUTO_TEST_CASE(other_kinds) {
    for (const char* text : {"r2c f32 16 b8", "c2r f32 4x8 b3", "r2c f32 37 b2 in", "dct2 f32 8 b8", "c2c f32 37 b16",
                             "c2c f32 12 nonzero=5 b4"})
        check_search(text, rigor::measure);
}

BOOST_AUTO_TEST_CASE(not_for_searches) {
    for (const char* text : {"c2c f32 8 if=planar of=planar", "c2c f16 8"}) {
        wisdom known;
        const auto p = plan_of(text, options_of(known, rigor::measure));
        BOOST_TEST(says(p, "not measured"));
        BOOST_TEST(known.entries().empty());
        check_result(p);
    }
}

BOOST_AUTO_TEST_CASE(with_more_patience) {
    check_search("c2c f32 8 b16", rigor::patient);
}

BOOST_AUTO_TEST_CASE(in_double_precision) {
    if (test_device::get().has_double)
        check_search("c2c f64 16 b16", rigor::measure);
    else
        BOOST_CHECK_THROW(plan_of("c2c f64 16 b16", {}), stockham::unsupported_error);
}

BOOST_AUTO_TEST_CASE(more_rigor_searches_again) {
    wisdom known;
    std::size_t calls = 0;
    const auto count = [&](const tuning_progress&) { return ++calls > 0; };
    plan_of(problems[0], options_of(known, rigor::measure, count));
    const auto measured = calls;
    BOOST_TEST(measured > 0U);
    const auto p = plan_of(problems[0], options_of(known, rigor::patient, count));
    BOOST_TEST(calls > measured);
    check_entry(known, p, rigor::patient);
}

// Known plans are measured even without time left. A search without known plans finds nothing slower than the
// estimate.
BOOST_AUTO_TEST_CASE(a_known_plan_is_among_those_compared) {
    wisdom known;
    const std::string text = problems[0], way = "16 : 0.0 radix=2";
    auto options = options_of(known, rigor::measure);
    const auto first = plan_of(text, options);
    auto entry = known.entries_of(stockham::internal::wisdom_problem(first.problem())).front();
    entry.plan = way;
    entry.seconds = 1e-9;
    known.add(entry);
    std::size_t seen = 0;
    options.progress = [&](const tuning_progress& so_far) {
        seen += so_far.candidate.find(way) == 0;
        return true;
    };
    options.time_limit = 1e-9;
    options.expert.search_again = true;
    check_result(plan_of(text, options));
    BOOST_TEST(seen == 1U);
    options.expert.search_again = false;
    plan_of(text, options);
    BOOST_TEST(seen == 1U);
}

BOOST_AUTO_TEST_CASE(only_wisdom) {
    wisdom known;
    BOOST_CHECK_EXCEPTION(plan_of(problems[0], options_of(known, rigor::wisdom_only)), stockham::unsupported_error,
                          [](const auto& e) { return e.rule() == "wisdom"; });
}

BOOST_AUTO_TEST_CASE(progress_is_reported) {
    wisdom known;
    std::vector<tuning_progress> reports;
    plan_of(problems[0], options_of(known, rigor::measure, [&](const tuning_progress& p) {
                reports.push_back(p);
                return true;
            }));
    BOOST_REQUIRE(reports.size() > 1U);
    std::size_t measured = 0;
    for (std::size_t k = 0; k < reports.size(); ++k) BOOST_TEST_CONTEXT(k << ": " << reports[k].candidate) {
            BOOST_TEST(reports[k].done == k + 1);
            BOOST_TEST(reports[k].done <= reports[k].total);
            BOOST_TEST(!reports[k].candidate.empty());
            if (k) BOOST_TEST(reports[k].best_seconds <= reports[k - 1].best_seconds);
            measured += reports[k].seconds > 0;
        }
    BOOST_TEST(std::isinf(reports.front().best_seconds));
    BOOST_TEST(reports.back().best_seconds < 1);
    BOOST_TEST(measured > 1U);
}

BOOST_AUTO_TEST_CASE(a_search_that_is_ended_at_once) {
    for (const char* text : problems) {
        wisdom known;
        std::size_t calls = 0;
        const auto p = plan_of(text, options_of(known, rigor::measure, [&](const tuning_progress&) {
                                   ++calls;
                                   return false;
                               }));
        BOOST_TEST(calls == 1U);
        check_result(p);
        BOOST_TEST(known.entries().empty());  // no entry without a measurement
        std::size_t again = 0;
        plan_of(text, options_of(known, rigor::measure, [&](const tuning_progress&) {
                    ++again;
                    return false;
                }));
        BOOST_TEST(again == 1U, "a plan that was not searched for was taken for one that was");
    }
}

// Plans for an NVIDIA card would have candidates that wait for each other in one launch. Here they might never end.
BOOST_AUTO_TEST_CASE(a_search_for_limits_of_another_device) {
    wisdom known;
    const auto limits = stockham::named_description("h200");
    auto options = options_of(known, rigor::measure);
    options.expert.plan_for = &limits;
    std::size_t shared = 0;
    options.progress = [&](const tuning_progress& so_far) {
        shared += so_far.candidate.find("one_launch") != std::string::npos;
        return true;
    };
    check_result(plan_of("c2c f32 8x8", options));
    const bool nvidia = stockham::describe(test_device::get().device).vendor.find("NVIDIA") != std::string::npos;
    BOOST_TEST((nvidia || shared == 0));
    BOOST_TEST(known.entries().empty());  // for neither device
}

BOOST_AUTO_TEST_CASE(no_time_to_search) {
    for (const char* text : problems) {
        wisdom known;
        auto options = options_of(known, rigor::exhaustive);
        options.time_limit = 1e-9;
        const auto p = plan_of(text, options);
        check_result(p);
        check_entry(known, p, rigor::exhaustive);
        BOOST_TEST(p.plan_string() ==
                   plan_of(text, {}).plan_string());  // the estimate's plan, since nothing else was tried
    }
}

BOOST_AUTO_TEST_CASE(a_progress_that_throws) {
    wisdom known;
    BOOST_CHECK_THROW(
        plan_of(problems[0], options_of(known, rigor::measure,
                                        [](const tuning_progress&) -> bool { throw std::runtime_error("enough"); })),
        std::runtime_error);
    BOOST_TEST(known.entries().empty());
    check_result(plan_of(problems[0], options_of(known, rigor::estimate)));
}

// A search does not touch the user's buffers, even while the queue is busy.
BOOST_AUTO_TEST_CASE(the_users_buffers_and_queue) {
    const auto t = stockham::parse_transform("c2c f32 64 b256 in scale=0.125");
    std::mt19937 generator(3);
    const auto input = to_bytes(reference::uniform(input_extent(t), t.precision, generator), t.precision);
    const std::vector<unsigned char> pattern(1 << 16, 0x5a);
    const device_buffer mine(pattern.size(), pattern.data()), busy(input.size(), input.data()),
        quiet(input.size(), input.data());
    const plan p(test_device::get().context, test_device::get().device, t);
    const auto queue = make_queue();
    constexpr int executions = 400;
    for (int k = 0; k < executions; ++k) p.execute(queue.get(), busy.get());
    clFlush(queue.get());
    wisdom known;
    check_result(plan_of(problems[0], options_of(known, rigor::measure)));
    BOOST_REQUIRE(clFinish(queue.get()) == CL_SUCCESS);
    for (int k = 0; k < executions; ++k) p.execute(queue.get(), quiet.get());
    BOOST_REQUIRE(clFinish(queue.get()) == CL_SUCCESS);
    BOOST_TEST((busy.read() == quiet.read()));
    BOOST_TEST((mine.read() == pattern));
    BOOST_TEST(known.entries().size() == 1U);
}

BOOST_AUTO_TEST_CASE(compiling_ahead) {
    const auto& d = test_device::get();
    const auto t = stockham::parse_transform(problems[0]);
    const auto limits = stockham::describe(d.device);
    const auto launches = launches_of(
        space_of(stockham::internal::make_problem(t), limits, stockham::internal::effort_of(rigor::measure, limits)),
        limits);
    std::size_t compiled = 0;
    for (unsigned shard = 0; shard < 3; ++shard)
        compiled += compile_candidates(d.context, d.device, t, rigor::measure, shard, 3);
    BOOST_TEST(launches.size() > 1U);
    BOOST_TEST(compiled == launches.size());
    BOOST_TEST(compile_candidates(d.context, d.device, t, rigor::measure, 1000, 1) == 0U);
}

BOOST_AUTO_TEST_SUITE_END()
