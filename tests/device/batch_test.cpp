// Bit-exact properties of batches: repeated calls give the same result, and each transform is independent of its
// neighbours.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "problem/problem.hpp"
#include "support/on_device.hpp"
#include "support/shapes.hpp"
#include "systems/planning.hpp"

BOOST_AUTO_TEST_SUITE(batch_test)

using reference::number;
using stockham::transform;

namespace {

using numbers = std::vector<number>;

std::size_t points_of(const transform& t) {
    std::size_t points = 1;
    for (auto n : t.lengths) points *= n;
    return points;
}

/// Calls check(t, plan, input, initial output) for each batch and each device's plan.
template <class Check>
void each_batch(const Check& check) {
    const auto& d = test_device::get();
    std::size_t turn = 0;
    each_shape(batches, [&](const transform& t) {
        if (!can_run(t)) return;
        for (const auto& description : in_turn(everyone(), turn++))
            BOOST_TEST_CONTEXT(to_string(t) << " for " << description.name) {
                std::mt19937 generator(41);
                const auto input = reference::uniform(input_extent(t), t.precision, generator);
                const auto poison = reference::uniform(output_extent(t), t.precision, generator);
                stockham::plan_options options;
                options.expert.plan_for = &description;
                check(stockham::plan(d.context, d.device, t, options), input, poison, options);
            }
    });
}

/// The places of transform b in the output.
std::vector<std::size_t> places_of(const transform& t, std::size_t b, bool input) {
    const auto all = reference::places(t, input);
    const auto points = static_cast<std::ptrdiff_t>(points_of(t)), first = points * static_cast<std::ptrdiff_t>(b);
    return {all.begin() + first, all.begin() + first + points};
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_same_call_twice) {
    each_batch([](const stockham::plan& plan, const numbers& input, const numbers& poison, const auto&) {
        BOOST_TEST((run(plan, input, poison).output == run(plan, input, poison).output));
    });
}

namespace {

/// What determines the roundings of a plan: its digits, their chains, and whether an inter-pass twiddle is one
/// product or (along lanes) two.
std::string roundings_of(const transform& t, const stockham::device_description& device) {
    std::ostringstream text;
    for (const auto& step : make_plan(stockham::internal::make_problem(t), device).steps) {
        const auto* pass = std::get_if<stockham::internal::pass_step>(&step);
        if (!pass) continue;
        const auto lane_dim = pass->family->lane_dim();
        std::vector<std::string> dims;  // in any order
        for (std::size_t d = 0; d < pass->tile.size(); ++d) {
            std::ostringstream dim;
            for (auto radix : pass->tile[d].radices) dim << radix << '.';
            for (const auto& r : pass->inter_pass_twiddles)
                if (r.dim == d) dim << '^' << r.order << (lane_dim && r.tile[*lane_dim] ? "*" : "");
            if (!dim.str().empty()) dims.push_back(dim.str());
        }
        std::sort(dims.begin(), dims.end());
        for (const auto& dim : dims) text << dim << ' ';
        text << '|';
    }
    return text.str();
}

}  // namespace

// This holds if one transform has the same plan as the batch. If the lanes run along an innermost batch, twiddle
// factors are rounded differently, and only the gate applies.
BOOST_AUTO_TEST_CASE(a_batch_is_a_loop) {
    std::size_t same = 0, all = 0;
    each_batch([&](const stockham::plan& plan, const numbers& input, const numbers& poison, const auto& options) {
        const auto& d = test_device::get();
        const auto& t = plan.problem();
        const bool in_place = t.placement == stockham::placement::in_place;
        const auto together = run(plan, input, poison).output;
        auto one_by_one = in_place ? input : poison;
        auto one = t;
        one.batch = 1;
        for (std::size_t b = 0; b < t.batch; ++b) {
            one.input.offset = places_of(t, b, true).front();
            one.output.offset = places_of(t, b, false).front();
            const stockham::plan single(d.context, d.device, one, options);
            one_by_one = run(single, in_place ? one_by_one : input, one_by_one).output;
        }
        ++all;
        if (roundings_of(t, *options.expert.plan_for) == roundings_of(one, *options.expert.plan_for)) {
            ++same;
            std::size_t different = 0;
            for (std::size_t k = 0; k < together.size(); ++k) different += together[k] != one_by_one[k];
            BOOST_TEST(different == 0U, plan.to_string());
        } else {
            BOOST_TEST(reference::relative_error(one_by_one, together, reference::places(t, false)) <=
                       1.5 * reference::gate(t));
        }
    });
    BOOST_TEST_MESSAGE(same << " of " << all << " batches were planned like their transforms");
    BOOST_TEST(same >= all / 2);  // small batches have plans for more work-items
}

// Equal data at any place of a batch gives equal bits.
BOOST_AUTO_TEST_CASE(every_place_of_a_batch_computes_alike) {
    each_batch([](const stockham::plan& plan, numbers input, const numbers& poison, const auto&) {
        const auto& t = plan.problem();
        const auto first = places_of(t, 0, true);
        for (std::size_t b = 1; b < t.batch; ++b) {
            const auto places = places_of(t, b, true);
            for (std::size_t k = 0; k < places.size(); ++k) input[places[k]] = input[first[k]];
        }
        const auto output = run(plan, input, poison).output;
        const auto wanted = places_of(t, 0, false);
        std::size_t different = 0;
        for (std::size_t b = 1; b < t.batch; ++b) {
            const auto places = places_of(t, b, false);
            for (std::size_t k = 0; k < places.size(); ++k) different += output[places[k]] != output[wanted[k]];
        }
        BOOST_TEST(different == 0U);
    });
}

BOOST_AUTO_TEST_CASE(what_is_not_finite_stays_in_its_transform) {
    each_batch([](const stockham::plan& plan, const numbers& input, const numbers& poison, const auto&) {
        const auto& t = plan.problem();
        const auto clean = run(plan, input, poison).output;
        for (long double bad :
             {std::numeric_limits<long double>::quiet_NaN(), std::numeric_limits<long double>::infinity()}) {
            auto spoilt = input;
            const auto b = t.batch / 2;
            spoilt[places_of(t, b, true)[points_of(t) / 3]] = {bad, 0};
            auto got = run(plan, spoilt, poison).output;
            std::size_t finite = 0, different = 0;
            for (auto k : places_of(t, b, false)) {
                finite += std::isfinite(got[k].real()) && std::isfinite(got[k].imag());
                got[k] = clean[k];
            }
            for (std::size_t k = 0; k < got.size(); ++k) different += got[k] != clean[k];
            BOOST_TEST(finite == 0U);
            BOOST_TEST(different == 0U);
        }
    });
}

BOOST_AUTO_TEST_SUITE_END()
