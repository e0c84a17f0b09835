// Maps digits and lines to the dimensions, loops, guards, inter-pass twiddles and stages of a tile.
#include "families/common/draft.hpp"

#include "families/common/outer_loops.hpp"

namespace stockham::internal {

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
        if (stride(p.lines[k].lines) && stride(p.lines[k].lines) < best) {  // stride 0: all lines read the same
            best = stride(p.lines[k].lines);
            line = static_cast<int>(k);
        }
    return line;
}

unsigned tightest_dim(const pass_step& s, std::uint64_t (*stride)(const iodim&)) {
    std::size_t best = 0;
    for (std::size_t d = 1; d < s.tile.size(); ++d)
        if (s.tile[d].points.n > 1 &&
            (s.tile[best].points.n == 1 || stride(s.tile[d].points) < stride(s.tile[best].points)))
            best = d;
    return static_cast<unsigned>(best);
}

namespace {

/// Sets the strides of indices along a dimension of the tile.
void grow_along_tile(pass_step& s, std::size_t dim, const growth& g) {
    if (s.in.mapped) s.in.mapped->growth.tile[dim] = g.in_index;
    if (s.out.mapped) s.out.mapped->growth.tile[dim] = g.out_index;
    if (s.factor) s.factor->growth.tile[dim] = g.spectrum;
}
/// The same along a loop whose steps skip `count` lines.
void grow_along_loop(pass_step& s, std::size_t loop, const growth& g, std::uint64_t count) {
    if (s.in.mapped) s.in.mapped->growth.loop[loop] = static_cast<std::uint32_t>(g.in_index * count);
    if (s.out.mapped) s.out.mapped->growth.loop[loop] = static_cast<std::uint32_t>(g.out_index * count);
    if (s.factor) s.factor->growth.loop[loop] = g.spectrum * count;
}

}  // namespace

objection lay_out(const draft& d, pass_step& s) {
    const auto& p = d.problem;
    s.precision = p.precision;
    s.bytes_moved = p.in_bytes() + p.out_bytes();
    s.scale = p.scale;
    s.in = p.in;
    s.out = p.out;
    if (p.factor) {
        s.factor.emplace();
        s.factor->filter = p.factor->filter;
        s.factor->conjugated = p.factor->conjugated;
    }
    struct entry {
        tile_dim dim;
        int transform = -1, line = -1;
    };
    std::vector<entry> entries;
    for (std::size_t t = 0; t < p.transforms.size(); ++t)
        if (p.transforms[t].points.n > 1)
            entries.push_back({{p.transforms[t].points, {}, true, static_cast<unsigned>(t)}, static_cast<int>(t), -1});
    for (std::size_t k = 0; k < p.lines.size(); ++k) {
        const auto n = d.blocks[k] / (d.paired == static_cast<int>(k) ? 2 : 1);
        if (d.blocks[k] > 1)
            entries.push_back({{{n, p.lines[k].lines.is, p.lines[k].lines.os}, {}, false, 0}, -1, static_cast<int>(k)});
    }
    if (entries.empty()) entries.push_back({});  // a single point
    std::stable_sort(entries.begin(), entries.end(),
                     [](const entry& a, const entry& b) { return a.dim.points.is < b.dim.points.is; });
    if (entries.size() > TILE_RANK) return refusal{"", "has more dimensions than a tile"};
    std::vector<std::size_t> twiddled;  // each twiddle's transform
    for (std::size_t t = 0; t < p.transforms.size(); ++t)
        for (bool on_load : {true, false}) {
            const auto order = on_load ? p.transforms[t].in_order : p.transforms[t].order;
            if (order == 1) continue;
            s.inter_pass_twiddles.push_back({0, order, {}, {}, on_load});
            twiddled.push_back(t);
        }
    if (s.inter_pass_twiddles.size() > TWIDDLE_COUNT)
        return refusal{"", "has twiddle factors towards more digits than a kernel applies"};

    // Adds a step along `count` lines to each twiddle's phase.
    const auto phases = [&](std::size_t line, std::uint64_t count, auto set) {
        for (std::size_t r = 0; r < twiddled.size(); ++r) {
            const auto& grows = s.inter_pass_twiddles[r].on_load ? p.lines[line].in_phase : p.lines[line].phase;
            set(s.inter_pass_twiddles[r], static_cast<std::uint32_t>(grows[twiddled[r]] * count));
        }
    };
    s.tile.reserve(entries.size());
    for (std::size_t e = 0; e < entries.size(); ++e) {
        s.tile.push_back(entries[e].dim);
        const auto transform = entries[e].transform, line = entries[e].line;
        if (transform >= 0) grow_along_tile(s, e, p.transforms[static_cast<std::size_t>(transform)].grows);
        if (line >= 0) grow_along_tile(s, e, p.lines[static_cast<std::size_t>(line)].grows);
        if (line >= 0 && line == d.paired) s.paired = static_cast<unsigned>(e);
        if (entries[e].line >= 0)
            phases(static_cast<std::size_t>(entries[e].line), 1,
                   [&](inter_pass_twiddle& r, std::uint32_t v) { r.tile[e] = v; });
        for (std::size_t r = 0; r < twiddled.size(); ++r)
            if (transform == static_cast<int>(twiddled[r])) s.inter_pass_twiddles[r].dim = static_cast<unsigned>(e);
        if (transform < 0) continue;
        if (const auto& by = p.transforms[static_cast<std::size_t>(transform)].convolution)
            s.convolved = convolved_dim{static_cast<unsigned>(e), by->points, by->permuted(), false};
    }
    s.loops.reserve(p.lines.size());
    std::vector<bool> is_outer(p.lines.size(), false);
    if (!take_outer_loops(d, s, is_outer)) return refusal{"", "has more loops than a plan"};
    for (std::size_t k = 0; k < p.lines.size(); ++k) {
        if (is_outer[k]) continue;
        const auto& line = p.lines[k].lines;
        const auto tiles = (line.n + d.blocks[k] - 1) / d.blocks[k];
        if (line.n % d.blocks[k]) {
            if (s.guards.size() == GUARD_COUNT)
                return refusal{"", "has more partly filled dimensions than a kernel guards"};
            for (std::size_t e = 0; e < entries.size(); ++e)
                if (entries[e].line == static_cast<int>(k))
                    s.guards.push_back({static_cast<unsigned>(e), static_cast<unsigned>(s.loops.size()), line.n});
        }
        if (tiles == 1 && line.n % d.blocks[k] == 0) continue;  // every tile has all lines
        const auto at = s.loops.size();
        s.loops.push_back({tiles, line.is * d.blocks[k], line.os * d.blocks[k]});
        phases(k, d.blocks[k], [&](inter_pass_twiddle& r, std::uint32_t v) { r.loop[at] = v; });
        grow_along_loop(s, at, p.lines[k].grows, d.blocks[k]);
    }
    return {};
}

