// Passes and transposes on the host, by the formulas of cl/index.h and transpose/tile_index.h. Every access is checked.
#include "interpreter/interpreter.hpp"

#include <array>
#include <map>
#include <optional>

#include "base/tables/table.hpp"
#include "families/table.hpp"
#include "interpreter/global_tile.hpp"

namespace stockham::internal {

namespace {

using namespace pass_index;

/// The elements that a step has read and written.
struct footprint {
    buffer src, dst;
    coverage reads, writes;
    bool whole;  ///< it reads every element
};

/// Runs one pass_step as the device does: group by group, stage by stage. The groups run one after the other, so
/// touch() checks separately that no group reads an element that another one writes.
class pass_run : global_tile {
  public:
    pass_run(const pass_step& s, host_buffers& buffers) : global_tile(s, buffers), local_size_(s.local_elements()) {
        for (std::size_t d = 0; d < s.tile.size(); ++d)
            for (bool mirrored : {false, true})
                chains_[mirrored].push_back(table_values(twiddle_table::chain(s.precision, s.chain_of(d, mirrored))));
        for (const auto& g : s.stages)
            for (auto& roots = roots_[g.radix]; roots.size() < g.radix;)
                roots.emplace_back(root_of_unity(roots.size(), g.radix));
    }

    /// Runs part `part` of `parts` equal parts of the pass's groups.
    footprint run(std::uint64_t part = 0, std::uint64_t parts = 1) {
        const auto each = s_.groups() / parts;
        for (std::uint64_t launch = 0; launch < s_.launches(); ++launch)
            for (auto group = part * each; group < (part + 1) * each; ++group)
                run_group(launch, static_cast<index32>(group));
        const bool whole = s_.in.is_plain() && s_.out.is_plain() && !s_.in.shared;
        if (whole && reads_.count() != writes_.count()) refuse(text_, "reads and writes different numbers of elements");
        return {s_.in.where, s_.out.where, std::move(reads_), std::move(writes_), whole};
    }

  private:
    using lanes_of_numbers = std::vector<number>;
    using local_memory = std::vector<lanes_of_numbers>;  // by place; unwritten places are empty

    /// Where stage k reads or writes input or output i of butterfly j. `c` is the butterfly's place.
    index32 butterfly_place(coordinate c, std::size_t k, index32 j, index32 i, bool reads) const {
        const stage& g = s_.stages[k];
        const auto n = tile_.at[g.dim];
        const auto point = [&](index32 which) {
            return reads ? input_point(j, which, n, g.radix) : output_point(j, which, g.radix, g.span);
        };
        if (reads ? takes_powers(s_, k) : gives_powers(s_, k)) {
            c.at[g.dim] = powers_.at(point(i)) - !s_.convolution.whole();
            return local_point(c);
        }
        if (keeps_points(k, reads)) {
            c.at[g.dim] = point(i) + s_.is_partial(g);
            return s_.exchanges() ? local_point(c) : tile_address(c, tile_);
        }
        if (s_.is_partial(g)) {
            c.at[g.dim] = point(i) + 1;
            return local_point(c);
        }
        c.at[g.dim] = point(0);
        return local_place(c, g, i, reads ? n / g.radix : g.span);
    }

    /// True if the points before or after stage k stay in registers.
    bool keeps_points(std::size_t k, bool reads) const {
        return reads ? k > 0 && s_.keeps_points(k - 1) : s_.keeps_points(k);
    }

    /// The place of input or output i of a butterfly: number 0 is at `c`, the others follow every `points` points along
    /// the stage's dimension.
    index32 local_place(const coordinate& c, const stage& g, index32 i, index32 points) const {
        const auto first = tile_address(c, tile_), step = tile_step(g.dim, tile_) * points;
        const auto place = s_.family->local_place(first, i, step, g.radix);
        if (place >= local_size_) refuse(text_, "outside local memory");
        return place;
    }

    const lanes_of_numbers& from_local(index32 place) const {
        if (local_[place].empty()) refuse(text_, "reads a place of local memory that holds nothing");
        return local_[place];
    }
    static void to_local(local_memory& local, index32 place, lanes_of_numbers numbers, const std::string& text) {
        if (!local[place].empty()) refuse(text, "two points in one place of local memory");
        local[place] = std::move(numbers);
    }

