// Tiles for work-items that carry lanes.
#include "plan/shapes/draft.hpp"
#include "plan/shapes/shape_families.hpp"

namespace stockham {

namespace {

/// How lanes along `line` would reach global memory on one side.
struct lanes_side {
    lanes_access access = lanes_access::gathered;
    unsigned dim = 0;
};

lanes_side lanes_side_of(const pass_step& s, const pass_side& side, std::uint64_t (*stride)(const iodim&)) {
    if (!side.is_plain()) return {};  // points by themselves: cl/access/
    if (stride(s.tile[s.lane_dim].points) == 1) return {lanes_access::side_by_side, 0};
    for (std::size_t d = 0; d < s.tile.size(); ++d)
        if (d != s.lane_dim && stride(s.tile[d].points) == 1 && s.tile[d].points.n % s.lanes == 0)
            return {lanes_access::transposed, static_cast<unsigned>(d)};
    return {};
}

}  // namespace

shape_result lanes_family::shape(const pass_problem& given, const device_description& device,
                                 const pass_choice& choice) {
    if (given.in.packed || given.out.packed)
        return refusal{"lanes", "", "packs real data, and lanes have no neighbours to unpack with"};
    for (const auto& t : given.transforms)
        if (t.in_order > 1)
            return refusal{"lanes", "", "multiplies factors in on the way in, which lanes do on the way out alone"};
    const std::pair<const char*, bool> unknown[] = {{"exchange", choice.exchange == exchange_mode::planar},
                                                    {"twiddles", choice.twiddles != twiddle_source::tables}};
    for (const auto& [option, is_set] : unknown)
        if (is_set) return refusal{"lanes", option, "is not known to lanes"};
    pass_problem p = given;
    if (p.lines.empty()) p.lines.emplace_back();  // one lane of each vector is used
    const std::size_t k = choice.lane_line;
    if (k >= p.lines.size()) return refusal{"lanes", "lane_line", "names a line that the pass does not have"};
    const auto lanes = device.vector_bytes / (element_size(p.precision) / 2);
    draft d{p, device, std::vector<std::uint64_t>(p.lines.size(), 1)};
    d.blocks[k] = lanes;
    shaped_pass result;
    auto& s = result.step;
    if (const auto why = lay_out(d, s)) return *why;
    s.lanes = static_cast<unsigned>(lanes);
    const auto& lane_lines = p.lines[k].lines;
    for (std::size_t e = 0; e < s.tile.size(); ++e)
        if (s.tile[e].points == iodim{lanes, lane_lines.is, lane_lines.os}) s.lane_dim = static_cast<unsigned>(e);
    chain_stages(s, choice, 0, 0);
    if (s.stages.front().radix == 1) s.stages.front().dim = s.lane_dim;
    for (auto& g : s.stages) g.fast = g.dim;
    const auto load = lanes_side_of(s, s.in, in_stride), store = lanes_side_of(s, s.out, out_stride);
    s.load = load.access;
    s.load_dim = load.dim;
    s.store = store.access;
    s.store_dim = store.dim;
    const auto crossings =
        s.stages.size() - 1 + (s.load == lanes_access::transposed) + (s.store == lanes_access::transposed);
    s.buffers = crossings > 1 ? 2 : 1;
    if (s.local_bytes() > device.local_memory)
        return refusal{"local memory", "", "needs more local memory than the device has"};
    auto t = traffic_of(p, s, device.compute_units);
    const auto tiles = (lane_lines.n + lanes - 1) / lanes;
    t.lanes_used = static_cast<double>(lane_lines.n) / static_cast<double>(tiles * lanes);
    t.gathers = (s.load == lanes_access::gathered) + (s.store == lanes_access::gathered);
    t.stages += (s.load == lanes_access::transposed) + (s.store == lanes_access::transposed);
    result.choice = choice;
    result.cost = pass_cost(t, device);
    return result;
}

std::vector<pass_choice> lanes_family::choices(const pass_problem& p, unsigned max_radix) {
    std::vector<pass_choice> choices(std::max<std::size_t>(1, p.lines.size()));
    for (std::size_t k = 0; k < choices.size(); ++k) {
        choices[k].lane_line = static_cast<unsigned>(k);
        choices[k].max_radix = max_radix;
    }
    return choices;
}

std::vector<pass_choice> lanes_family::variations(const pass_choice& base) {
    std::vector<pass_choice> all;
    for (unsigned radix : {4U, 8U, 16U})
        for (bool ascending : {false, true}) {
            auto c = base;
            c.max_radix = radix;
            c.ascending = ascending;
            if (radix != base.max_radix || ascending != base.ascending) all.push_back(c);
        }
    return all;
}

}  // namespace stockham