namespace {

/// True if the chain of a choice uses supported radices whose product is each digit of the pass.
bool makes_up_digits(const stage_choice& choice, const pass_problem& p) {
    std::vector<std::uint64_t> left;
    for (const auto& t : p.transforms) left.push_back(t.points.n);
    for (const auto& link : choice.chain) {
        if (link.digit >= left.size() || link.radix < 2 || !has_butterfly(link.radix)) return false;
        if (left[link.digit] % link.radix != 0) return false;
        left[link.digit] /= link.radix;
    }
    return std::all_of(left.begin(), left.end(), [](std::uint64_t n) { return n == 1; });
}

}  // namespace

objection unfit_chain(const stage_choice& choice, const pass_problem& p) {
    if (choice.chain.empty() || makes_up_digits(choice, p)) return {};
    return refusal{"chain", "must use supported radices whose product is each digit of the pass"};
}

namespace {

/// Stages by the choice's largest radix, slow dimensions first.
void chain_by_size(pass_step& s, const stage_choice& choice, unsigned contiguous) {
    for (auto d = s.tile.size(); d-- > 0;) {
        if (!s.tile[d].transformed) continue;
        s.tile[d].radices = radix_chain(s.tile[d].points.n, choice.max_radix, choice.ascending);
        unsigned span = 1;
        for (unsigned radix : s.tile[d].radices) {
            s.stages.push_back({static_cast<unsigned>(d), radix, span, contiguous});
            span *= radix;
        }
    }
}

/// Stages by the choice's chain, which unfit_chain() has checked.
void chain_by_choice(pass_step& s, const stage_choice& choice, unsigned contiguous) {
    for (const auto& link : choice.chain)
        for (std::size_t d = 0; d < s.tile.size(); ++d) {
            auto& dim = s.tile[d];
            if (!dim.transformed || dim.digit != link.digit) continue;
            unsigned span = 1;
            for (unsigned radix : dim.radices) span *= radix;
            dim.radices.push_back(link.radix);
            s.stages.push_back({static_cast<unsigned>(d), link.radix, span, contiguous});
        }
}

/// Repeats the chains for the transform after the multiplication by a spectrum.
void repeat_chain(pass_step& s, unsigned contiguous) {
    s.factor->after = static_cast<unsigned>(s.stages.size()) - 1;
    const auto forward = s.stages;
    for (auto g : forward) s.stages.push_back(g);
    if (s.stages.front().radix == 1)  // a single point: nothing to transform
        for (auto& g : s.stages) g.contiguous = contiguous;
}

}  // namespace

void chain_stages(pass_step& s, const stage_choice& choice, unsigned in_contiguous, unsigned out_contiguous) {
    constexpr std::size_t usual = 8;
    s.stages.reserve(usual);
    if (choice.chain.empty())
        chain_by_size(s, choice, in_contiguous);
    else
        chain_by_choice(s, choice, in_contiguous);
    if (s.stages.empty()) s.stages.push_back({in_contiguous, 1, 1, in_contiguous});
    if (s.factor) repeat_chain(s, in_contiguous);
    s.stages.back().contiguous = out_contiguous;
}

std::size_t usable_local(const device_description& device) {
    return std::max(device.local_memory, device.static_local_memory);
}

}  // namespace stockham::internal
