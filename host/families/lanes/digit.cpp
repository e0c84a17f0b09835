// The numbers of a pass with one digit, for kernels that serve digits of any length.
#include <algorithm>
#include <iterator>
#include <limits>
#include <tuple>
#include <utility>

#include "base/immortal.hpp"
#include "families/lanes/lanes.hpp"
#include "kernel/butterflies.hpp"
#include "kernel/pass_parameters.hpp"

namespace stockham::internal {

namespace {

using pass_index::digit_shape;

/// Swaps the first two of the numbers along the dimensions of a tile.
template <class Numbers>
void swap_dims(Numbers& along) {
    std::swap(along[0], along[1]);
}

void swap_dims(pass_side& side) {
    if (!side.mapped) return;
    swap_dims(side.mapped->growth.tile);
    swap_dims(side.mapped->real_periods.at);
}

void set_side(const pass_side& side, std::uint64_t (&map)[5], std::uint64_t (&growth)[2],
              std::uint64_t (&loops)[LOOP_RANK]) {
    if (!side.mapped) return;
    const auto& [numbers, along] = std::tie(side.mapped->numbers, side.mapped->growth);
    const std::uint64_t members[] = {numbers.unit, numbers.n, numbers.extent, numbers.held, numbers.rows};
    std::copy(std::begin(members), std::end(members), map);
    std::copy_n(along.tile, 2, growth);
    std::copy_n(along.loop, LOOP_RANK, loops);
}

void set_twiddles(digit_shape& shape, const pass_step& s) {
    for (std::size_t r = 0; r < s.inter_pass_twiddles.size(); ++r) {
        shape.twiddle_growth[r] = s.inter_pass_twiddles[r].tile[1];
        shape.twiddle_split[r] = split_of(s.inter_pass_twiddles[r].order);
    }
}

void set_convolution(digit_shape& shape, const pass_step& s) {
    const auto& c = s.convolution;
    if (c.digit) shape.convolved_points = static_cast<std::uint32_t>(c.digit->points);
    shape.spectrum_after = c.factor ? c.factor->after + 1 : 0;
}

}  // namespace

namespace {

/// The radices that kernels have, fewest first: the more there are, the longer a kernel takes to compile.
const std::vector<std::vector<unsigned>>& radix_sets() {
    static const auto& all = immortal([] {
        std::vector<std::vector<unsigned>> sets = {{2, 4, 8, 16}, mixed_radices(16), mixed_radices(16)};
        for (unsigned prime : {17U, 19U, 23U, 29U, 31U}) sets.back().push_back(prime);
        return sets;
    }());
    return all;
}

}  // namespace

const std::vector<unsigned>* digit_radices(const pass_step& s) {
    for (const auto& set : radix_sets())
        if (std::all_of(s.stages.begin(), s.stages.end(),
                        [&](const stage& g) { return std::binary_search(set.begin(), set.end(), g.radix); }))
            return &set;
    return nullptr;
}

bool suits_any_length(const pass_step& s) {
    const auto& own = s.to<lanes_pass>();
    if (s.tile.size() != 2 || s.guards.size() > 1 || s.stages.size() > DIGIT_STAGES) return false;
    const auto& digit = s.tile[1 - own.dim];
    return digit.transformed && !digit.radices.empty() && s.tile[own.dim].points.n == own.lanes && digit_radices(s) &&
           !s.convolution.copied() && !s.convolution.whole() && s.twiddles == twiddle_source::tables &&
           std::all_of(s.guards.begin(), s.guards.end(), [&](const guard& g) { return g.dim == own.dim; });
}

pass_step digit_first(const pass_step& given) {
    auto s = given;
    auto own = given.to<lanes_pass>();
    if (own.dim == 1) return s;
    std::swap(s.tile[0], s.tile[1]);
    for (auto& g : s.stages) g.dim = g.contiguous = 0;
    for (auto& g : s.guards) g.dim = 1;
    for (auto& r : s.inter_pass_twiddles) {
        r.dim = 0;
        swap_dims(r.tile);
    }
    swap_dims(s.in);
    swap_dims(s.out);
    if (s.convolution.digit) s.convolution.digit->dim = 0;
    if (s.convolution.factor) swap_dims(s.convolution.factor->growth.tile);
    own.dim = 1;
    own.load.dim = own.store.dim = 0;
    s.family = own;
    return s;
}

digit_shape shape_of_digit(const pass_step& s) {
    const auto& own = s.to<lanes_pass>();
    const auto &digit = s.tile[0].points, &lines = s.tile[1].points;
    digit_shape shape{};
    shape.n = static_cast<std::uint32_t>(digit.n);
    shape.in_strides[0] = digit.is;
    shape.in_strides[1] = lines.is;
    shape.out_strides[0] = digit.os;
    shape.out_strides[1] = lines.os;
    if (own.load.access == lanes_access::transposed || s.in.packed)
        shape.in_points = static_cast<std::uint32_t>(points_in_memory(s, s.in, 0));
    if (own.store.access == lanes_access::transposed || s.out.packed)
        shape.out_points = static_cast<std::uint32_t>(points_in_memory(s, s.out, 0));
    shape.lines = s.guards.empty() ? std::numeric_limits<std::uint64_t>::max() : s.guards[0].extent;
    shape.loops = static_cast<std::uint32_t>(s.loops.size());
    shape.line_loop = s.guards.empty() ? 0 : s.guards[0].loop;
    shape.stages = static_cast<std::uint32_t>(s.stages.size());
    set_twiddles(shape, s);
    set_convolution(shape, s);
    return shape;
}

pass_index::digit_radices radices_of_digit(const pass_step& s) {
    pass_index::digit_radices radices{};
    for (std::size_t k = 0; k < s.stages.size(); ++k) radices.at[k] = static_cast<unsigned char>(s.stages[k].radix);
    return radices;
}

pass_index::digit_axes axes_of_digit(const pass_step& s) {
    pass_index::digit_axes axes{};
    set_side(s.in, axes.in_map, axes.in_growth, axes.in_loops);
    set_side(s.out, axes.out_map, axes.out_growth, axes.out_loops);
    if (s.out.mapped) std::copy_n(s.out.mapped->real_periods.at, 2, axes.real_periods);
    return axes;
}

pass_index::digit_spectrum spectrum_of_digit(const pass_step& s) {
    pass_index::digit_spectrum spectrum{};
    std::copy_n(s.convolution.factor->growth.tile, 2, spectrum.growth);
    std::copy_n(s.convolution.factor->growth.loop, LOOP_RANK, spectrum.loops);
    return spectrum;
}

}  // namespace stockham::internal
