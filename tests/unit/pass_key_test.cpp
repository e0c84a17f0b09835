// Keys of pass problems: problems that differ in any field have different keys.
#include <boost/test/unit_test.hpp>

#include <set>

#include "decompose/pass_key.hpp"

BOOST_AUTO_TEST_SUITE(pass_key_test)

using namespace stockham::internal;

namespace {

/// A pass with a transform by a convolution, a line, a factor and a mapped side.
pass_problem sample() {
    pass_problem p;
    p.in.mapped.emplace();
    p.in.mapped->chirped.emplace();
    p.transforms.resize(1);
    p.transforms[0].convolution = convolution_of(83, stockham::precision::f32);
    p.lines.resize(1);
    p.factor.emplace();
    p.factor->filter.emplace();
    return p;
}

using change = void (*)(pass_problem&);

constexpr change changes[] = {
    [](pass_problem&) {},
    [](pass_problem& p) { p.precision = stockham::precision::f64; },
    [](pass_problem& p) { p.scale = 0.5; },
    [](pass_problem& p) { p.scale = 0.25; },
    [](pass_problem& p) { p.in_elements = 3; },
    [](pass_problem& p) { p.out_elements = 3; },
    [](pass_problem& p) { p.plan_bytes = 3; },
    [](pass_problem& p) { p.bit_reversed = true; },
    [](pass_problem& p) { p.in.where = buffer::workspace; },
    [](pass_problem& p) { p.out.where = buffer::workspace; },
    [](pass_problem& p) { p.in.offset = 3; },
    [](pass_problem& p) { p.in.form.numbers = numbers::real; },
    [](pass_problem& p) { p.in.form.half = true; },
    [](pass_problem& p) { p.in.form.callback = "a"; },
    [](pass_problem& p) { p.in.form.callback = "b"; },
    [](pass_problem& p) { p.in.swapped = true; },
    [](pass_problem& p) { p.in.inverse = true; },
    [](pass_problem& p) { p.in.packed = true; },
    [](pass_problem& p) { p.in.shared = true; },
    [](pass_problem& p) { p.in.mapped.reset(); },
    [](pass_problem& p) { p.in.mapped->hermitian = true; },
    [](pass_problem& p) { p.in.mapped->real_ends = true; },
    [](pass_problem& p) { p.in.mapped->real_periods.at[1] = 3; },
    [](pass_problem& p) { p.in.mapped->numbers.n = 3; },
    [](pass_problem& p) { p.in.mapped->numbers.extent = 3; },
    [](pass_problem& p) { p.in.mapped->numbers.unit = 3; },
    [](pass_problem& p) { p.in.mapped->numbers.rows = 3; },
    [](pass_problem& p) { p.in.mapped->growth.tile[1] = 3; },
    [](pass_problem& p) { p.in.mapped->growth.loop[1] = 3; },
    [](pass_problem& p) { p.in.mapped->chirped->linear = 3; },
    [](pass_problem& p) { p.in.mapped->chirped->weight = 3; },
    [](pass_problem& p) { p.transforms.clear(); },
    [](pass_problem& p) { p.transforms[0].real_period = 3; },
    [](pass_problem& p) { p.transforms[0].points.n = 3; },
    [](pass_problem& p) { p.transforms[0].points.is = 3; },
    [](pass_problem& p) { p.transforms[0].points.os = 3; },
    [](pass_problem& p) { p.transforms[0].order = 3; },
    [](pass_problem& p) { p.transforms[0].in_order = 3; },
    [](pass_problem& p) { p.transforms[0].grows.in_index = 3; },
    [](pass_problem& p) { p.transforms[0].grows.out_index = 3; },
    [](pass_problem& p) { p.transforms[0].grows.spectrum = 3; },
    [](pass_problem& p) { p.transforms[0].convolution.reset(); },
    [](pass_problem& p) { p.transforms[0].convolution->weights.reset(); },
    [](pass_problem& p) { p.transforms[0].convolution->filter.order = 3; },
    [](pass_problem& p) { p.lines.emplace_back(); },
    [](pass_problem& p) { p.lines[0].lines.n = 3; },
    [](pass_problem& p) { p.lines[0].phase[0] = 3; },
    [](pass_problem& p) { p.lines[0].in_phase[0] = 3; },
    [](pass_problem& p) { p.factor->conjugated = true; },
    [](pass_problem& p) { p.factor->filter.reset(); },
    [](pass_problem& p) { p.factor->filter->radices = {3}; },
};

}  // namespace

BOOST_AUTO_TEST_CASE(every_field_counts) {
    std::set<pass_key> keys;
    for (const auto& change_it : changes) {
        auto p = sample();
        change_it(p);
        BOOST_TEST(keys.insert(key_of(p)).second, "change " << &change_it - changes);
    }
}

BOOST_AUTO_TEST_CASE(equal_problems_have_equal_keys) {
    BOOST_TEST((key_of(sample()) == key_of(sample())));
}

BOOST_AUTO_TEST_SUITE_END()
