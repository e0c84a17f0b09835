// Formulas on the device: those of Gu, Li, Siegel 2010, and every codelet, in kernels for this device and for GPUs.
#include <boost/test/unit_test.hpp>

#include "support/formulas.hpp"
#include "support/on_device.hpp"

BOOST_AUTO_TEST_SUITE(formula_run_test)

namespace {

/// Runs a formula in kernels for a described device, or for this device if it is null.
void run_formula(const std::string& problem, const std::string& text, const stockham::device_description* planned_for) {
    const auto& device = test_device::get();
    auto t = stockham::parse_transform(problem);
    if (!can_run(t)) return;
    stockham::plan_options options;
    options.expert.plan_string = text;
    options.expert.plan_for = planned_for;
    BOOST_TEST_CONTEXT(problem << " by " << text << (planned_for ? " for " + planned_for->name : "")) {
        const stockham::plan plan(device.context, device.device, t, options);
        std::mt19937 generator(13);
        check_trial(plan, make_trial(t, generator));
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(small)
BOOST_AUTO_TEST_CASE(the_papers_formulas) {
    const auto card = stockham::named_description("gfx90a");
    for (const auto& f : papers_formulas)
        for (const auto* planned_for : {static_cast<const stockham::device_description*>(nullptr), &card})
            run_formula(std::string("c2c f32 ") + f.lengths, f.text, planned_for);
}

// The paper's own options: separate parts in local memory, and twiddle factors by sines. Their error is printed, not
// checked against the gate. A wrong factor would make it as large as the data.
BOOST_AUTO_TEST_CASE(the_papers_options) {
    const auto& device = test_device::get();
    const auto card = stockham::named_description("gfx90a");
    const std::string seven = "{d(16,1024,128,I,O), t_8^16(8,2048,2048,O,S), d(16,8,8,S,S), t_8^16(8,1,16,S,O)}";
    const std::string four = "{t_8^16(8,16,16,I,I), d(16,1,8,I,O)}";
    run_formula("c2c f32 128x128", seven + " : exchange=planar ; exchange=planar", &card);
    run_formula("c2c f64 128x128 in", seven + " : ; exchange=planar layout=swizzle", &card);
    for (const char* words : {"", "twiddles=precise", "twiddles=native"}) {
        auto t = stockham::parse_transform("c2c f32 128x128 inv");
        for (const auto* formula : {&seven, &four}) {
            if (formula == &four) t = stockham::parse_transform("c2c f32 128 b30");
            stockham::plan_options options;
            options.expert.plan_for = &card;
            options.expert.plan_string = *formula + " : " + words + " ; " + words;
            std::mt19937 generator(3);
            const auto error =
                judge(stockham::plan(device.context, device.device, t, options), make_trial(t, generator)).error;
            BOOST_TEST_MESSAGE(to_string(t) << " by " << options.expert.plan_string << ": "
                                            << error / reference::gate(t) << " of the gate");
            BOOST_TEST(error <= (*words ? 1e-4 : reference::gate(t)));
        }
    }
}

// Twiddle factors on load, in stages with and without separate tables per input, and along other lines.
BOOST_AUTO_TEST_CASE(factors_in_time) {
    const auto card = stockham::named_description("gfx90a");
    for (const char* how :
         {"16*32 : 0.0 ; 0.1<", "8*8*8~ : 0.0 ; 0.1< ; 0.2", "8*64 : 0.0 ; 0.1< points=8 radix=8 width=1"})
        run_formula("c2c f32 512 b3 in inv", how, &card);
    run_formula("c2c f32 315 b2", "9*5*7 : 0.0 ; 0.1< ; 0.2<", &card);
    run_formula("c2c f32 262144", "512*512 : 0.0 width=4 ; 0.1< width=4 chain=64.8", &card);
}
BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(every_codelet) {
    const auto card = stockham::named_description("gfx90a");
    for (unsigned n = 2; n <= 64; n *= 2) {
        const auto points = std::to_string(n), twice = std::to_string(2 * n);
        run_formula("c2c f32 " + points + " b40", "{d(" + points + ",1,1,I,O)}", &card);
        run_formula("c2c f32 " + twice + " b20",
                    "{d(2," + points + ",1,I,S), t_" + points + "^2(" + points + ",2,2,S,O)}", &card);
        run_formula("c2c f64 " + twice + " b20 in inv",
                    "{t_" + points + "^2(" + points + ",2,2,I,S), d(2,1," + points + ",S,O)}", &card);
    }
}

BOOST_AUTO_TEST_SUITE_END()
