// From the public description to the planner's problem.
#include "tensor/problem.hpp"

#include <algorithm>

#include "tensor/layout.hpp"
#include "tensor/roles.hpp"

namespace stockham {

std::uint64_t problem::points() const {
    std::uint64_t product = batch.n;
    for (const auto& a : axes) product *= a.n;
    return product;
}

bool problem::is_special() const {
    return convolution || !in_form.callback.empty() || !out_form.callback.empty();
}

bool problem::is_plain() const {
    if (in_form != memory_form{} || out_form != memory_form{} || convolution) return false;
    for (std::size_t a = 0; a < axes.size(); ++a)
        if (!roles[a].is_plain(axes[a].n)) return false;
    return true;
}

namespace {

memory_form form_of(const transform& t, side s) {
    const auto& l = given_layout(t, s);
    memory_form form;
    form.numbers = is_real(t, s) ? numbers::real : l.form == storage::planar ? numbers::planar : numbers::interleaved;
    form.half = t.precision == precision::f16;
    return form;
}

}  // namespace

problem make_problem(const transform& t) {
    check(t);
    const auto in = complete(t, side::input), out = complete(t, side::output);
    problem p;
    for (std::size_t a = 0; a < t.lengths.size(); ++a) {
        const auto [length, role] = role_of(t, a);
        p.axes.push_back({length, in.strides[a], out.strides[a]});
        p.roles.push_back(role);
    }
    p.batch = {t.batch, in.distance, out.distance};
    p.in_offset = in.offset;
    p.out_offset = out.offset;
    p.in_form = form_of(t, side::input);
    p.out_form = form_of(t, side::output);
    p.precision = t.precision == precision::f64 ? precision::f64 : precision::f32;
    p.inverse = t.direction == direction::inverse;
    p.in_place = t.placement == placement::in_place;
    p.real_between = t.kind >= kind::dct1;
    p.scale = t.scale;
    p.algorithm = t.algorithm;
    return p;
}

}  // namespace stockham
