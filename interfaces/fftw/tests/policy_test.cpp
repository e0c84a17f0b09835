// Who computes: facts and the decision about them, without a device.
#include <boost/test/unit_test.hpp>

#include <fstream>
#include <functional>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "../source/policy.hpp"

using namespace fftw_device;

BOOST_AUTO_TEST_SUITE(policy_test)

namespace {

/// By the models, FFTW needs a second and the device a tenth.
facts large() {
    facts f;
    f.expected_fftw = 1;
    f.least_device = 0.1;
    f.free_bytes = 1000;
    return f;
}

struct row {
    const char* name;
    std::function<void(facts&)> change;
    choice planning;
    rule why_planning;
    choice executing;
    rule why_executing;
};

void known(facts& f, double fftw, double device, bool judged = true) {
    f.looked_up = true;
    f.measured = {device, fftw};
    f.judged = judged;
}
void open(facts& f, double predicted, bool cpu = false) {
    f.looked_up = f.opened = true;
    f.predicted_device = predicted;
    f.is_cpu = cpu;
}
void be_ready(facts& f) {
    open(f, 0.2);
    f.ready = true;
}

const std::vector<row>& rows() {
    using c = choice;
    using r = rule;
    static const std::vector<row> all = {
        {"nothing is known", [](facts&) {}, c::wait, r::undecided, c::wait, r::not_spent},
        // The process.
        {"FFTW is chosen", [](facts& f) { f.chosen = mode::fftw; }, c::fftw, r::chosen_fftw, c::fftw, r::chosen_fftw},
        {"raised rights", [](facts& f) { f.raised_rights = true, f.chosen = mode::device; }, c::fftw, r::raised_rights,
         c::fftw, r::raised_rights},
        {"forked", [](facts& f) { f.forked = true, f.chosen = mode::device; }, c::fftw, r::forked, c::fftw, r::forked},
        {"lost", [](facts& f) { f.lost = true, be_ready(f), known(f, 2, 1); }, c::fftw, r::lost, c::fftw, r::lost},
        {"refused", [](facts& f) { f.refused = true, f.has_fftw = false; }, c::fftw, r::refused, c::fftw, r::refused},
        {"the device is chosen", [](facts& f) { f.chosen = mode::device, f.least_device = 9; }, c::prepare,
         r::chosen_device, c::device, r::chosen_device},
        {"no FFTW", [](facts& f) { f.has_fftw = false, f.no_device = true; }, c::prepare, r::no_fftw, c::device,
         r::no_fftw},
        {"opened, chosen", [](facts& f) { open(f, 9, true), f.chosen = mode::device; }, c::device, r::chosen_device,
         c::device, r::chosen_device},
        // The machine.
        {"no device", [](facts& f) { f.no_device = true; }, c::fftw, r::no_device, c::fftw, r::no_device},
        {"a CPU may do", [](facts& f) { f.no_device = f.may_use_cpu = true; }, c::wait, r::undecided, c::wait,
         r::not_spent},
        {"the device is a CPU", [](facts& f) { open(f, 0.2, true); }, c::fftw, r::cpu, c::fftw, r::cpu},
        {"a CPU that may be used", [](facts& f) { open(f, 9, true), f.may_use_cpu = true; }, c::device,
         r::expected_faster, c::wait, r::not_spent},
        // The models.
        {"small", [](facts& f) { f.least_device = 1.1; }, c::fftw, r::expected_slower, c::fftw, r::expected_slower},
        {"equal", [](facts& f) { f.least_device = 1; }, c::wait, r::undecided, c::wait, r::not_spent},
        {"a slow device", [](facts& f) { open(f, 1.1); }, c::fftw, r::predicted_slower, c::fftw, r::predicted_slower},
        {"a fast device", [](facts& f) { open(f, 0.9); }, c::device, r::expected_faster, c::wait, r::not_spent},
        // Measurements.
        {"measured slower", [](facts& f) { known(f, 1, 1); }, c::fftw, r::measured_slower, c::fftw, r::measured_slower},
        {"its first execution", [](facts& f) { be_ready(f), known(f, 1, 2, false); }, c::fftw, r::measured_slower,
         c::device, r::judging},
        {"measured faster, although small", [](facts& f) { f.least_device = 9, known(f, 1, 0.9); }, c::wait,
         r::undecided, c::wait, r::not_spent},
        {"a large saving", [](facts& f) { known(f, 1, 0.4); }, c::wait, r::undecided, c::device, r::saves},
        {"ready, FFTW not measured", [](facts& f) { be_ready(f), known(f, 0, 0.1); }, c::device, r::expected_faster,
         c::wait, r::fftw_first},
        {"ready and faster", [](facts& f) { be_ready(f), known(f, 1, 0.1); }, c::device, r::expected_faster, c::device,
         r::faster},
        {"ready and slower", [](facts& f) { be_ready(f), known(f, 0.1, 1); }, c::fftw, r::measured_slower, c::fftw,
         r::measured_slower},
        // Time.
        {"half a second of FFTW", [](facts& f) { f.spent = 0.5; }, c::wait, r::undecided, c::wait, r::not_spent},
        {"more of it", [](facts& f) { f.spent = 0.51; }, c::wait, r::undecided, c::prepare, r::spent},
        {"long tables", [](facts& f) { f.spent = 1.4, f.tables = 1; }, c::wait, r::undecided, c::wait, r::not_spent},
        {"more than these", [](facts& f) { f.spent = 1.6, f.tables = 1; }, c::wait, r::undecided, c::prepare, r::spent},
        // FFTW_MEASURE.
        {"measuring", [](facts& f) { f.measuring = true, f.measuring_bytes = 500; }, c::device, r::measuring, c::wait,
         r::not_spent},
        {"no room", [](facts& f) { f.measuring = true, f.measuring_bytes = 501; }, c::prepare, r::no_room, c::wait,
         r::not_spent},
        {"already measured", [](facts& f) { f.measuring = true, known(f, 1, 0.9); }, c::wait, r::undecided, c::wait,
         r::not_spent},
        {"measuring what is small", [](facts& f) { f.measuring = true, f.least_device = 2; }, c::fftw,
         r::expected_slower, c::fftw, r::expected_slower},
    };
    return all;
}

}  // namespace

