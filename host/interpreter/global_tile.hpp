// A pass's tile in global memory on the host: which element each of its points is, what is read there and written, with
// every access checked.
#pragma once

#include <complex>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/tables/table.hpp"
#include "interpreter/side_memory.hpp"
#include "plan/step.hpp"

namespace stockham::internal {

using namespace pass_index;
using number = std::complex<long double>;

/// Without a look for infinities.
inline number times(number a, number b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

inline number swapped(number z) {
    return {z.imag(), z.real()};
}

/// Global memory as the tiles of one pass_step see it, one after the other.
class global_tile {
  public:
    global_tile(const pass_step& s, host_buffers& buffers)
        : s_(s), text_(to_string(s)), buffers_(buffers), in_(buffers, s.in, true), out_(buffers, s.out, false),
          same_buffer_(s.in.where == s.out.where), reads_(buffer_in(buffers, s.in.where).size(), "reads", text_,
                                                          (s.in.mapped && s.in.mapped->hermitian) || s.in.shared),
          writes_(buffer_in(buffers, s.out.where).size(), "writes", text_) {
        for (std::size_t d = 0; d < TILE_RANK; ++d)
            tile_.at[d] = d < s.tile.size() ? static_cast<index32>(s.tile[d].points.n) : 1;
        if (s.lanes()) tile_.at[s.lanes()->dim] /= s.lane_count();
        for (std::size_t k = 0; k < LOOP_RANK; ++k)
            numbers_.loop_n[k] = k < s.loops.size() ? static_cast<index32>(s.loops[k].n) : 1;
        in_chirp_ = chirp_of(s.in);
        out_chirp_ = chirp_of(s.out);
        if (s.factor && s.factor->filter) filter_ = table_values(*s.factor->filter);
        if (s.permuted())
            for (const auto& power : table_values(twiddle_table::powers(s.convolved->points)))
                powers_.push_back(static_cast<index32>(power.real()));
    }

  protected:
    /// Goes on to the tile of a work-group; what it stores waits until all of it is loaded.
    void begin(std::uint64_t launch, index32 group) {
        launch_ = launch;
        group_ = group;
        loops_ = loops_of(group, &numbers_, static_cast<index32>(s_.loops.size()));
        later_.clear();
    }
    void end() {
        for (const auto& [at, value] : later_) out_.put(at, value);
    }

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

    /// As in memory; zero where the guard keeps out.
    number fetched(const coordinate& point) {
        const auto from = locate(point, true);
        if (!from) return 0;
        touch(from->at, true);
        return in_.get(from->at);
    }

    const pass_step& s_;
    std::string text_;
    host_buffers& buffers_;
    side_memory in_, out_;
    bool same_buffer_;
    coverage reads_, writes_;
    coordinate tile_{};
    pass_numbers numbers_{};
    loop_index loops_{};
    index32 group_ = 0;
    std::uint64_t launch_ = 0;
    std::vector<number> in_chirp_, out_chirp_, filter_;
    std::vector<index32> powers_;                          // of a primitive root
    std::vector<std::pair<std::uint64_t, number>> later_;  // what the group stores
};

}  // namespace stockham::internal