    void run_group(std::uint64_t launch, index32 group) {
        begin(launch, group);
        lanes_ = lanes_inside();
        if (const auto compute = family_of(s_).compute)
            compute(
                s_, [&](const coordinate& c) { return loaded(c); },
                [&](const coordinate& c, number z) { stored(c, c, 0, z); });
        else
            run_stages();
        end();
    }

    void run_stages() {
        local_.assign(local_size_, {});
        if (s_.in.packed) pack();
        for (std::size_t k = 0; k < s_.stages.size(); ++k) run_stage(k);
        if (s_.out.packed) unpack();
        if (s_.unpairs()) unpair();
    }

    void run_stage(std::size_t k) {
        const stage& g = s_.stages[k];
        const bool first = k == 0 && !s_.in.packed, last = k + 1 == s_.stages.size() && !s_.out.packed && !s_.unpairs();
        const auto sizes = butterflies(tile_, g.dim, g.radix);
        const index32 count = sizes.at[0] * sizes.at[1] * sizes.at[2] * sizes.at[3];
        // Registers hold the points of the tile, local memory also empty places between them.
        local_memory next(std::max<std::size_t>(local_size_, s_.tile_points()));
        if (s_.is_partial(g)) keep_points_zero(next);
        for (index32 q = 0; q < count; ++q) {
            coordinate c = place(q, sizes, g.contiguous);
            const auto j = c.at[g.dim];
            std::vector<lanes_of_numbers> inputs(g.radix, lanes_of_numbers(lanes_));
            for (index32 i = 0; i < g.radix; ++i) {
                c.at[g.dim] = input_point(j, i, tile_.at[g.dim], g.radix);
                if (first)
                    for (unsigned l = 0; l < lanes_; ++l) inputs[i][l] = loaded(point_of(in_memory(c, true), l));
                else
                    inputs[i] = from_local(butterfly_place(c, k, j, i, true));
                if (g.span > 1 && i > 0)
                    for (auto& z : inputs[i])
                        z = times(z, chains_[s_.convolution.is_mirrored(k)][g.dim].at(twiddle_at(j, i, g.span)));
            }
            for (index32 i = 0; i < g.radix; ++i) {
                c.at[g.dim] = output_point(j, i, g.radix, g.span);
                auto sums = dft_output(inputs, i);
                for (const auto& r : s_.inter_pass_twiddles)
                    if (r.after == k) sums[0] *= twiddle_factor(r, c, 0);
                if (s_.convolution.multiplies_after(k))
                    for (unsigned l = 0; l < lanes_; ++l)
                        sums[l] = multiplied(point_of(c, l), c, l, sums[l]) + zero_for(c, sums[l], next);
                if (last)
                    for (unsigned l = 0; l < lanes_; ++l)
                        stored(point_of(in_memory(c, false), l), in_memory(c, false), l, sums[l]);
                else
                    to_local(next, butterfly_place(c, k, j, i, false), std::move(sums), text_);
            }
        }
        local_ = std::move(next);
    }

    index32 place_of_zero(coordinate c) const {
        c.at[s_.convolution.digit->dim] = 0;
        return local_point(c);
    }

    /// Stages of a prime that is a radix of the tile leave point 0 of each line in local memory.
    void keep_points_zero(local_memory& next) const {
        auto lines = tile_;
        lines.at[s_.convolution.digit->dim] = 1;
        for (index32 q = 0; q < lines.at[0] * lines.at[1] * lines.at[2] * lines.at[3]; ++q) {
            const auto at = place_of_zero(place(q, lines, 0));
            next[at] = local_[at];
        }
    }

    /// What point 0 of its line adds to a product; its own output is the sum of all points.
    number zero_for(const coordinate& c, number sum, local_memory& next) {
        if (!s_.convolution.whole() || c.at[s_.convolution.digit->dim] > 0) return 0;
        const auto at = place_of_zero(c);
        const auto zero = from_local(at)[0];
        if (s_.convolution.copied())
            next[at] = {sum + zero};
        else
            stored(c, c, 0, sum + zero);
        return zero;
    }

    /// For each k = 0 .. n / 2 of each line along a dimension, calls `use` with the places of points k and n - k, and
    /// w_(2 n)^k.
    template <class Use>
    void each_pair(unsigned dim, const Use& use) {
        auto sizes = tile_;
        sizes.at[dim] = tile_.at[dim] / 2 + 1;
        for (index32 q = 0; q < sizes.at[0] * sizes.at[1] * sizes.at[2] * sizes.at[3]; ++q) {
            const auto c = place(q, sizes, 0);
            auto d = c;
            d.at[dim] = tile_.at[dim] - c.at[dim];
            use(c, d, number(root_of_unity(c.at[dim], 2 * std::uint64_t{tile_.at[dim]})));
        }
    }

