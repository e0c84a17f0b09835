// Tiles laid out: which digits and lines become which dimensions, loops, guards, rotations and stages.
#include "planner/draft.hpp"

namespace stockham {

namespace {

/// Bytes that lie side by side in global memory, given the tile's dimensions.
template <class Stride>
std::uint64_t contiguous_bytes(const pass_step& s, Stride stride) {
    std::uint64_t run = 1;
    for (bool grown = true; grown;) {
        grown = false;
        for (const auto& d : s.tile)
            if (d.points.n > 1 && stride(d.points) == run) {
                run *= d.points.n;
                grown = true;
            }
    }
    return run * element_size(s.precision);
}

}  // namespace

std::uint64_t power_of_two_below(std::uint64_t n) {
    std::uint64_t p = 1;
    while (p * 2 <= n) p *= 2;
    return p;
}

std::uint64_t in_stride(const iodim& d) {
    return d.is;
}
std::uint64_t out_stride(const iodim& d) {
    return d.os;
}

int tightest_line(const pass_problem& p, std::uint64_t (*stride)(const iodim&)) {
    int line = -1;
    std::uint64_t best = ~std::uint64_t{0};
    for (const auto& t : p.transforms)
        if (t.points.n > 1) best = std::min(best, stride(t.points));
    for (std::size_t k = 0; k < p.lines.size(); ++k)
        if (stride(p.lines[k].lines) < best) {
            best = stride(p.lines[k].lines);
            line = static_cast<int>(k);
        }
    return line;
}

bool lay_out(const draft& d, pass_step& s) {
    const auto& p = d.problem;
    s.precision = p.precision;
    s.inverse = p.inverse;
    s.scale = p.scale;
    s.src = p.src;
    s.dst = p.dst;
    s.in_offset = p.in_offset;
    s.out_offset = p.out_offset;
    struct entry {
        tile_dim dim;
        int transform = -1, line = -1;
    };
    std::vector<entry> entries;
    for (std::size_t t = 0; t < p.transforms.size(); ++t)
        if (p.transforms[t].points.n > 1) entries.push_back({{p.transforms[t].points, {}}, static_cast<int>(t), -1});
    for (std::size_t k = 0; k < p.lines.size(); ++k)
        if (d.blocks[k] > 1)
            entries.push_back({{{d.blocks[k], p.lines[k].lines.is, p.lines[k].lines.os}, {}}, -1, static_cast<int>(k)});
    if (entries.empty()) entries.push_back({});  // a single point
    std::stable_sort(entries.begin(), entries.end(),
                     [](const entry& a, const entry& b) { return a.dim.points.is < b.dim.points.is; });
    if (entries.size() > TILE_RANK) return false;
    for (const auto& t : p.transforms)
        if (t.order > 1) s.rotations.push_back({0, t.order, {}, {}});
    if (s.rotations.size() > ROTATION_COUNT) return false;

    // What one step along a line, or along a block of them, adds to each rotation's phase.
    const auto phases = [&](std::size_t line, std::uint64_t count, auto set) {
        std::size_t r = 0;
        for (std::size_t t = 0; t < p.transforms.size(); ++t)
            if (p.transforms[t].order > 1)
                set(s.rotations[r++], static_cast<std::uint32_t>(p.lines[line].phase[t] * count));
    };
    for (std::size_t e = 0; e < entries.size(); ++e) {
        s.tile.push_back(entries[e].dim);
        if (entries[e].line >= 0)
            phases(static_cast<std::size_t>(entries[e].line), 1, [&](rotation& r, std::uint32_t v) { r.tile[e] = v; });
        std::size_t r = 0;
        for (std::size_t t = 0; t < p.transforms.size(); ++t)
            if (p.transforms[t].order > 1) {
                if (entries[e].transform == static_cast<int>(t)) s.rotations[r].dim = static_cast<unsigned>(e);
                ++r;
            }
    }
    for (std::size_t k = 0; k < p.lines.size(); ++k) {
        const auto& line = p.lines[k].lines;
        const auto tiles = (line.n + d.blocks[k] - 1) / d.blocks[k];
        if (line.n % d.blocks[k]) {
            if (s.guard_dim >= 0) return false;
            for (std::size_t e = 0; e < entries.size(); ++e)
                if (entries[e].line == static_cast<int>(k)) s.guard_dim = static_cast<int>(e);
            s.guard_loop = static_cast<unsigned>(s.loops.size());
            s.guard_extent = line.n;
        }
        if (tiles == 1 && line.n % d.blocks[k] == 0) continue;  // all of it in every tile
        const auto at = s.loops.size();
        if (at == LOOP_RANK) return false;
        s.loops.push_back({tiles, line.is * d.blocks[k], line.os * d.blocks[k]});
        phases(k, d.blocks[k], [&](rotation& r, std::uint32_t v) { r.loop[at] = v; });
    }
    return true;
}

std::vector<unsigned> radix_chain(std::uint64_t n, unsigned max_radix, bool ascending) {
    unsigned bits = 0, most = 1;  // log2 of n and of the largest radix
    while ((std::uint64_t{1} << bits) < n) ++bits;
    while ((2U << most) <= max_radix) ++most;
    const unsigned stages = (bits + most - 1) / most;
    std::vector<unsigned> radices;
    for (unsigned k = 0; k < stages; ++k) {
        const unsigned left = stages - k, share = (bits + left - 1) / left;
        radices.push_back(1U << share);
        bits -= share;
    }
    if (ascending) std::reverse(radices.begin(), radices.end());
    return radices;
}

void chain_stages(pass_step& s, const pass_problem& p, const pass_choice& choice, unsigned in_fast, unsigned out_fast) {
    for (auto d = s.tile.size(); d-- > 0;)
        for (const auto& t : p.transforms)
            if (t.points == s.tile[d].points && t.points.n > 1 && s.tile[d].radices.empty()) {
                s.tile[d].radices = radix_chain(t.points.n, choice.max_radix, choice.ascending);
                unsigned span = 1;
                for (unsigned radix : s.tile[d].radices) {
                    s.stages.push_back({static_cast<unsigned>(d), radix, span, in_fast});
                    span *= radix;
                }
            }
    if (s.stages.empty()) s.stages.push_back({in_fast, 1, 1, in_fast});
    s.stages.back().fast = out_fast;
}

pass_traffic traffic_of(const pass_problem& p, const pass_step& s) {
    pass_traffic t;
    t.points = p.points();
    t.bytes = 2 * t.points * element_size(p.precision);
    t.in_run = contiguous_bytes(s, in_stride);
    t.out_run = contiguous_bytes(s, out_stride);
    t.stages = static_cast<unsigned>(s.stages.size());
    t.work_items = s.work_items;
    t.resident = s.resident;
    t.few_points = s.points < 16 && t.points >= 16;
    for (const auto& d : s.tile)
        if (d.points.n > 1) {
            t.in_stride = std::max(t.in_stride, d.points.is * element_size(p.precision));
            t.out_stride = std::max(t.out_stride, d.points.os * element_size(p.precision));
        }
    t.split_exchange = s.split_exchange;
    t.ahead = s.ahead > 0;
    t.rotated = !s.rotations.empty();
    for (const auto& r : s.rotations) t.scattered = t.scattered || s.stages.back().fast != r.dim;
    t.groups = s.groups();
    t.local_bytes = s.local_bytes();
    return t;
}

std::size_t usable_local(const device_description& device) {
    return std::max(device.local_memory, device.static_local_memory);
}

bool is_nvidia(const device_description& device) {
    return device.vendor.find("NVIDIA") != std::string::npos;
}
bool is_amd(const device_description& device) {
    return device.vendor.find("AMD") != std::string::npos ||
           device.vendor.find("Advanced Micro Devices") != std::string::npos;
}

}  // namespace stockham
