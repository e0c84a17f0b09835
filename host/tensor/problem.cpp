// From the public description to the planner's problem.
#include "tensor/problem.hpp"

#include <stockham/error.hpp>

#include "tensor/layout.hpp"

namespace stockham {

std::uint64_t problem::points() const {
    std::uint64_t product = batch.n;
    for (const auto& a : axes) product *= a.n;
    return product;
}

namespace {

/// What can be described but has no plans yet.
void check_planned(const transform& t) {
    const auto refuse = [&](const char* rule) {
        throw unsupported_error(rule, std::string(rule) + ": no plan does this yet in '" + to_string(t) + "'");
    };
    if (t.kind != kind::c2c) refuse("kind");
    if (t.precision == precision::f16) refuse("precision");
    if (t.input.form == storage::planar || t.output.form == storage::planar) refuse("storage");
    if (!t.nonzero.empty()) refuse("nonzero");
    for (auto n : t.lengths)
        if ((n & (n - 1)) != 0) refuse("lengths");
}

}  // namespace

problem make_problem(const transform& t) {
    check(t);
    check_planned(t);
    const auto in = complete(t, side::input), out = complete(t, side::output);
    problem p;
    for (std::size_t k = 0; k < t.lengths.size(); ++k) p.axes.push_back({t.lengths[k], in.strides[k], out.strides[k]});
    p.batch = {t.batch, in.distance, out.distance};
    p.in_offset = in.offset;
    p.out_offset = out.offset;
    p.precision = t.precision;
    p.inverse = t.direction == direction::inverse;
    p.in_place = t.placement == placement::in_place;
    p.scale = t.scale;
    p.algorithm = t.algorithm;
    return p;
}

}  // namespace stockham
