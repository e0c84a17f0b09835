// Passes and transposes on the host: the formulas of cl/index.h and transpose/index.h, with every access checked.
// (Long: one class runs a pass as the kernels do, load to store, for every attribute that a pass may have.)
#include "interpreter/interpreter.hpp"

#include <map>
#include <optional>
#include <set>

#include "base/tables/table.hpp"
#include "interpreter/side_memory.hpp"
#include "interpreter/word_groups.hpp"

namespace stockham::internal {

namespace {

using namespace pass_index;
using number = std::complex<long double>;

/// What a step has read and written.
struct footprint {
    buffer src, dst;
    coverage reads, writes;
    bool whole;  ///< it reads all that there is
};

/// Without a look for infinities.
number times(number a, number b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

number swapped(number z) {
    return {z.imag(), z.real()};
}

/// One pass_step as the device runs it: group by group, stage by stage. The groups run one after the other: that none
/// of them reads what another writes is checked apart.
class pass_run {
  public:
    pass_run(const pass_step& s, host_buffers& buffers)
        : s_(s), text_(to_string(s)), buffers_(buffers), in_(buffers, s.in, true), out_(buffers, s.out, false),
          same_buffer_(s.in.where == s.out.where), reads_(buffer_in(buffers, s.in.where).size(), "reads", text_,
                                                          (s.in.mapped && s.in.mapped->hermitian) || s.in.shared),
          writes_(buffer_in(buffers, s.out.where).size(), "writes", text_), local_size_(local_size(s)) {
        for (std::size_t d = 0; d < TILE_RANK; ++d)
            tile_.at[d] = d < s.tile.size() ? static_cast<index32>(s.tile[d].points.n) : 1;
        if (s.lanes()) tile_.at[s.lanes()->dim] /= s.lane_count();
        for (std::size_t k = 0; k < LOOP_RANK; ++k)
            numbers_.loop_n[k] = k < s.loops.size() ? static_cast<index32>(s.loops[k].n) : 1;
        for (const auto& d : s.tile) chains_.push_back(table_values(twiddle_table::chain(s.precision, d.radices)));
        in_chirp_ = chirp_of(s.in);
        out_chirp_ = chirp_of(s.out);
        if (s.factor && s.factor->filter) filter_ = table_values(*s.factor->filter);
        if (s.permuted())
            for (const auto& power : table_values(twiddle_table::powers(s.convolved->points)))
                powers_.push_back(static_cast<index32>(power.real()));
        for (const auto& g : s.stages)
            for (auto& roots = roots_[g.radix]; roots.size() < g.radix;)
                roots.emplace_back(root_of_unity(roots.size(), g.radix));
    }

    footprint run() {
        for (launch_ = 0; launch_ < s_.launches(); ++launch_)
            for (group_ = 0; group_ < s_.groups(); ++group_) run_group();
        const bool whole = s_.in.is_plain() && s_.out.is_plain() && !s_.in.shared;
        if (whole && reads_.count() != writes_.count()) refuse(text_, "reads and writes different numbers of elements");
        return {s_.in.where, s_.out.where, std::move(reads_), std::move(writes_), whole};
    }

  private:
    using lanes_of_numbers = std::vector<number>;
    using local_memory = std::vector<lanes_of_numbers>;  // by place; those that hold nothing are empty

    std::vector<number> chirp_of(const pass_side& side) const {
        if (!side.mapped || !side.mapped->chirped) return {};
        return table_values(twiddle_table::chirp(s_.precision, *side.mapped->chirped));
    }

    /// Which point of a convolved dimension the tile's point m is in memory: in the order of powers, unless stages of
    /// its own copy it. In local memory, the point before has its place.
    index32 point_in_memory(index32 m, bool input) const {
        const auto& c = *s_.convolved;
        if (c.permuted && !c.copied) return powers_.at(m);
        const index32 way = c.permuted ? 2 : 1;
        return input ? convolved_from(way, m, tile_.at[c.dim]) : convolved_to(way, m);
    }
    coordinate in_memory(coordinate c, bool input) const {
        if (s_.convolved) c.at[s_.convolved->dim] = point_in_memory(c.at[s_.convolved->dim], input);
        return c;
    }

    /// A place whose lane dimension counts lines, not blocks of them.
    coordinate point_of(coordinate c, unsigned lane) const {
        if (const auto* own = s_.lanes()) c.at[own->dim] = c.at[own->dim] * own->lanes + lane;
        return c;
    }

    bool inside(const coordinate& point) const {
        for (const auto& g : s_.guards)
            if (std::uint64_t{loops_.at[g.loop]} * s_.lines_along(g.dim) + point.at[g.dim] >= g.extent) return false;
        return true;
    }

    /// Lanes of this group that carry a line.
    unsigned lanes_inside() const {
        std::uint64_t count = s_.lane_count();
        for (const auto& g : s_.guards)
            if (s_.is_lane_dim(g.dim))
                count = std::min(count, g.extent - std::uint64_t{loops_.at[g.loop]} * s_.lane_count());
        return static_cast<unsigned>(count);
    }

    std::uint64_t address(const coordinate& point, bool input) const {
        std::uint64_t at =
            (input ? s_.in.offset : s_.out.offset) + s_.offset_of(launch_, input ? &iodim::is : &iodim::os);
        for (std::size_t k = 0; k < s_.loops.size(); ++k)
            at += loops_.at[k] * (input ? s_.loops[k].is : s_.loops[k].os);
        for (unsigned d = 0; d < s_.tile.size(); ++d)
            at += point.at[d] * (input ? s_.tile[d].points.is : s_.tile[d].points.os);
        return at;
    }

    /// Places of local memory that hold a point (with lanes: a point of each line).
    static std::size_t local_size(const pass_step& s) {
        const auto each = element_size(s.precision);
        return s.local_bytes() / (s.lanes()                                 ? each * s.lane_count() * s.lanes()->buffers
                                  : s.exchange() == exchange_mode::separate ? each / 2
                                                                            : each);
    }

    /// Where stage k finds or leaves leg i of butterfly j. `c` is the butterfly's place.
    index32 local_leg(coordinate c, std::size_t k, index32 j, index32 i, bool reads) const {
        const stage& g = s_.stages[k];
        const auto n = tile_.at[g.dim];
        const auto leg = [&](index32 which) {
            return reads ? input_point(j, which, n, g.radix) : output_point(j, which, g.radix, g.span);
        };
        if (s_.copied() && (reads ? k == 1 : k + 2 == s_.stages.size())) {
            c.at[g.dim] = powers_.at(leg(i)) - 1;
            return local_point(c);
        }
        c.at[g.dim] = leg(0);
        return local_place(c, g, i, reads ? n / g.radix : g.span);
    }

    index32 place_by_layout(index32 first, index32 i, index32 step, index32 radix) const {
        const auto* own = s_.work_group();
        switch (own ? own->layout : local_layout::plain) {
        case local_layout::padded:
            return padded_place(first, i, step, radix, own->pad);
        case local_layout::swizzled:
            return swizzled_place(first, i, step, radix);
        case local_layout::xor_swizzled:
            return xor_swizzled_place(first, i, step, own->swizzle_bits[0], own->swizzle_bits[1]);
        default:
            return first + i * step;
        }
    }

    /// Leg i of the butterfly whose first leg lies at `c`, `points` apart along the stage's dimension.
    index32 local_place(const coordinate& c, const stage& g, index32 i, index32 points) const {
        const auto first = tile_address(c, tile_), step = tile_step(g.dim, tile_) * points;
        const auto place = place_by_layout(first, i, step, g.radix);
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

    static number times_chirp(number z, const std::vector<number>& chirp, std::uint64_t index) {
        return chirp.empty() ? z : z * chirp.at(index);
    }

    /// Where a point lies on one side, by its index along a mapped axis if there is one; nothing where it is not in
    /// memory.
    struct location {
        std::uint64_t at = 0;
        index32 index = 0;
        bool conjugated = false;
    };
    std::optional<location> locate(const coordinate& point, bool input) const {
        if (!inside(point)) return {};
        const auto& mapped = input ? s_.in.mapped : s_.out.mapped;
        location found{address(point, input)};
        if (!mapped) return found;
        const auto& map = mapped->numbers;
        found.index = axis_index(&mapped->growth, point, loops_);
        if (found.index >= map.extent || (!input && mapped->hermitian && comes_twice(&map, found.index))) return {};
        found.conjugated = mapped->hermitian && is_conjugate(&map, found.index);
        if (found.conjugated) found.at += (std::uint64_t{map.n} - 2 * std::uint64_t{found.index}) * map.unit;
        return found;
    }

    /// Among those of all launches.
    std::uint32_t tile_number() const { return static_cast<std::uint32_t>(launch_ * s_.groups()) + group_; }

    /// Notes that the group reads or writes an element: no other group may do the other with it.
    void touch(std::uint64_t at, bool input) {
        auto &mine = input ? reads_ : writes_, &others = input ? writes_ : reads_;
        (input ? in_ : out_).each_number(at, [&](std::uint64_t number_at) {
            mine.touch(number_at, tile_number());
            if (same_buffer_ && others.touched_by_another(number_at, tile_number()))
                refuse(text_, "writes what other tiles read");
        });
    }

    /// The line behind that of a pair's which this point is of.
    coordinate paired_with(coordinate point) const {
        point.at[*s_.paired] += tile_.at[*s_.paired];
        return point;
    }

    /// What memory has at a point, or stands for. Of a paired line's half spectrum only the real parts of the ends
    /// count.
    number found(const location& from) {
        touch(from.at, true);
        auto value = in_.get(from.at);
        if (from.conjugated) value = std::conj(value);
        if (s_.paired && s_.in.mapped && 2 * from.index % s_.in.mapped->numbers.n == 0) value = value.real();
        return value;
    }

    /// The value of a place before the first stage: from global memory; zero where there is nothing.
    number loaded(const coordinate& point) {
        const auto from = locate(point, true);
        if (!from) return 0;
        auto value = found(*from);
        if (s_.paired) value += number(0, 1) * found(*locate(paired_with(point), true));
        if (s_.in.swapped) value = swapped(value);
        value = times_chirp(value, in_chirp_, from->index);
        if (s_.in.inverse) value = swapped(value);
        for (const auto& r : s_.inter_pass_twiddles)
            if (r.on_load) value *= twiddle_factor(r, point, 0);
        return value;
    }

    void stored(const coordinate& point, const coordinate& blocks, unsigned lane, number value) {
        const auto to = locate(point, false);
        if (!to) return;
        for (const auto& r : s_.inter_pass_twiddles)
            if (!r.on_load) value *= twiddle_factor(r, blocks, lane);
        if (s_.scale != 1) value *= static_cast<long double>(s_.scale);
        if (s_.out.inverse) value = swapped(value);
        value = times_chirp(value, out_chirp_, to->index);
        if (s_.out.swapped) value = swapped(value);
        if (to->conjugated) value = std::conj(value);
        put(to->at, value);
        if (s_.paired && !s_.unpairs()) put(locate(paired_with(point), false)->at, swapped(value));
    }
    void put(std::uint64_t at, number value) {
        touch(at, false);
        later_.emplace_back(at, value);
    }

    /// A point of the spectrum by its factor, from where on the chain goes back, or once more forward.
    number multiplied(const coordinate& point, const coordinate& blocks, unsigned lane, number value) {
        if (!inside(point)) return 0;
        const auto at = spectrum_place(&s_.factor->growth, point, loops_);
        const auto& factors = s_.factor->filter ? filter_ : buffers_.spectrum;
        if (at >= factors.size()) refuse(text_, "reads outside the spectrum");
        const auto product = value * (s_.factor->conjugated ? std::conj(factors[at]) : factors[at]);
        if (!s_.convolved) return swapped(product);
        if (!s_.permuted() || point.at[s_.convolved->dim] > 0) return product;
        const auto first = loaded(point);  // which memory has, but not the tile
        stored(point, blocks, lane, value + first);
        return product + first;
    }

    /// By the kernel's arithmetic: the index into the tables in 32 bits, the lanes' share apart.
    number twiddle_factor(const inter_pass_twiddle& r, coordinate c, unsigned lane) const {
        const auto k = c.at[r.dim];
        if (const auto* own = s_.lanes()) c.at[own->dim] *= own->lanes;
        index32 phase = 0;
        for (unsigned d = 0; d < TILE_RANK; ++d) phase += r.tile[d] * c.at[d];
        for (unsigned l = 0; l < LOOP_RANK; ++l) phase += r.loop[l] * loops_.at[l];
        const std::uint64_t index = std::uint64_t{k} * phase;
        if (index >= r.order || k >= s_.points_along(r.dim)) refuse(text_, "twiddle index outside its table");
        number w(root_of_unity(index, r.order));
        if (const auto* own = s_.lanes())
            w *= number(root_of_unity(std::uint64_t{k} * lane * r.tile[own->dim], r.order));
        return w;
    }

    void run_group() {
        loops_ = loops_of(group_, &numbers_, static_cast<index32>(s_.loops.size()));
        lanes_ = lanes_inside();
        later_.clear();
        s_.word_groups() ? run_word_groups(
                               s_, [&](const coordinate& c) { return loaded(c); },
                               [&](const coordinate& c, number z) { stored(c, c, 0, z); })
                         : run_stages();
        for (const auto& [at, value] : later_) out_.put(at, value);
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
        local_memory next(local_size_);
        for (index32 q = 0; q < count; ++q) {
            coordinate c = place(q, sizes, g.contiguous);
            const auto j = c.at[g.dim];
            std::vector<lanes_of_numbers> legs(g.radix, lanes_of_numbers(lanes_));
            for (index32 i = 0; i < g.radix; ++i) {
                c.at[g.dim] = input_point(j, i, tile_.at[g.dim], g.radix);
                if (first)
                    for (unsigned l = 0; l < lanes_; ++l) legs[i][l] = loaded(point_of(in_memory(c, true), l));
                else
                    legs[i] = from_local(local_leg(c, k, j, i, true));
                if (g.span > 1 && i > 0)
                    for (auto& z : legs[i]) z = times(z, chains_[g.dim].at(twiddle_at(j, i, g.span)));
            }
            for (index32 i = 0; i < g.radix; ++i) {
                c.at[g.dim] = output_point(j, i, g.radix, g.span);
                auto sums = leg_sums(legs, i);
                if (s_.factor && s_.factor->after == k)
                    for (unsigned l = 0; l < lanes_; ++l) sums[l] = multiplied(point_of(c, l), c, l, sums[l]);
                if (last)
                    for (unsigned l = 0; l < lanes_; ++l)
                        stored(point_of(in_memory(c, false), l), in_memory(c, false), l, sums[l]);
                else
                    to_local(next, local_leg(c, k, j, i, false), std::move(sums), text_);
            }
        }
        local_ = std::move(next);
    }

    /// Calls for each k = 0 .. n / 2 of each line along a dimension, with the places of points k and n - k.
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

    /// As cl/work_group/unpack_real_lines.cl.
    void unpack() {
        const auto dim = s_.stages.back().dim;
        each_pair(dim, [&](const coordinate& c, const coordinate& d, number w) {
            auto other = d;
            if (c.at[dim] == 0) other.at[dim] = 0;
            if (!inside(c)) return;
            const auto a = from_local(local_point(c))[0], b = std::conj(from_local(local_point(other))[0]);
            const auto even = (a + b) / 2.0L, odd = number(0, -1) * (a - b) / 2.0L * w;
            stored(c, c, 0, even + odd);
            if (2 * c.at[dim] != tile_.at[dim]) stored(d, d, 0, std::conj(even - odd));
        });
    }

    /// As cl/work_group/store_paired_spectra.cl.
    void unpair() {
        auto sizes = tile_;
        for (unsigned d = 0; d < TILE_RANK; ++d)
            if (s_.out.mapped->growth.tile[d]) sizes.at[d] = tile_.at[d] / 2 + 1;
        for (index32 q = 0; q < sizes.at[0] * sizes.at[1] * sizes.at[2] * sizes.at[3]; ++q) {
            const auto c = place(q, sizes, 0), twin = paired_with(c);
            auto negative = c;
            for (unsigned d = 0; d < s_.tile.size(); ++d)
                if (s_.tile[d].transformed && c.at[d]) negative.at[d] = tile_.at[d] - c.at[d];
            if (!inside(c)) continue;
            const auto z = from_local(local_point(c))[0], back = std::conj(from_local(local_point(negative))[0]);
            stored(c, c, 0, (z + back) / 2.0L);
            stored(twin, twin, 0, number(0, -1) * (z - back) / 2.0L);
        }
    }

    /// As cl/work_group/pack_real_lines.cl.
    void pack() {
        const auto dim = s_.stages.front().dim;
        each_pair(dim, [&](const coordinate& c, const coordinate& d, number w) {
            const bool middle = 2 * c.at[dim] == tile_.at[dim], first = c.at[dim] == 0;
            auto a = fetched(c), b = middle ? std::conj(a) : std::conj(fetched(d));
            if (first) a = a.real(), b = b.real();
            const auto even = a + b, odd = number(0, 1) * std::conj(w) * (a - b);
            local_[local_point(c)] = {swapped(even + odd)};
            if (!first && !middle) local_[local_point(d)] = {swapped(std::conj(even - odd))};
        });
    }

    /// As in memory; zero where the guard keeps out.
    number fetched(const coordinate& point) {
        const auto from = locate(point, true);
        if (!from) return 0;
        touch(from->at, true);
        return in_.get(from->at);
    }

    /// Output k of a plain DFT of the legs.
    lanes_of_numbers leg_sums(const std::vector<lanes_of_numbers>& legs, index32 k) const {
        lanes_of_numbers sums(lanes_);
        const auto& roots = roots_.at(static_cast<unsigned>(legs.size()));
        for (index32 i = 0; i < legs.size(); ++i) {
            const auto w = roots[i * k % legs.size()];
            for (unsigned l = 0; l < lanes_; ++l) sums[l] += times(w, legs[i][l]);
        }
        return sums;
    }

    const pass_step& s_;
    std::string text_;
    host_buffers& buffers_;
    side_memory in_, out_;
    bool same_buffer_;
    coverage reads_, writes_;
    std::size_t local_size_;
    coordinate tile_{};
    pass_numbers numbers_{};
    loop_index loops_{};
    index32 group_ = 0;
    std::uint64_t launch_ = 0;
    unsigned lanes_ = 1;  // of this group
    std::vector<std::vector<number>> chains_;
    std::vector<number> in_chirp_, out_chirp_, filter_;
    std::map<unsigned, std::vector<number>> roots_;  // of unity, by radix
    std::vector<index32> powers_;                    // of a primitive root
    local_memory local_;
    std::vector<std::pair<std::uint64_t, number>> later_;  // what the group stores, once all of it is loaded
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

void interpret(const step_plan& plan, const device_description& device, host_buffers& buffers) {
    std::optional<footprint> before;
    for (const auto& each : plan.steps) {
        const auto* pass = std::get_if<pass_step>(&each);
        auto now =
            pass ? pass_run(*pass, buffers).run() : run_transpose(std::get<tile_transpose>(each), device, buffers);
        const bool follows = !before || (before->dst == now.src && before->writes.covers(now.reads) &&
                                         (!before->whole || !now.whole || now.reads.covers(before->writes)));
        if (!follows)
            refuse(std::visit([](const auto& s) { return to_string(s); }, each),
                   "reads other elements than the step before has written");
        before = std::move(now);
    }
}

}  // namespace stockham::internal