BOOST_AUTO_TEST_CASE(decisions) {
    std::set<rule> seen;
    for (const auto& each : rows()) BOOST_TEST_CONTEXT(each.name) {
            auto f = large();
            each.change(f);
            const auto planning = decide(f);
            f.executing = true;
            const auto executing = decide(f);
            BOOST_TEST((planning.what == each.planning));
            BOOST_TEST((planning.why == each.why_planning), explain(planning.why, f));
            BOOST_TEST((executing.what == each.executing));
            BOOST_TEST((executing.why == each.why_executing), explain(executing.why, f));
            seen.insert({planning.why, executing.why});
        }
    for (int k = 0; k <= static_cast<int>(rule::measuring); ++k)
        BOOST_TEST(seen.count(static_cast<rule>(k)) == 1U, "no row for rule " << k);
}

// Asking takes as long as a small problem.
BOOST_AUTO_TEST_CASE(looking_up) {
    auto f = large();
    f.expected_fftw = 0.01;
    BOOST_TEST(!worth_looking_up(f, false));
    BOOST_TEST(worth_looking_up(f, true));
    f.spent = 1;
    BOOST_TEST(!worth_looking_up(f, false));
    f.executing = true;
    BOOST_TEST(worth_looking_up(f, false));
    f.looked_up = true;
    BOOST_TEST(!worth_looking_up(f, true));
    for (const auto change : std::vector<void (*)(facts&)>{
             [](facts& c) { c.expected_fftw = 0.011; }, [](facts& c) { c.measuring = true; },
             [](facts& c) { c.chosen = mode::device; }, [](facts& c) { c.has_fftw = false; }}) {
        facts changed;
        change(changed);
        BOOST_TEST(worth_looking_up(changed, false));
    }
}

// docs/moving_from_fftw.md has each reason as the log prints it, with dots for the numbers.
BOOST_AUTO_TEST_CASE(the_manual_has_the_table) {
    std::ifstream file(STOCKHAM_SOURCE_DIR "/docs/moving_from_fftw.md");
    const std::string page((std::istreambuf_iterator<char>(file)), {});
    BOOST_REQUIRE(!page.empty());
    facts f;
    f.refusal = "axes with different kinds";
    for (int k = 0; k <= static_cast<int>(rule::measuring); ++k) {
        const auto text = std::regex_replace(explain(static_cast<rule>(k), f), std::regex("\\b0\\b"), "..");
        BOOST_TEST(page.find(text) != page.npos, "the page lacks: " << text);
    }
}

BOOST_AUTO_TEST_SUITE_END()
