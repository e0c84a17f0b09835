// Tiles for work-items that meet in local memory (GPUs) and for work-items that carry lanes (CPUs).
#include "planner/shape.hpp"

#include <algorithm>

#include "planner/cost.hpp"

namespace stockham {

namespace {

constexpr std::uint64_t run_bytes = 256;  // no wider contiguous run is any faster

std::uint64_t power_of_two_below(std::uint64_t n) {
    std::uint64_t p = 1;
    while (p * 2 <= n) p *= 2;
    return p;
}

/// A tile under construction: blocks of lines beside the transforms.
struct draft {
    const pass_problem& problem;
    const device_description& device;
    std::vector<std::uint64_t> blocks;  // of each of the problem's lines: how many of them are in a tile

    std::uint64_t points() const {
        std::uint64_t product = 1;
        for (const auto& t : problem.transforms) product *= t.points.n;
        for (auto b : blocks) product *= b;
        return product;
    }
};

/// The line that lies tightest in the input or the output, if it lies tighter than every transform there.
template <class Stride>
int tightest_line(const pass_problem& p, Stride stride) {
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

std::uint64_t in_stride(const iodim& d) {
    return d.is;
}
std::uint64_t out_stride(const iodim& d) {
    return d.os;
}

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

/// Fills in everything of a step but its stages: the tile, the loops, the guard, the rotations.
/// Returns false if there are too many dimensions, or more than one of them is partly filled.
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

unsigned tightest_dim(const pass_step& s, std::uint64_t (*stride)(const iodim&)) {
    std::size_t best = 0;
    for (std::size_t d = 1; d < s.tile.size(); ++d)
        if (s.tile[d].points.n > 1 &&
            (s.tile[best].points.n == 1 || stride(s.tile[d].points) < stride(s.tile[best].points)))
            best = d;
    return static_cast<unsigned>(best);
}

/// The chain: slow dimensions first, so that the first stage reads, and the last one writes, along the fast one.
void chain_stages(pass_step& s, const pass_problem& p, unsigned max_radix, unsigned in_fast, unsigned out_fast) {
    for (auto d = s.tile.size(); d-- > 0;)
        for (const auto& t : p.transforms)
            if (t.points == s.tile[d].points && t.points.n > 1 && s.tile[d].radices.empty()) {
                s.tile[d].radices = radix_chain(t.points.n, max_radix);
                unsigned span = 1;
                for (unsigned radix : s.tile[d].radices) {
                    s.stages.push_back({static_cast<unsigned>(d), radix, span, in_fast});
                    span *= radix;
                }
            }
    if (s.stages.empty()) s.stages.push_back({in_fast, 1, 1, in_fast});
    s.stages.back().fast = out_fast;
}

/// Bytes that neighbouring work-items of a stage touch side by side.
std::uint64_t neighbour_bytes(const pass_step& s, const stage& g) {
    const auto n = s.tile[g.fast].points.n / (g.fast == g.dim ? g.radix : 1);
    return n * element_size(s.precision);
}

/// Where a stage's own order would touch global memory in narrow pieces, a copying stage (radix 1) takes over.
void widen_accesses(pass_step& s, unsigned in_fast, unsigned out_fast) {
    constexpr std::uint64_t narrow = 64;
    const auto widest = [&](unsigned fast) { return s.tile[fast].points.n * element_size(s.precision); };
    const bool load_narrow = neighbour_bytes(s, {s.stages.front().dim, s.stages.front().radix, 1, in_fast}) < narrow &&
                             s.stages.front().radix > 1 && in_fast == s.stages.front().dim && widest(in_fast) > 16;
    const bool store_narrow =
        s.stages.back().radix > 1 &&
        ((out_fast == s.stages.back().dim && neighbour_bytes(s, s.stages.back()) < narrow && widest(out_fast) > 16) ||
         (s.stages.size() == 1 && in_fast != out_fast));
    if (store_narrow) {
        s.stages.back().fast = in_fast;
        s.stages.push_back({out_fast, 1, static_cast<unsigned>(s.tile[out_fast].points.n), out_fast});
    }
    if (load_narrow) s.stages.insert(s.stages.begin(), {in_fast, 1, 1, in_fast});
    if (s.stages.size() == 1 && in_fast != out_fast) {  // a pure copy between different orders
        s.stages.front().fast = in_fast;
        s.stages.push_back({out_fast, 1, 1, out_fast});
    }
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

/// 32-bit registers that a work-item may have where a unit's 65,536 (NVIDIA's and AMD's alike) are shared by so many.
std::uint64_t registers_each(std::uint64_t work_items) {
    return std::min<std::uint64_t>(65536 / work_items, 255);
}

/// What a work-item's points take, and what its addresses, twiddles and sums take beside.
std::uint64_t registers_wanted(const pass_step& s) {
    const std::uint64_t words = element_size(s.precision) / 4;
    return s.points * words + (s.precision == precision::f32 ? 24 : 40);
}

/// Work-groups that fit a unit of the device side by side.
std::uint64_t resident_groups(const pass_step& s, const device_description& device) {
    const std::uint64_t by_registers = 65536 / (s.work_items * registers_wanted(s));
    const std::uint64_t by_local = s.local_bytes() ? (usable_local(device) + 1024) / (s.local_bytes() + 1024) : 16;
    return std::max<std::uint64_t>(1, std::min({by_registers, by_local, std::uint64_t{2048} / s.work_items}));
}

/// The radix whose first stage writes to local memory what the others read (see `padded` in cl/index.h).
unsigned first_radix(const pass_step& s) {
    for (const auto& d : s.tile)
        if (!d.radices.empty()) return std::max(8U, d.radices.front());
    return 16;
}

/// Work-items, points of each, and the exchange through local memory. False if the work-group cannot hold the tile.
bool fit_work_group(pass_step& s, const device_description& device, const work_group_choice& choice) {
    const auto points = s.tile_points();
    unsigned radix = 1;
    for (const auto& g : s.stages) radix = std::max(radix, g.radix);
    const auto each = std::min<std::uint64_t>(std::max(radix, choice.points), points);
    if (points / each > std::min<std::uint64_t>(device.max_work_group, 1024)) return false;
    s.points = static_cast<unsigned>(each);
    s.work_items = static_cast<unsigned>(points / each);
    if (registers_wanted(s) > registers_each(s.work_items)) return false;
    if (s.stages.size() > 1) {
        s.split_exchange = choice.split;
        s.layout = local_layout::padded;
        s.pad = first_radix(s);
        if (s.local_bytes() > usable_local(device)) s.layout = local_layout::swizzled;
        if (s.local_bytes() > usable_local(device)) return false;
    }
    s.resident = static_cast<unsigned>(std::min<std::uint64_t>(resident_groups(s, device), 8));
    if (choice.ahead && s.guard_dim < 0) s.ahead = s.resident * device.compute_units;
    return true;
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

/// Grows the tile along the tightest lines until the work-group has enough to do.
void grow(draft& d, std::uint64_t target) {
    for (std::size_t k = 0; k < d.problem.lines.size() && d.points() < target; ++k)
        while (d.points() < target && d.blocks[k] < d.problem.lines[k].lines.n) d.blocks[k] *= 2;
}

/// How lanes along `line` would reach global memory on one side.
struct lanes_side {
    lanes_access access = lanes_access::gathered;
    unsigned dim = 0;
};

lanes_side lanes_side_of(const pass_step& s, std::uint64_t (*stride)(const iodim&)) {
    if (stride(s.tile[s.lane_dim].points) == 1) return {lanes_access::side_by_side, 0};
    for (std::size_t d = 0; d < s.tile.size(); ++d)
        if (d != s.lane_dim && stride(s.tile[d].points) == 1 && s.tile[d].points.n % s.lanes == 0)
            return {lanes_access::transposed, static_cast<unsigned>(d)};
    return {};
}

/// Lanes along lines number `k`.
std::optional<shaped_pass> shape_lanes(const pass_problem& p, const device_description& device, std::size_t k,
                                       unsigned max_radix) {
    const auto lanes = device.vector_bytes / (element_size(p.precision) / 2);
    draft d{p, device, std::vector<std::uint64_t>(p.lines.size(), 1)};
    d.blocks[k] = lanes;
    shaped_pass result;
    auto& s = result.step;
    if (!lay_out(d, s)) return {};
    s.lanes = static_cast<unsigned>(lanes);
    const auto& lane_lines = p.lines[k].lines;
    for (std::size_t e = 0; e < s.tile.size(); ++e)
        if (s.tile[e].points == iodim{lanes, lane_lines.is, lane_lines.os}) s.lane_dim = static_cast<unsigned>(e);
    chain_stages(s, p, max_radix, 0, 0);
    if (s.stages.front().radix == 1) s.stages.front().dim = s.lane_dim;
    for (auto& g : s.stages) g.fast = g.dim;
    const auto load = lanes_side_of(s, in_stride), store = lanes_side_of(s, out_stride);
    s.load = load.access;
    s.load_dim = load.dim;
    s.store = store.access;
    s.store_dim = store.dim;
    const auto crossings =
        s.stages.size() - 1 + (s.load == lanes_access::transposed) + (s.store == lanes_access::transposed);
    s.buffers = crossings > 1 ? 2 : 1;
    if (s.local_bytes() > device.local_memory) return {};
    auto t = traffic_of(p, s);
    const auto tiles = (lane_lines.n + lanes - 1) / lanes;
    t.lanes_used = static_cast<double>(lane_lines.n) / static_cast<double>(tiles * lanes);
    t.gathers = (s.load == lanes_access::gathered) + (s.store == lanes_access::gathered);
    t.stages += (s.load == lanes_access::transposed) + (s.store == lanes_access::transposed);
    result.cost = pass_cost(t, device);
    return result;
}

/// The largest radix worth its registers: 32 numbers of single precision, 16 of double or of vectors. AMD's compiler
/// spills some double radix-16 stages where wavefronts have 32 work-items and 256 registers each (.ci/amd.sh shows it).
unsigned radix_limit(const pass_problem& p, const device_description& device, const shape_options& options) {
    const bool spills = is_amd(device) && device.wavefront == 32 && p.precision == precision::f64;
    const bool wide = device.vector_bytes || p.precision == precision::f64;
    return std::min(options.max_radix, spills ? 8U : wide ? 16U : 32U);
}

}  // namespace

std::optional<shaped_pass> shape_work_group(const pass_problem& p, const device_description& device,
                                            const work_group_choice& choice) {
    draft d{p, device, std::vector<std::uint64_t>(p.lines.size(), 1)};
    for (int line : {tightest_line(p, in_stride), tightest_line(p, out_stride)})
        if (line >= 0) {
            const auto k = static_cast<std::size_t>(line);
            d.blocks[k] = std::min(choice.run, power_of_two_below(p.lines[k].lines.n));
        }
    std::uint64_t each = choice.points;
    for (const auto& t : p.transforms)
        for (unsigned r : radix_chain(t.points.n, choice.max_radix)) each = std::max<std::uint64_t>(each, r);
    grow(d, each * std::min<std::uint64_t>(choice.least, device.max_work_group));
    shaped_pass result;
    auto& s = result.step;
    if (!lay_out(d, s)) return {};
    const auto in_fast = tightest_dim(s, in_stride), out_fast = tightest_dim(s, out_stride);
    chain_stages(s, p, choice.max_radix, in_fast, out_fast);
    widen_accesses(s, in_fast, out_fast);
    if (!fit_work_group(s, device, choice)) return {};
    result.cost = pass_cost(traffic_of(p, s), device);
    return result;
}

std::vector<work_group_choice> work_group_choices(const pass_problem& p, const device_description& device,
                                                  const shape_options& options) {
    const unsigned max_radix = radix_limit(p, device, options);
    const bool lines = tightest_line(p, in_stride) >= 0 || tightest_line(p, out_stride) >= 0;
    std::vector<work_group_choice> choices;
    for (std::uint64_t run = run_bytes / element_size(p.precision); run >= 1; run = lines ? run / 2 : 0)
        for (unsigned points : {8U, 16U, 32U})
            for (bool split : {false, true})
                for (bool ahead : {false, true}) {
                    if (points > 16 && p.precision == precision::f64) continue;
                    if (ahead && (!is_nvidia(device) || (!lines && p.precision == precision::f32))) continue;
                    choices.push_back({run, std::min(max_radix, points), points, split, ahead});
                }
    return choices;
}

std::vector<unsigned> radix_chain(std::uint64_t n, unsigned max_radix) {
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
    return radices;
}

std::uint64_t tile_capacity(const device_description& device, precision p) {
    if (device.vector_bytes) return device.local_memory / (4 * device.vector_bytes);
    const std::uint64_t held = usable_local(device) * 2 / element_size(p);
    const std::uint64_t work_items = std::min<std::uint64_t>(device.max_work_group, 1024);
    const std::uint64_t points = std::min<std::uint64_t>(work_items * 32, 16384) / (p == precision::f32 ? 1 : 2);
    return power_of_two_below(std::min(held, points));
}

std::optional<shaped_pass> shape(const pass_problem& p, const device_description& device,
                                 const shape_options& options) {
    std::optional<shaped_pass> best;
    const auto consider = [&](std::optional<shaped_pass> candidate) {
        if (candidate && (!best || candidate->cost < best->cost)) best = std::move(candidate);
    };
    if (device.vector_bytes) {
        pass_problem lined = p;  // without any lines, one lane of each vector is used
        if (lined.lines.empty()) lined.lines.emplace_back();
        for (std::size_t k = 0; k < lined.lines.size(); ++k)
            consider(shape_lanes(lined, device, k, radix_limit(p, device, options)));
    } else {
        for (const auto& choice : work_group_choices(p, device, options)) {
            auto shaped = shape_work_group(p, device, choice);
            if (shaped && (options.work_items == 0 || shaped->step.work_items == options.work_items))
                consider(std::move(shaped));
        }
    }
    return best;
}

}  // namespace stockham