    index32 local_point(const coordinate& c) const { return local_place(c, {0, 1, 1, 0}, 0, 1); }

    /// Like cl/work_group/unpack_real_lines.cl.
    void unpack() {
        if (const auto all = s_.merged())
            return each_merged_pair(*all, [&](const line_pair& p) {
                if (inside(p.first)) unpack_pair(p, all->points);
            });
        const auto dim = s_.stages.back().dim;
        each_pair(dim, [&](const coordinate& c, const coordinate& d, number w) {
            auto other = d;
            if (c.at[dim] == 0) other.at[dim] = 0;
            if (!inside(c)) return;
            unpack_pair({c, d, local_point(c), local_point(other), c.at[dim], w}, tile_.at[dim]);
        });
    }
    /// Points k and n - k of a line, in memory and in local memory; w_(2 n)^k.
    struct line_pair {
        coordinate first, second;
        index32 place, other, k;
        number w;
    };
    template <class Use>
    void each_merged_pair(const merged_dims& all, const Use& use) const {
        const auto low = tile_.at[all.low], n = static_cast<index32>(all.points);
        auto lines = tile_;
        lines.at[all.low] = lines.at[all.high] = 1;
        for (index32 q = 0; q < lines.at[0] * lines.at[1] * lines.at[2] * lines.at[3]; ++q) {
            const auto line = place(q, lines, 0);
            const auto in_tile = [&](index32 k) {
                auto c = line;
                c.at[all.low] = k % low;
                c.at[all.high] = k / low;
                return local_point(c);
            };
            // In memory, the points of a line follow each other by the stride of its low digit.
            const auto in_line = [&](index32 k) {
                auto c = line;
                c.at[all.low] = k;
                return c;
            };
            for (index32 k = 0; k <= n / 2; ++k)
                use(line_pair{in_line(k), in_line(n - k), in_tile(k), in_tile((n - k) % n), k,
                              number(root_of_unity(k, 2 * all.points))});
        }
    }
    void unpack_pair(const line_pair& p, std::uint64_t n) {
        for (unsigned l = 0; l < lanes_; ++l) {
            const auto a = from_local(p.place)[l], b = std::conj(from_local(p.other)[l]);
            const auto even = (a + b) / 2.0L, odd = number(0, -1) * (a - b) / 2.0L * p.w;
            if (p.k < s_.out.held) stored(point_of(p.first, l), p.first, l, even + odd);
            if (2 * p.k != n && n - p.k < s_.out.held)
                stored(point_of(p.second, l), p.second, l, std::conj(even - odd));
        }
    }

    /// Like cl/work_group/store_paired_spectra.cl.
    void unpair() {
        const auto merged = s_.merged();
        const auto dim = s_.real_line_dim();
        const auto n = static_cast<index32>(s_.out.mapped->numbers.n);
        auto lines = tile_;
        if (merged) lines.at[merged->low] = 1;
        auto halves = lines;
        halves.at[dim] = n / 2 + 1;
        const auto in_tile = [&](coordinate c) {
            if (merged) c.at[merged->low] = c.at[dim] % tile_.at[merged->low], c.at[dim] /= tile_.at[merged->low];
            return from_local(local_point(c))[0];
        };
        for (index32 q = 0; q < halves.at[0] * halves.at[1] * halves.at[2] * halves.at[3]; ++q) {
            const auto c = place(q, halves, 0);
            auto negative = c, first = c;
            for (unsigned d = 0; d < s_.tile.size(); ++d)
                if (s_.tile[d].transformed && c.at[d]) negative.at[d] = (d == dim ? n : lines.at[d]) - c.at[d];
            if (merged) std::swap(first.at[merged->low], first.at[dim]);
            const auto to = locate(first, false);
            if (!to) continue;
            const auto z = as_stored(in_tile(c), to->index);
            const auto back = std::conj(as_stored(in_tile(negative), to->index)) *
                              (s_.out.mapped->chirped && n % 2 && to->index ? -1.0L : 1.0L);
            const auto second = paired_with(first);
            stored(first, first, 0, (z + back) / 2.0L);
            stored(second, second, 0, number(0, -1) * (z - back) / 2.0L);
        }
    }

