// Wisdom as a set of entries: its text, and which of two entries stays.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "search/choose_plan.hpp"
#include "support/message_recorder.hpp"
#include "support/refusal.hpp"
#include "support/wisdom_entries.hpp"

BOOST_AUTO_TEST_SUITE(wisdom_test)

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

wisdom_entry with(wisdom_entry e, rigor how, double seconds, const std::string& driver) {
    e.how = how;
    e.seconds = seconds;
    e.driver = driver;
    return e;
}

std::string all_fields(const wisdom_entry& e) {
    std::string text;
    for (const auto& field : {e.problem, e.plan, e.device, e.architecture, e.vendor, e.driver, e.library, e.kernels,
                              std::string(to_string(e.how))})
        text += field + " | ";
    for (double number : {e.seconds * 1e6, e.spread, e.estimate_seconds * 1e6}) text += std::to_string(number) + " | ";
    return text;
}

/// Adds the entries in every order. The same entry must stay, and the text must be the same.
void check_left(std::vector<wisdom_entry> entries, const std::string& driver) {
    std::vector<std::size_t> order(entries.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::string text;
    do {
        wisdom known;
        for (auto k : order) known.add(entries[k]);
        BOOST_REQUIRE(known.entries().size() == 1U);
        BOOST_TEST(known.entries().front().driver == driver);
        if (text.empty()) text = known.text();
        BOOST_TEST(known.text() == text);
    } while (std::next_permutation(order.begin(), order.end()));
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_text_leads_back_to_itself) {
    wisdom known;
    known.add(measured_entry("c2c f32 64 b100", h200()));
    known.add(measured_entry("c2c f64 256x256 in", h200()));
    auto odd = measured_entry("c2c f32 1024x64", stockham::named_description("cpu"));
    odd.device = "a \"name\" with \\, \x01 and \xc3\xa4, a\ttab";
    odd.how = rigor::exhaustive;
    odd.estimate_seconds = 0;
    known.add(odd);
    wisdom again;
    again.merge_text(known.text());
    BOOST_TEST(again.text() == known.text());
    const auto before = known.entries(), after = again.entries();
    BOOST_REQUIRE(after.size() == 3U);
    for (std::size_t k = 0; k < after.size(); ++k) BOOST_TEST(all_fields(after[k]) == all_fields(before[k]));
}

BOOST_AUTO_TEST_CASE(an_entry_is_a_line) {
    wisdom known;
    for (const char* problem : {"c2c f32 8", "c2c f32 16", "c2c f32 32"}) known.add(measured_entry(problem, h200()));
    const auto text = known.text();
    BOOST_TEST(std::count(text.begin(), text.end(), '\n') == 3 + 2);
    const auto second = text.find('\n', text.find('\n') + 1);
    wisdom less;
    less.merge_text(text.substr(0, text.find('\n') + 1) + text.substr(second + 1));
    BOOST_TEST(less.entries().size() == 2U);
    BOOST_TEST(wisdom().text() == "{\"format\": \"stockham wisdom\", \"version\": 1, \"entries\": [\n]}\n");
}

// Times that a file cannot hold must not be written.
BOOST_AUTO_TEST_CASE(any_time_can_be_read_back) {
    for (double seconds : {1e-15, 1e-12, 3e-10, 1e-9, 1.5, 86400.0, 1e9}) {
        auto e = measured_entry("c2c f32 8", h200());
        e.seconds = e.estimate_seconds = seconds;
        e.spread = 1e-7;
        wisdom known, again;
        known.add(e);
        BOOST_CHECK_NO_THROW(again.merge_text(known.text()));
        BOOST_REQUIRE(again.entries().size() == 1U);
        BOOST_TEST(std::abs(again.entries().front().seconds - seconds) < 1e-3 * seconds);
        BOOST_TEST(again.text() == known.text());
    }
}

BOOST_AUTO_TEST_CASE(what_could_not_be_read_back_is_not_added) {
    const std::vector<std::function<void(wisdom_entry&)>> faults = {
        [](wisdom_entry& e) { e.seconds = 0; },
        [](wisdom_entry& e) { e.seconds = -1; },
        [](wisdom_entry& e) { e.seconds = std::nan(""); },
        [](wisdom_entry& e) { e.seconds = std::numeric_limits<double>::infinity(); },
        [](wisdom_entry& e) { e.spread = -0.5; },
        [](wisdom_entry& e) { e.spread = std::nan(""); },
        [](wisdom_entry& e) { e.estimate_seconds = -1; },
        [](wisdom_entry& e) { e.estimate_seconds = std::nan(""); },
        [](wisdom_entry& e) { e.problem = "r2r f32 8"; },
        [](wisdom_entry& e) { e.how = rigor::estimate; },
        [](wisdom_entry& e) { e.how = rigor::wisdom_only; },
    };
    for (std::size_t k = 0; k < faults.size(); ++k) BOOST_TEST_CONTEXT("fault " << k) {
            auto e = measured_entry("c2c f32 8", h200());
            faults[k](e);
            wisdom known;
            expect_argument_error(k == 8 ? "problem" : "wisdom", [&] { known.add(e); });
            BOOST_TEST(known.entries().empty());
        }
    auto latin = measured_entry("c2c f32 8", h200());
    latin.device = "Grafik\xfc";  // invalid UTF-8, which JSON does not allow
    wisdom known, again;
    known.add(latin);
    BOOST_CHECK_NO_THROW(again.merge_text(known.text()));
    BOOST_TEST(again.entries().size() == 1U);
}

BOOST_AUTO_TEST_CASE(the_better_of_two_stays_in_any_order) {
    const auto e = measured_entry("c2c f32 4096", h200());
    check_left({stale(with(e, rigor::exhaustive, 1e-6, "stale")), with(e, rigor::measure, 2e-6, "measured"),
                with(e, rigor::patient, 9e-6, "slower"), with(e, rigor::patient, 8e-6, "best")},
               "best");
    check_left({with(e, rigor::measure, 3e-6, "a"), with(e, rigor::measure, 4e-6, "b"),
                with(e, rigor::measure, 2e-6, "fastest"), stale(with(e, rigor::measure, 1e-6, "stale"))},
               "fastest");
    check_left({with(e, rigor::measure, 1e-6, "quick"), with(e, rigor::patient, 2e-6, "patient"),
                with(e, rigor::exhaustive, 3e-6, "exhaustive"), stale(with(e, rigor::exhaustive, 1e-6, "stale"))},
               "exhaustive");
    check_left({stale(with(e, rigor::measure, 2e-6, "a")), stale(with(e, rigor::patient, 3e-6, "patient")),
                stale(with(e, rigor::measure, 1e-6, "c"))},
               "patient");
    auto nonsense = with(e, rigor::exhaustive, 1e-9, "nonsense");
    nonsense.plan = "a plan";
    check_left({nonsense, with(e, rigor::measure, 1, "slow, but a plan")}, "slow, but a plan");
    auto other = with(e, rigor::measure, 1e-6, "b");  // equal in all respects: either one, but always the same
    other.plan = measured_entry("c2c f32 4096", h200(), 1).plan;
    check_left({with(e, rigor::measure, 1e-6, "a"), other, with(e, rigor::measure, 1e-6, "c")}, "a");
}

BOOST_AUTO_TEST_CASE(merging_two_sets) {
    const auto e = measured_entry("c2c f32 4096", h200());
    wisdom a, b;
    a.add(with(e, rigor::measure, 1e-6, "contiguous"));
    b.add(with(e, rigor::patient, 2e-6, "patient"));
    b.add(measured_entry("c2c f32 64", h200()));
    b.add(elsewhere(e, "another", "sm_90", "nvidia"));
    a.merge(b);
    BOOST_TEST(a.entries().size() == 3U);
    BOOST_TEST(a.entries_of("c2c f32 4096").size() == 2U);
    BOOST_TEST(driver_for(a, "c2c f32 4096", h200()) == "patient");
    const auto text = a.text();
    const auto revision = a.revision();
    a.merge(a);
    a.merge_text(text);
    BOOST_TEST(a.text() == text);
    BOOST_TEST(a.revision() == revision);
}

BOOST_AUTO_TEST_CASE(forgetting) {
    const auto fill = [](wisdom& known) {
        for (const char* problem : {"c2c f32 64", "c2c f32 128"}) {
            const auto e = measured_entry(problem, h200());
            known.add(e);
            known.add(elsewhere(e, "second", "sm_90", "nvidia"));
            known.add(elsewhere(e, "third", "sm_80", "nvidia"));
        }
    };
    const auto left = [&](const char* problem, const char* device, std::size_t forgotten) {
        wisdom known;
        fill(known);
        const auto before = known.revision();
        BOOST_TEST(known.forget(problem, device) == forgotten);
        BOOST_TEST((known.revision() != before) == (forgotten > 0));
        std::string all;
        for (const auto& e : known.entries()) all += e.problem.substr(8) + " " + e.device + ", ";
        return all;
    };
    BOOST_TEST(left("", "", 6) == "");
    BOOST_TEST(left("c2c f32 64", "", 3) == "128 h200, 128 second, 128 third, ");
    BOOST_TEST(left("", "third", 2) == "128 h200, 128 second, 64 h200, 64 second, ");
    BOOST_TEST(left("", "sm_90", 4) == "128 third, 64 third, ");
    BOOST_TEST(left("c2c f32 128", "sm_90", 2) == "128 third, 64 h200, 64 second, 64 third, ");
    BOOST_TEST(left("c2c f32 128", "h200", 1) == "128 second, 128 third, 64 h200, 64 second, 64 third, ");
    BOOST_TEST(left("c2c f32 256", "", 0) == "128 h200, 128 second, 128 third, 64 h200, 64 second, 64 third, ");
    BOOST_TEST(left("", "nvidia", 0) == "128 h200, 128 second, 128 third, 64 h200, 64 second, 64 third, ");
}

BOOST_AUTO_TEST_CASE(the_revision_changes_when_an_entry_does) {
    wisdom known;
    auto last = known.revision();
    const auto changed = [&] { return std::exchange(last, known.revision()) != known.revision(); };
    const auto e = with(measured_entry("c2c f32 64", h200()), rigor::measure, 5e-6, "driver");
    known.add(e);
    BOOST_TEST(changed());
    known.add(e);
    BOOST_TEST(!changed());
    known.add(with(e, rigor::measure, 6e-6, "slower"));
    BOOST_TEST(!changed());
    known.add(with(e, rigor::measure, 4e-6, "faster"));
    BOOST_TEST(changed());
    known.add(measured_entry("c2c f32 128", h200()));
    BOOST_TEST(changed());
    known.forget("c2c f32 4");
    BOOST_TEST(!changed());
    known.forget("c2c f32 64");
    BOOST_TEST(changed());
}

BOOST_AUTO_TEST_CASE(names_of_rigor) {
    for (auto how : {rigor::estimate, rigor::measure, rigor::patient, rigor::exhaustive, rigor::wisdom_only})
        BOOST_TEST((stockham::internal::parse_rigor(to_string(how)) == how));
    for (const char* text : {"", "Measure", "measured", "patien", "5"})
        expect_argument_error("rigor", [&] { stockham::internal::parse_rigor(text); });
}

BOOST_AUTO_TEST_SUITE_END()
