// Maps digits and lines to the dimensions, loops, guards, inter-pass twiddles and stages of a tile.
#include "families/common/draft.hpp"

#include <array>

#include "families/common/outer_loops.hpp"
#include "kernel/butterflies.hpp"

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

/// A dimension of the tile: a transform of the pass problem, or a block of its lines. In a tile of one point, neither.
struct tile_entry {
    tile_dim dim;
    const digit_transform* transform = nullptr;
    const line_dim* line = nullptr;
    bool paired = false;

    growth grows() const { return transform ? transform->grows : line ? line->grows : growth{}; }
};

/// A loop over tiles. Each of its steps skips `block` lines.
struct tile_loop {
    const line_dim& line;
    std::uint64_t block;
    bool cut_off;  ///< the last tile is partly filled

    std::uint64_t tiles() const { return (line.lines.n + block - 1) / block; }
};

/// Transforms and blocks of lines, the smallest input stride first.
std::vector<tile_entry> entries_of(const draft& d) {
    const auto& p = d.problem;
    std::vector<tile_entry> entries;
    entries.reserve(p.transforms.size() + p.lines.size());
    for (std::size_t t = 0; t < p.transforms.size(); ++t)
        if (p.transforms[t].points.n > 1)
            entries.push_back(
                {{p.transforms[t].points, {}, true, static_cast<unsigned>(t)}, &p.transforms[t], nullptr, false});
    for (std::size_t k = 0; k < p.lines.size(); ++k) {
        if (d.blocks[k] == 1) continue;
        const auto& line = p.lines[k];
        const bool paired = d.paired == static_cast<int>(k);
        const iodim points{d.blocks[k] / (paired ? 2 : 1), line.lines.is, line.lines.os};
        entries.push_back({{points, {}, false, 0}, nullptr, &line, paired});
    }
    if (entries.empty()) entries.push_back({});
    std::stable_sort(entries.begin(), entries.end(),
                     [](const tile_entry& a, const tile_entry& b) { return a.dim.points.is < b.dim.points.is; });
    return entries;
}

/// The loops over these line dimensions of the problem.
std::vector<tile_loop> loops_over(const draft& d, const std::vector<std::size_t>& lines) {
    std::vector<tile_loop> loops;
    loops.reserve(lines.size());
    for (auto k : lines) {
        const auto& line = d.problem.lines[k];
        loops.push_back({line, d.blocks[k], line.lines.n % d.blocks[k] != 0});
    }
    return loops;
}

/// Copies the properties of a pass problem that do not depend on the tile.
void copy_problem(pass_step& s, const pass_problem& p) {
    s.precision = p.precision;
    s.bytes_moved = p.in_bytes() + p.out_bytes();
    s.scale = p.scale;
    s.in = p.in;
    s.out = p.out;
    if (p.factor) {
        s.convolution.factor.emplace();
        s.convolution.factor->filter = p.factor->filter;
        s.convolution.factor->conjugated = p.factor->conjugated;
    }
}

/// Appends a dimension of the tile.
void add_dim(pass_step& s, const tile_entry& entry) {
    const auto e = static_cast<unsigned>(s.tile.size());
    s.tile.push_back(entry.dim);
    if (entry.paired) {
        s.paired = e;
        // An imaginary part at the end of a half spectrum would become part of the other line.
        if (s.in.mapped && s.in.mapped->hermitian) s.in.mapped->real_ends = true;
    }
    if (entry.transform && entry.transform->convolution) {
        const auto& by = *entry.transform->convolution;
        s.convolution.digit = convolved_dim{e, by.points, by.permuted(), false, entry.transform->keeps_point_zero()};
    }
    const auto grows = entry.grows();
    if (s.in.mapped) s.in.mapped->growth.tile[e] = grows.in_index;
    if (s.out.mapped) s.out.mapped->growth.tile[e] = grows.out_index;
    if (s.out.mapped && entry.transform) s.out.mapped->real_periods.at[e] = entry.transform->real_period;
    if (s.convolution.factor) s.convolution.factor->growth.tile[e] = grows.spectrum;
}