    /// Like cl/work_group/pack_real_lines.cl.
    void pack() {
        if (const auto all = s_.merged())
            return each_merged_pair(*all, [&](const line_pair& p) { pack_pair(p, all->points); });
        const auto dim = s_.stages.front().dim;
        each_pair(dim, [&](const coordinate& c, const coordinate& d, number w) {
            auto other = d;
            if (c.at[dim] == 0) other.at[dim] = 0;
            pack_pair({c, d, local_point(c), local_point(other), c.at[dim], w}, tile_.at[dim]);
        });
    }
    void pack_pair(const line_pair& p, std::uint64_t n) {
        const bool middle = 2 * p.k == n, first = p.place == p.other && !middle;
        lanes_of_numbers low(lanes_), high(lanes_);
        for (unsigned l = 0; l < lanes_; ++l) {
            auto a = p.k < s_.in.held ? fetched(point_of(p.first, l)) : number(0);
            auto b = middle                 ? std::conj(a)
                     : n - p.k < s_.in.held ? std::conj(fetched(point_of(p.second, l)))
                                            : number(0);
            if (first) a = a.real(), b = b.real();
            const auto even = a + b, odd = number(0, 1) * std::conj(p.w) * (a - b);
            low[l] = swapped(even + odd);
            high[l] = swapped(std::conj(even - odd));
        }
        local_[p.place] = std::move(low);
        if (!first && !middle) local_[p.other] = std::move(high);
    }

    /// Output k of a DFT of a butterfly's inputs, by the definition.
    lanes_of_numbers dft_output(const std::vector<lanes_of_numbers>& inputs, index32 k) const {
        lanes_of_numbers sums(lanes_);
        const auto& roots = roots_.at(static_cast<unsigned>(inputs.size()));
        for (index32 i = 0; i < inputs.size(); ++i) {
            const auto w = roots[i * k % inputs.size()];
            for (unsigned l = 0; l < lanes_; ++l) sums[l] += times(w, inputs[i][l]);
        }
        return sums;
    }

    std::size_t local_size_;
    unsigned lanes_ = 1;                                      // of this group
    std::array<std::vector<std::vector<number>>, 2> chains_;  // before and after the multiplication by a spectrum
    std::map<unsigned, std::vector<number>> roots_;           // of unity, by radix
    local_memory local_;
};

footprint run_transpose(const tile_transpose& t, const device_description& device, host_buffers& buffers) {
    const auto text = to_string(t);
    auto& in = buffer_in(buffers, t.src);
    auto& out = buffer_in(buffers, t.dst);
    if (t.src == t.dst && t.in_offset == t.out_offset) refuse(text, "a transpose in place");
    coverage reads(in.size(), "reads", text), writes(out.size(), "writes", text);
    for_each_move(t, device, [&](std::uint64_t, std::uint64_t from, std::uint64_t to) {
        for (std::uint64_t part : {0, 1}) {
            reads.touch(2 * from + part, 0);
            writes.touch(2 * to + part, 0);
        }
        out[to] = in[from];
    });
    std::uint64_t elements = t.rows.n * t.columns.n;
    for (const auto& l : t.loops) elements *= l.n;
    if (writes.count() != 2 * elements) refuse(text, "not every element is moved");
    return {t.src, t.dst, std::move(reads), std::move(writes), true};
}

}  // namespace

namespace {

/// Runs all steps of a part, one after the other.
void interpret_part(const step_plan& plan, std::uint64_t part, const device_description& device,
                    host_buffers& buffers) {
    const auto parts = std::max<std::uint64_t>(1, plan.parts);
    std::optional<footprint> before;
    for (const auto& each : plan.steps) {
        const auto* pass = std::get_if<pass_step>(&each);
        auto now = pass ? pass_run(*pass, buffers).run(part, parts)
                        : run_transpose(std::get<tile_transpose>(each), device, buffers);
        const bool follows = !before || (before->dst == now.src && before->writes.covers(now.reads) &&
                                         (!before->whole || !now.whole || now.reads.covers(before->writes)));
        if (!follows)
            refuse(std::visit([](const auto& s) { return to_string(s); }, each),
                   "reads other elements than the step before has written");
        before = std::move(now);
    }
}

}  // namespace

void interpret(const step_plan& plan, const device_description& device, host_buffers& buffers) {
    for (std::uint64_t part = 0; part < std::max<std::uint64_t>(1, plan.parts); ++part)
        interpret_part(plan, part, device, buffers);
}

}  // namespace stockham::internal
