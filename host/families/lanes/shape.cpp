// Shapes of lane passes.
#include <algorithm>
#include <iterator>
#include <optional>

#include "base/immortal.hpp"
#include "families/common/draft.hpp"
#include "families/lanes/lanes.hpp"

namespace stockham::internal {

namespace {

/// True if vectors can hold the numbers of a side; others are read and written one by one, by cl/access/.
bool fits_vectors(const pass_side& side) {
    return !side.form.half && side.form.callback.empty() && side.form.numbers != numbers::planar;
}

/// The only dimension of the tile along which the index of a mapped axis grows, by one per element of memory.
std::optional<std::size_t> whole_axis(const pass_step& s, const mapping& m) {
    std::optional<std::size_t> dim;
    for (std::size_t d = 0; d < s.tile.size(); ++d)
        if (m.growth.tile[d]) {
            if (dim || m.growth.tile[d] != 1) return {};
            dim = d;
        }
    const auto& loops = m.growth.loop;
    const bool loops_stay = std::all_of(std::begin(loops), std::end(loops), [](auto step) { return step == 0; });
    return m.numbers.unit == 1 && loops_stay ? dim : std::nullopt;
}

/// How lanes access global memory on one side.
lanes_side side_of(const pass_step& s, const lanes_pass& own, const pass_side& side,
                   std::uint64_t (*stride)(const iodim&)) {
    if (!fits_vectors(side)) return {};
    const bool mapped = side.mapped.has_value();
    if (mapped && (s.convolution.digit || side.mapped->growth.tile[own.dim])) return {};
    if (stride(s.tile[own.dim].points) == 1) return {lanes_access::side_by_side, 0};
    for (std::size_t d = 0; d < s.tile.size(); ++d)
        if (d != own.dim && stride(s.tile[d].points) == 1 && points_in_memory(s, side, d) >= own.lanes &&
            (!mapped || whole_axis(s, *side.mapped) == d))
            return {lanes_access::transposed, static_cast<unsigned>(d)};
    return {};
}

/// Guards the lanes even if all tiles are full, so that other batches have the same kernel. Transposed blocks lose no
/// time by it.
void guard_lanes(pass_step& s, const lanes_pass& own, const iodim& lines) {
    const auto is = lines.is * own.lanes, os = lines.os * own.lanes;
    const auto found = std::find_if(s.loops.begin(), s.loops.end(), [&](const iodim& loop) {
        return loop.n * own.lanes == lines.n && loop.is == is && loop.os == os;
    });
    if (found != s.loops.end()) s.guards.push_back({own.dim, static_cast<unsigned>(found - s.loops.begin()), lines.n});
}

/// True if passes like this one have few lengths, so that each may have a kernel of its own, which is faster: all axes
/// have 2^k points, or whole lines are so short that their kernels compile quickly.
bool has_few_lengths(const pass_problem& p, const pass_step& s) {
    constexpr std::uint64_t short_line = 64;
    const bool whole_lines = s.in.where == buffer::input && s.inter_pass_twiddles.empty();
    return p.powers_of_two || (whole_lines && s.local_elements() <= short_line);
}

/// Why lanes do not pack the pass's real lines, or fail to gain by it.
objection unfit_packing(const pass_step& s) {
    if (!s.packs()) return {};
    if (s.tile.size() > 2 || s.convolution.digit || s.convolution.factor)
        return refusal{"", "packs real lines beside other dimensions or a convolution, which lanes cannot do"};
    // One butterfly takes such a line whole: compilers drop its operations on zeros and for outputs that are not
    // stored.
    constexpr std::uint64_t widest = 16;
    if (s.out.packed && 2 * s.real_line_points() <= widest)
        return refusal{"", "packs real lines that are one butterfly"};
    return {};
}

}  // namespace

shape_result shape_of_lanes(const pass_problem& given, const device_description& device, const pass_choice& chosen,
                            fidelity) {
    const auto& choice = chosen.to<lanes_choice>();
    for (const auto& t : given.transforms) {
        if (t.in_order > 1) return refusal{"", "applies twiddle factors on load, but lanes only apply them on store"};
        if (t.precedes || t.keeps_point_zero())
            return refusal{"", "has a prime as a radix of its tile, which lanes do not"};
    }
    if (const auto why = unfit_chain(choice, given)) return *why;
    pass_problem p = given;
    if (p.lines.empty()) p.lines.emplace_back();  // one lane of each vector is used
    const std::size_t k = choice.line;
    if (k >= p.lines.size()) return refusal{"lane_line", "names a line that the pass does not have"};
    if (!device.vector_bytes) return refusal{"lane_line", "is for devices with vectors"};
    const auto lanes = device.vector_bytes / (element_size(p.precision) / 2);
    draft d{p, device, std::vector<std::uint64_t>(p.lines.size(), 1)};
    d.blocks[k] = lanes;
    shaped_pass result;
    auto& s = result.step;
    if (const auto why = lay_out(d, s)) return *why;
    lanes_pass own;
    own.lanes = static_cast<unsigned>(lanes);
    const auto& lane_lines = p.lines[k].lines;
    for (std::size_t e = 0; e < s.tile.size(); ++e)
        if (s.tile[e].points == iodim{lanes, lane_lines.is, lane_lines.os}) own.dim = static_cast<unsigned>(e);
    s.stages = chain_stages(s, choice, 0, 0);
    if (const auto why = unfit_packing(s)) return *why;
    if (s.stages.front().radix == 1) s.stages.front().dim = own.dim;
    for (auto& g : s.stages) g.contiguous = g.dim;
    own.load = side_of(s, own, s.in, in_stride);
    own.store = side_of(s, own, s.out, out_stride);
    const auto on_either_side = [&](lanes_access access) {
        return unsigned{own.load.access == access} + unsigned{own.store.access == access};
    };
    if (s.guards.empty() && on_either_side(lanes_access::transposed) == 2) guard_lanes(s, own, lane_lines);
    const auto crossings = s.stages.size() - 1 + on_either_side(lanes_access::transposed) + s.packs();
    own.buffers = crossings > 1 ? 2 : 1;
    s.family = own;
    const auto most_points = (device.local_memory / (lanes * element_size(p.precision)) - BLOCK_POINTS) / 2;
    if (!choice.own_kernel && suits_any_length(s) && !has_few_lengths(p, s) && s.local_elements() <= most_points) {
        own.most_points = most_points;
        s.family = own;
    }
    if (s.local_bytes() > device.local_memory) return refusal{"", "needs more local memory than the device has"};
    auto t = traffic_of(p, s, device);
    const auto tiles = (lane_lines.n + lanes - 1) / lanes;
    t.lanes_used = static_cast<double>(lane_lines.n) / static_cast<double>(tiles * lanes);
    t.gathers = on_either_side(lanes_access::gathered);
    // Compilers drop half of the first stage of real lines, whose imaginary parts are 0, from a kernel of their own.
    if (s.in.form.numbers == numbers::real && !s.in.mapped && !own.most_points)
        t.stage_work *= 1 - 0.5 / static_cast<double>(s.stages.size());
    t.stage_work += on_either_side(lanes_access::transposed);
    return with_cost(std::move(result), t, device);
}

namespace {

std::vector<pass_choice> variations(const pass_choice& given, const device_description&) {
    const auto& base = given.to<lanes_choice>();
    std::vector<pass_choice> all;
    for (unsigned radix : {4U, 8U, 16U})
        for (bool ascending : {false, true}) {
            auto c = base;
            c.max_radix = radix;
            c.ascending = ascending;
            if (radix != base.max_radix || ascending != base.ascending) all.emplace_back(c);
        }
    return all;
}

std::vector<pass_choice> choices(const pass_problem& p, const device_description&, unsigned max_radix) {
    std::vector<pass_choice> all;
    for (std::size_t k = 0; k < std::max<std::size_t>(1, p.lines.size()); ++k) {
        lanes_choice c;
        c.line = static_cast<unsigned>(k);
        c.max_radix = max_radix;
        all.emplace_back(c);
    }
    return all;
}

std::uint64_t capacity(const device_description& device, precision) {
    return device.local_memory / (4 * device.vector_bytes);
}

}  // namespace

const kernel_family& lanes_family() {
    static const auto& family = immortal([] {
        kernel_family f;
        f.name = lanes_name;
        f.mark = "lane_line=";
        f.kernel_folders = {"cl/lanes/"};
        f.is_default = [](const device_description& device) { return device.vector_bytes > 0; };
        f.default_choice = [] { return pass_choice(lanes_choice{}); };
        f.options = lanes_options;
        f.contradiction = lanes_contradiction;
        f.shape = shape_of_lanes;
        f.choices = choices;
        f.variations = variations;
        f.capacity = capacity;
        f.text = text_of_lanes;
        f.probes = lanes_probes;
        return f;
    }());
    return family;
}

}  // namespace stockham::internal