/// Appends a loop, and a guard for its partly filled tile.
void add_loop(pass_step& s, const tile_loop& loop, const std::vector<tile_entry>& entries) {
    const auto at = static_cast<unsigned>(s.loops.size());
    const auto& line = loop.line;
    s.loops.push_back({loop.tiles(), line.lines.is * loop.block, line.lines.os * loop.block});
    for (unsigned e = 0; loop.cut_off && e < entries.size(); ++e)
        if (entries[e].line == &line) s.guards.push_back({e, at, line.lines.n});
    const auto& grows = line.grows;
    if (s.in.mapped) s.in.mapped->growth.loop[at] = grows.in_index * loop.block;
    if (s.out.mapped) s.out.mapped->growth.loop[at] = grows.out_index * loop.block;
    if (s.convolution.factor) s.convolution.factor->growth.loop[at] = grows.spectrum * loop.block;
}

/// The twiddle factors of a transform, whose phases grow along the lines of the tile and of the loops.
inter_pass_twiddle twiddle_of(const pass_problem& p, std::size_t t, bool on_load,
                              const std::vector<tile_entry>& entries, const std::vector<tile_loop>& loops) {
    const auto& transform = p.transforms[t];
    inter_pass_twiddle r;
    r.order = on_load ? transform.in_order : transform.order;
    r.on_load = on_load;
    const auto phase_along = [&](const line_dim& line) { return (on_load ? line.in_phase : line.phase)[t]; };
    for (std::size_t e = 0; e < entries.size(); ++e) {
        if (entries[e].transform == &transform) r.dim = static_cast<unsigned>(e);
        if (entries[e].line) r.tile[e] = phase_along(*entries[e].line);
        if (entries[e].transform && !on_load) r.tile[e] = entries[e].transform->phase[t];
    }
    if (!on_load && transform.precedes) r.after = 0;  // known with the stages
    for (std::size_t l = 0; l < loops.size(); ++l)
        r.loop[l] = static_cast<std::uint32_t>(phase_along(loops[l].line) * loops[l].block);
    return r;
}

std::size_t count_twiddles(const pass_problem& p) {
    std::size_t count = 0;
    for (const auto& t : p.transforms) count += std::size_t{t.in_order != 1} + (t.order != 1);
    return count;
}

}  // namespace

objection lay_out(const draft& d, pass_step& s) {
    const auto& p = d.problem;
    const auto entries = entries_of(d);
    if (entries.size() > TILE_RANK) return refusal{"", "has more dimensions than a tile"};
    if (count_twiddles(p) > TWIDDLE_COUNT)
        return refusal{"", "has twiddle factors towards more digits than a kernel applies"};
    const auto numbered = number_loops(d);
    if (!numbered) return refusal{"", "has more loops than a plan"};
    const auto loops = loops_over(d, numbered->loops);
    if (std::count_if(loops.begin(), loops.end(), [](const tile_loop& l) { return l.cut_off; }) > GUARD_COUNT)
        return refusal{"", "has more partly filled dimensions than a kernel guards"};
    copy_problem(s, p);
    s.tile.reserve(entries.size());
    for (const auto& entry : entries) add_dim(s, entry);
    s.loops.reserve(loops.size());
    for (const auto& loop : loops) add_loop(s, loop, entries);
    for (auto k : numbered->outer) s.outer.push_back(p.lines[k].lines);
    for (std::size_t t = 0; t < p.transforms.size(); ++t) {
        if (p.transforms[t].in_order != 1) s.inter_pass_twiddles.push_back(twiddle_of(p, t, true, entries, loops));
        if (p.transforms[t].order != 1) s.inter_pass_twiddles.push_back(twiddle_of(p, t, false, entries, loops));
    }
    return {};
}

namespace {

/// True if the chain of a choice uses supported radices whose product is each digit of the pass.
bool makes_up_digits(const stage_choice& choice, const pass_problem& p) {
    std::vector<std::uint64_t> left;
    for (const auto& t : p.transforms) left.push_back(t.convolution ? t.convolution->length : t.points.n);
    for (const auto& link : choice.chain) {
        if (link.digit >= left.size() || link.radix < 2 || !has_butterfly(link.radix)) return false;
        if (left[link.digit] % link.radix != 0) return false;
        left[link.digit] /= link.radix;
        // The digits of one axis are transformed in their order.
        for (unsigned d = 0; d < link.digit; ++d)
            if (p.transforms[d].precedes && left[d] != 1) return false;
    }
    return std::all_of(left.begin(), left.end(), [](std::uint64_t n) { return n == 1; });
}

}  // namespace

