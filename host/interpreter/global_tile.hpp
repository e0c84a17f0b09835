// A pass's tile in global memory on the host: the place of each point, and checked reads and writes.
#pragma once

#include <complex>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/tables/table.hpp"
#include "interpreter/side_memory.hpp"
#include "model/step.hpp"

namespace stockham::internal {

using namespace pass_index;
using number = std::complex<long double>;

/// std::complex's product, but without its checks for infinities.
inline number times(number a, number b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

inline number swapped(number z) {
    return {z.imag(), z.real()};
}

/// Global memory as seen by the tiles of one pass_step, one tile at a time.
class global_tile {
  public:
    global_tile(const pass_step& s, host_buffers& buffers)
        : s_(s), text_(to_string(s)), buffers_(buffers), in_(buffers, s.in, true), out_(buffers, s.out, false),
          same_buffer_(s.in.where == s.out.where), reads_(buffer_in(buffers, s.in.where).size(), "reads", text_,
                                                          (s.in.mapped && s.in.mapped->hermitian) || s.in.shared),
          writes_(buffer_in(buffers, s.out.where).size(), "writes", text_) {
        for (std::size_t d = 0; d < TILE_RANK; ++d)
            tile_.at[d] = d < s.tile.size() ? static_cast<index32>(s.tile[d].points.n) : 1;
        lane_dim_ = s.family->lane_dim();
        if (lane_dim_) tile_.at[*lane_dim_] /= s.lane_count();
        for (std::size_t k = 0; k < LOOP_RANK; ++k)
            numbers_.loop_n[k] = k < s.loops.size() ? static_cast<index32>(s.loops[k].n) : 1;
        in_chirp_ = chirp_of(s.in);
        out_chirp_ = chirp_of(s.out);
        if (s.convolution.factor && s.convolution.factor->filter) filter_ = table_values(*s.convolution.factor->filter);
        if (s.convolution.permuted())
            for (const auto& power : table_values(twiddle_table::powers(s.convolution.digit->points)))
                powers_.push_back(static_cast<index32>(power.real()));
    }

  protected:
    /// Moves on to the tile of a work-group. Its stores are buffered until end(), after all loads.
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

    /// The index in memory of point m of the tile along the convolved dimension. A permuted dimension is accessed in
    /// the order of powers, unless separate stages copy it in memory's order.
    index32 point_in_memory(index32 m, bool input) const {
        const auto& c = *s_.convolution.digit;
        if (!(input ? s_.convolution.loads_digit() : s_.convolution.stores_digit())) return m;
        if (c.permuted && !c.copied) return powers_.at(m);
        const index32 way = c.permuted ? 2 : 1;
        return input ? convolved_from(way, m, tile_.at[c.dim]) : convolved_to(way, m);
    }
    coordinate in_memory(coordinate c, bool input) const {
        if (const auto& digit = s_.convolution.digit) c.at[digit->dim] = point_in_memory(c.at[digit->dim], input);
        return c;
    }

    /// The coordinate of one lane: its lane dimension counts lines, that of `c` counts blocks of lines.
    coordinate point_of(coordinate c, unsigned lane) const {
        if (lane_dim_) c.at[*lane_dim_] = c.at[*lane_dim_] * s_.lane_count() + lane;
        return c;
    }

    bool inside(const coordinate& point) const {
        for (const auto& g : s_.guards)
            if (std::uint64_t{loops_.at[g.loop]} * s_.lines_along(g.dim) + point.at[g.dim] >= g.extent) return false;
        return true;
    }

    /// The number of lanes of this group that carry a line.
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

    /// Where a point lies on one side, with its index along the mapped axis if there is one. Empty if the point is not
    /// in memory.
    struct location {
        std::uint64_t at = 0;
        std::uint64_t index = 0;
        bool conjugated = false;
    };
    std::optional<location> locate(const coordinate& point, bool input) const {
        if (!inside(point)) return {};
        const auto& mapped = input ? s_.in.mapped : s_.out.mapped;
        location found{address(point, input)};
        if (!mapped) return found;
        const auto& map = mapped->numbers;
        found.index = axis_index(mapped->growth, point, loops_);
        if (found.index >= map.extent || (!input && mapped->hermitian && comes_twice(&map, found.index))) return {};
        if (mapped->hermitian && held_point(&map, found.index) >= map.held) return {};
        found.conjugated = mapped->hermitian && is_conjugate(&map, found.index);
        if (found.conjugated) found.at += (map.n - 2 * found.index) * map.unit;
        if (mapped->folded) found.at += (folded_place(map.n, found.index) - found.index) * map.unit;
        return found;
    }

    /// The number of the tile among those of all launches.
    std::uint32_t tile_number() const { return static_cast<std::uint32_t>(launch_ * s_.groups()) + group_; }

    /// Records that the group reads or writes an element. In one buffer, no group may write what another one reads.
    void touch(std::uint64_t at, bool input) {
        auto &mine = input ? reads_ : writes_, &others = input ? writes_ : reads_;
        (input ? in_ : out_).each_number(at, [&](std::uint64_t number_at) {
            mine.touch(number_at, tile_number());
            if (same_buffer_ && others.touched_by_another(number_at, tile_number()))
                refuse(text_, "writes what other tiles read");
        });
    }

    /// The same point on the second line of the pair.
    coordinate paired_with(coordinate point) const {
        point.at[*s_.paired] += tile_.at[*s_.paired];
        return point;
    }

    static bool is_real_end(const pass_side& side, std::uint64_t index) {
        return side.mapped && side.mapped->real_ends && is_own_conjugate(&side.mapped->numbers, index);
    }

    /// The value of a point in memory, conjugated if memory holds its conjugate.
    number found(const location& from) {
        touch(from.at, true);
        auto value = in_.get(from.at);
        if (from.conjugated) value = std::conj(value);
        if (is_real_end(s_.in, from.index)) value = value.real();
        return value;
    }

    /// The input of the first stage at a point: zero if the point is not in memory.
    number loaded(const coordinate& point) {
        const auto from = locate(point, true);
        if (!from) return 0;
        auto value = found(*from);
        if (s_.paired)
            if (const auto second = locate(paired_with(point), true)) value += number(0, 1) * found(*second);
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
            if (r.on_store()) value *= twiddle_factor(r, blocks, lane);
        if (s_.scale != 1) value *= static_cast<long double>(s_.scale);
        if (!s_.unpairs()) value = as_stored(value, to->index);
        if (to->conjugated) value = std::conj(value);
        if (is_real_end(s_.out, to->index) && is_own_conjugate_beside(point, s_.out.mapped->real_periods))
            value = value.real();
        put(to->at, value);
        if (!s_.paired || s_.unpairs()) return;
        if (const auto second = locate(paired_with(point), false)) put(second->at, swapped(value));
    }
    /// An output of the last stage as a number in memory; `index` is that along the mapped axis.
    number as_stored(number value, std::uint64_t index) const {
        if (s_.out.inverse) value = swapped(value);
        value = times_chirp(value, out_chirp_, index);
        return s_.out.swapped ? swapped(value) : value;
    }
    void put(std::uint64_t at, number value) {
        touch(at, false);
        later_.emplace_back(at, value);
    }

    /// Multiplies a point by its factor of the spectrum. The following stages transform it back: real and imaginary
    /// parts are swapped for that, except in a convolved dimension, whose second transform is forward, too.
    number multiplied(const coordinate& point, const coordinate& blocks, unsigned lane, number value) {
        if (!inside(point)) return 0;
        const auto at = spectrum_place(s_.convolution.factor->growth, point, loops_);
        const auto& factors = s_.convolution.factor->filter ? filter_ : buffers_.spectrum;
        if (at >= factors.size()) refuse(text_, "reads outside the spectrum");
        const auto product = value * (s_.convolution.factor->conjugated ? std::conj(factors[at]) : factors[at]);
        if (!s_.convolution.digit) return swapped(product);
        if (!s_.convolution.permuted() || point.at[s_.convolution.digit->dim] > 0) return product;
        if (s_.convolution.whole()) return product;
        const auto first = loaded(point);  // Rader's point 0 is in memory, but not in the tile
        stored(point, blocks, lane, value + first);
        return product + first;
    }

    /// With the kernel's arithmetic: a 32-bit phase, and a separate factor for the lane.
    number twiddle_factor(const inter_pass_twiddle& r, coordinate c, unsigned lane) const {
        const auto k = c.at[r.dim];
        if (lane_dim_) c.at[*lane_dim_] *= s_.lane_count();
        index32 phase = 0;
        for (unsigned d = 0; d < TILE_RANK; ++d) phase += r.tile[d] * c.at[d];
        for (unsigned l = 0; l < LOOP_RANK; ++l) phase += r.loop[l] * loops_.at[l];
        const std::uint64_t index = std::uint64_t{k} * phase;
        if (index >= r.order || k >= s_.points_along(r.dim)) refuse(text_, "twiddle index outside its table");
        number w(root_of_unity(index, r.order));
        if (lane_dim_) w *= number(root_of_unity(std::uint64_t{k} * lane * r.tile[*lane_dim_], r.order));
        return w;
    }

    /// The unchanged value in memory; zero outside the guards.
    number fetched(const coordinate& point) {
        const auto from = locate(point, true);
        if (!from) return 0;
        touch(from->at, true);
        return in_.get(from->at);
    }

    const pass_step& s_;
    std::optional<unsigned> lane_dim_;
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
    std::vector<std::pair<std::uint64_t, number>> later_;  // the group's buffered stores
};

}  // namespace stockham::internal
