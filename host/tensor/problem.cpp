// From the public description to the planner's problem.
#include "tensor/problem.hpp"

#include "tensor/layout.hpp"

namespace stockham {

std::uint64_t problem::points() const {
    std::uint64_t product = batch.n;
    for (const auto& a : axes) product *= a.n;
    return product;
}

problem make_problem(const transform& t) {
    check(t);
    const auto in = complete(t, t.input), out = complete(t, t.output);
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