objection unfit_chain(const stage_choice& choice, const pass_problem& p) {
    if (choice.chain.empty() || makes_up_digits(choice, p)) return {};
    return refusal{"chain", "must use supported radices whose product is each digit of the pass"};
}

namespace {

constexpr std::size_t usual_stages = 8;

/// The transformed dimensions: slow ones first, but the digits of one axis in their order.
std::vector<std::size_t> dims_in_order(const pass_step& s) {
    std::vector<std::size_t> dims;
    for (auto d = s.tile.size(); d-- > 0;)
        if (s.tile[d].transformed) dims.push_back(d);
    if (s.convolution.whole())
        std::sort(dims.begin(), dims.end(), [&](auto a, auto b) { return s.tile[a].digit < s.tile[b].digit; });
    return dims;
}

/// Stages by the choice's largest radix.
std::vector<stage> stages_by_size(pass_step& s, const stage_choice& choice, unsigned contiguous) {
    std::vector<stage> stages;
    stages.reserve(usual_stages);
    for (auto d : dims_in_order(s)) {
        s.tile[d].radices = radix_chain(s.transformed_points(d), choice.max_radix, choice.ascending);
        unsigned span = 1;
        for (unsigned radix : s.tile[d].radices) {
            stages.push_back({static_cast<unsigned>(d), radix, span, contiguous});
            span *= radix;
        }
    }
    return stages;
}

/// Stages by the choice's chain, which unfit_chain() has checked.
std::vector<stage> stages_by_choice(pass_step& s, const stage_choice& choice, unsigned contiguous) {
    std::vector<stage> stages;
    stages.reserve(usual_stages);
    for (const auto& link : choice.chain)
        for (std::size_t d = 0; d < s.tile.size(); ++d) {
            auto& dim = s.tile[d];
            if (!dim.transformed || dim.digit != link.digit) continue;
            unsigned span = 1;
            for (unsigned radix : dim.radices) span *= radix;
            dim.radices.push_back(link.radix);
            stages.push_back({static_cast<unsigned>(d), link.radix, span, contiguous});
        }
    return stages;
}

/// Adds the stages of the transform after the multiplication by a spectrum: the same in reverse order. So the first of
/// them takes the points that the last stage leaves in registers.
void add_mirrored(pass_step& s, std::vector<stage>& stages) {
    s.convolution.factor->after = static_cast<unsigned>(stages.size()) - 1;
    std::array<unsigned, TILE_RANK> spans{1, 1, 1, 1};
    for (auto k = stages.size(); k-- > 0;) {
        auto g = stages[k];
        if (s.convolution.digit && g.dim != s.convolution.digit->dim) continue;
        g.span = spans[g.dim];
        spans[g.dim] *= g.radix;
        stages.push_back(g);
    }
}

/// Places the twiddle factors within the tile after the last stage of their dimensions.
void place_factors(pass_step& s, const std::vector<stage>& stages) {
    for (auto& r : s.inter_pass_twiddles)
        for (unsigned k = 0; r.after && k < stages.size(); ++k)
            if (stages[k].dim == r.dim) r.after = k;
}

}  // namespace

std::vector<stage> chain_stages(pass_step& s, const stage_choice& choice, unsigned in_contiguous,
                                unsigned out_contiguous) {
    auto stages =
        choice.chain.empty() ? stages_by_size(s, choice, in_contiguous) : stages_by_choice(s, choice, in_contiguous);
    if (stages.empty()) stages.push_back({in_contiguous, 1, 1, in_contiguous});
    place_factors(s, stages);
    if (s.convolution.factor) add_mirrored(s, stages);
    stages.back().contiguous = out_contiguous;
    return stages;
}

std::size_t usable_local(const device_description& device) {
    return std::max(device.local_memory, device.static_local_memory);
}

}  // namespace stockham::internal
