// A search with some wrong kernels: they never win, and a wrong estimate is an error.
#include <boost/test/unit_test.hpp>

#include <set>

#include "search/search_space.hpp"
#include "search/tuner.hpp"
#include "support/environment.hpp"
#include "support/on_device.hpp"

BOOST_AUTO_TEST_SUITE(wrong_candidates_test)

using stockham::rigor;
using stockham::tuning_progress;
using stockham::wisdom;

namespace {

constexpr const char* problem = "c2c f32 16 b32";

/// The radices of a pass.
std::set<unsigned> radices_of(const stockham::internal::pass_step& s) {
    std::set<unsigned> all;
    for (const auto& stage : s.stages) all.insert(stage.radix);
    return all;
}

/// The radices of the estimate's plan, and those that only other candidates use.
struct radices {
    std::set<unsigned> of_estimate, of_others;
};
radices radices_of(const std::string& text) {
    const auto d = stockham::describe(test_device::get().device);
    const auto space = space_of(stockham::internal::make_problem(stockham::parse_transform(text)), d,
                                stockham::internal::effort_of(rigor::measure, d));
    radices found;
    for (const auto& step : space.whole.front().plan.steps)
        for (auto r : radices_of(std::get<stockham::internal::pass_step>(step))) found.of_estimate.insert(r);
    for (const auto& pass : space.passes)
        for (const auto& shaped : pass.shapes)
            for (auto r : radices_of(shaped.step))
                if (!found.of_estimate.count(r)) found.of_others.insert(r);
    return found;
}

/// Kernels whose butterflies of one radix have an error of 10 % in one output.
class spoiled_kernels {
  public:
    explicit spoiled_kernels(unsigned radix) : variable_("STOCKHAM_KERNEL_DIR", folder_.path()) {
        const auto number = std::to_string(radix);
        const std::string butterfly = "PASTE(butterfly, RADIX)(held);";
        folder_.replace("cl/common/multiply_loop.cl", butterfly,
                        butterfly + " if (RADIX == " + number + ") held[0].x *= (REAL)1.1;");
    }

  private:
    kernel_folder folder_;
    scoped_variable variable_;
};

}  // namespace

BOOST_AUTO_TEST_CASE(wrong_candidates_are_rejected) {
    const auto used = radices_of(problem);
    BOOST_REQUIRE(!used.of_others.empty());
    const auto bad = *used.of_others.rbegin();
    const spoiled_kernels spoiled(bad);
    const auto& d = test_device::get();
    stockham::internal::context_state state(d.context, stockham::internal::purpose::trial);
    const auto limits = stockham::describe(d.device);
    const auto p = stockham::internal::make_problem(stockham::parse_transform(problem));
    std::size_t refused = 0;
    stockham::internal::tuning_limits asked;
    asked.progress = [&](const tuning_progress& progress) {
        refused += progress.seconds == 0;
        return true;
    };
    const auto found = tune(state, d.device, p, limits, asked);
    BOOST_TEST(found.rejected > 0U);
    BOOST_TEST(found.rejected == refused);
    BOOST_TEST(found.tried > 0U);
    for (const auto& step : build_plan(p, limits, found.how).plan.steps)
        BOOST_TEST(radices_of(std::get<stockham::internal::pass_step>(step)).count(bad) == 0U, to_string(found.how));
}

// If the estimate's own plan is wrong, no result can be trusted, and the user must get an error.
BOOST_AUTO_TEST_CASE(a_wrong_estimate_is_an_error) {
    const spoiled_kernels spoiled(*radices_of(problem).of_estimate.begin());
    wisdom known;
    stockham::plan_options options;
    options.wisdom = &known;
    options.rigor = rigor::measure;
    const auto& d = test_device::get();
    BOOST_CHECK_EXCEPTION(stockham::plan(d.context, d.device, stockham::parse_transform(problem), options),
                          stockham::error, [](const auto& e) {
                              BOOST_TEST(std::string(e.what()).find("wrong results") != std::string::npos, e.what());
                              return true;
                          });
    BOOST_TEST(known.entries().empty());
}

BOOST_AUTO_TEST_SUITE_END()
