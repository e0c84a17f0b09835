// Passes and transposes on the host: the formulas of cl/index.h and transpose/index.h, with every access checked.
#include "interpreter/interpreter.hpp"

#include <map>
#include <optional>
#include <set>

#include "kernel/table.hpp"

namespace stockham {

namespace {

using namespace pass_index;
using number = std::complex<long double>;

std::vector<number>& buffer_in(host_buffers& b, buffer which) {
    return which == buffer::input ? b.input : which == buffer::output ? b.output : b.workspace;
}

[[noreturn]] void refuse(const std::string& step, const std::string& what) {
    throw interpreter_error(what + " in: " + step);
}

/// Which elements of a buffer a step has touched: no element twice, none outside.
class coverage {
  public:
    coverage(std::size_t size, std::string verb, const std::string& step)
        : touched_(size, false), verb_(std::move(verb)), step_(step) {}
    void touch(std::uint64_t at) {
        if (at >= touched_.size()) refuse(step_, verb_ + " outside its buffer, at " + std::to_string(at));
        if (touched_[at]) refuse(step_, verb_ + " twice, at " + std::to_string(at));
        touched_[at] = true;
        ++count_;
    }
    std::uint64_t count() const { return count_; }
    bool operator==(const coverage& other) const { return touched_ == other.touched_; }
    bool meets(const coverage& other) const {
        for (std::size_t k = 0; k < touched_.size(); ++k)
            if (touched_[k] && other.touched_[k]) return true;
        return false;
    }

  private:
    std::vector<bool> touched_;
    std::string verb_, step_;
    std::uint64_t count_ = 0;
};

/// What a step has read and written.
struct footprint {
    buffer src, dst;
    coverage reads, writes;
};

/// One pass_step as the device runs it: group by group, stage by stage.
class pass_run {
  public:
    pass_run(const pass_step& s, host_buffers& buffers)
        : s_(s), text_(to_string(s)), in_(buffer_in(buffers, s.src)), out_(buffer_in(buffers, s.dst)),
          same_buffer_(s.src == s.dst), in_place_(same_buffer_ && s.in_offset == s.out_offset),
          reads_(in_.size(), "reads", text_), writes_(out_.size(), "writes", text_), local_size_(local_size(s)) {
        for (std::size_t d = 0; d < TILE_RANK; ++d)
            tile_.at[d] = d < s.tile.size() ? static_cast<index32>(s.tile[d].points.n) : 1;
        if (s.lanes > 1) tile_.at[s.lane_dim] /= s.lanes;
        for (std::size_t k = 0; k < LOOP_RANK; ++k)
            numbers_.loop_n[k] = k < s.loops.size() ? static_cast<index32>(s.loops[k].n) : 1;
        for (const auto& d : s.tile) chains_.push_back(table_values(twiddle_table::chain(s.precision, d.radices)));
    }

    footprint run() {
        if (same_buffer_) original_ = in_;
        for (index32 group = 0; group < s_.groups(); ++group) run_group(group);
        if (reads_.count() != writes_.count()) refuse(text_, "reads and writes different numbers of elements");
        if (same_buffer_ && !in_place_ && reads_.meets(writes_)) refuse(text_, "writes what other tiles read");
        return {s_.src, s_.dst, std::move(reads_), std::move(writes_)};
    }

  private:
    using lanes_of_numbers = std::vector<number>;

    bool inside(const coordinate& c, unsigned lane) const {
        if (s_.guard_dim < 0) return true;
        const auto d = static_cast<unsigned>(s_.guard_dim);
        const auto line = s_.lanes > 1 && d == s_.lane_dim ? c.at[d] * s_.lanes + lane : c.at[d];
        return std::uint64_t{loops_.at[s_.guard_loop]} * s_.tile[d].points.n + line < s_.guard_extent;
    }

    std::uint64_t address(const coordinate& c, unsigned lane, bool input) const {
        std::uint64_t at = input ? s_.in_offset : s_.out_offset;
        for (std::size_t k = 0; k < s_.loops.size(); ++k)
            at += loops_.at[k] * (input ? s_.loops[k].is : s_.loops[k].os);
        for (unsigned d = 0; d < s_.tile.size(); ++d) {
            const std::uint64_t point = s_.lanes > 1 && d == s_.lane_dim ? c.at[d] * s_.lanes + lane : c.at[d];
            at += point * (input ? s_.tile[d].points.is : s_.tile[d].points.os);
        }
        return at;
    }

    /// Places of local memory that hold a point (with lanes: a point of each line).
    static std::size_t local_size(const pass_step& s) {
        const auto each = element_size(s.precision);
        return s.local_bytes() / (s.lanes > 1 ? each * s.lanes * s.buffers : s.split_exchange ? each / 2 : each);
    }

    /// Leg i of the butterfly whose first leg lies at `c`, `points` apart along the stage's dimension.
    index32 local_place(const coordinate& c, const stage& g, index32 i, index32 points) const {
        const auto first = tile_address(c, tile_), step = tile_step(g.dim, tile_) * points;
        const auto place = s_.lanes > 1 || s_.layout == local_layout::plain ? first + i * step
                           : s_.layout == local_layout::padded ? padded_leg(first, i, step, g.radix, s_.pad)
                                                               : swizzled_leg(first, i, step, g.radix);
        if (place >= local_size_) refuse(text_, "outside local memory");
        return place;
    }

    const lanes_of_numbers& from_local(index32 place) const {
        const auto found = local_.find(place);
        if (found == local_.end()) refuse(text_, "reads a place of local memory that holds nothing");
        return found->second;
    }

    /// The value of a place before the first stage: from global memory; zero where the guard keeps out.
    number loaded(const coordinate& c, unsigned lane) {
        if (!inside(c, lane)) return 0;
        const auto at = address(c, lane, true);
        reads_.touch(at);
        if (in_place_) read_here_.insert(at);
        const auto value = same_buffer_ ? original_[at] : in_[at];
        return s_.inverse ? number(value.imag(), value.real()) : value;
    }

    void stored(const coordinate& c, unsigned lane, number value) {
        if (!inside(c, lane)) return;
        for (const auto& r : s_.rotations) value *= rotation_factor(r, c, lane);
        if (s_.scale != 1) value *= static_cast<long double>(s_.scale);
        const auto at = address(c, lane, false);
        writes_.touch(at);
        if (in_place_) written_here_.insert(at);
        out_[at] = s_.inverse ? number(value.imag(), value.real()) : value;
    }

    /// By the kernel's arithmetic: the index into the tables in 32 bits, the lanes' share apart.
    number rotation_factor(const rotation& r, coordinate c, unsigned lane) const {
        const auto k = c.at[r.dim];
        if (s_.lanes > 1) c.at[s_.lane_dim] *= s_.lanes;
        index32 phase = 0;
        for (unsigned d = 0; d < TILE_RANK; ++d) phase += r.tile[d] * c.at[d];
        for (unsigned l = 0; l < LOOP_RANK; ++l) phase += r.loop[l] * loops_.at[l];
        const std::uint64_t index = std::uint64_t{k} * phase;
        if (index >= r.order) refuse(text_, "rotation index outside its table");
        auto w = root_of_unity(index, r.order);
        if (s_.lanes > 1) w *= root_of_unity(std::uint64_t{k} * lane * r.tile[s_.lane_dim], r.order);
        return w;
    }

    void run_group(index32 group) {
        loops_ = loops_of(group, &numbers_, static_cast<index32>(s_.loops.size()));
        read_here_.clear();
        written_here_.clear();
        local_.clear();
        for (std::size_t k = 0; k < s_.stages.size(); ++k) run_stage(k);
        if (in_place_ && read_here_ != written_here_)
            refuse(text_, "in place, but a tile writes other elements than it reads");
    }

    void run_stage(std::size_t k) {
        const stage& g = s_.stages[k];
        const bool first = k == 0, last = k + 1 == s_.stages.size();
        const auto sizes = butterflies(tile_, g.dim, g.radix);
        const index32 count = sizes.at[0] * sizes.at[1] * sizes.at[2] * sizes.at[3];
        std::map<index32, lanes_of_numbers> next;
        for (index32 q = 0; q < count; ++q) {
            coordinate c = place(q, sizes, g.fast);
            const auto j = c.at[g.dim];
            std::vector<lanes_of_numbers> legs(g.radix, lanes_of_numbers(s_.lanes));
            for (index32 i = 0; i < g.radix; ++i) {
                c.at[g.dim] = leg_in(j, first ? i : 0, tile_.at[g.dim], g.radix);
                if (first)
                    for (unsigned l = 0; l < s_.lanes; ++l) legs[i][l] = loaded(c, l);
                else
                    legs[i] = from_local(local_place(c, g, i, tile_.at[g.dim] / g.radix));
                if (g.span > 1 && i > 0)
                    for (auto& z : legs[i]) z *= chains_[g.dim].at(twiddle_at(j, i, g.span));
            }
            for (index32 i = 0; i < g.radix; ++i) {
                c.at[g.dim] = leg_out(j, last ? i : 0, g.radix, g.span);
                const auto sums = leg_sums(legs, i);
                if (last)
                    for (unsigned l = 0; l < s_.lanes; ++l) stored(c, l, sums[l]);
                else if (!next.emplace(local_place(c, g, i, g.span), sums).second)
                    refuse(text_, "two points in one place of local memory");
            }
        }
        local_ = std::move(next);
    }

    /// Output k of a plain DFT of the legs.
    lanes_of_numbers leg_sums(const std::vector<lanes_of_numbers>& legs, index32 k) const {
        lanes_of_numbers sums(s_.lanes);
        for (index32 i = 0; i < legs.size(); ++i) {
            const auto w = root_of_unity(std::uint64_t{i} * k, legs.size());
            for (unsigned l = 0; l < s_.lanes; ++l) sums[l] += w * legs[i][l];
        }
        return sums;
    }

    const pass_step& s_;
    std::string text_;
    std::vector<number>& in_;
    std::vector<number>& out_;
    bool same_buffer_, in_place_;
    coverage reads_, writes_;
    std::size_t local_size_;
    coordinate tile_{};
    pass_numbers numbers_{};
    loop_index loops_{};
    std::vector<std::vector<number>> chains_;
    std::vector<number> original_;  // in place: what was there before the pass
    std::set<std::uint64_t> read_here_, written_here_;
    std::map<index32, lanes_of_numbers> local_;
};

footprint run_transpose(const tile_transpose& t, const device_description& device, host_buffers& buffers) {
    const auto text = to_string(t);
    auto& in = buffer_in(buffers, t.src);
    auto& out = buffer_in(buffers, t.dst);
    if (t.src == t.dst && t.in_offset == t.out_offset) refuse(text, "a transpose in place");
    coverage reads(in.size(), "reads", text), writes(out.size(), "writes", text);
    for_each_move(t, device, [&](std::uint64_t, std::uint64_t from, std::uint64_t to) {
        reads.touch(from);
        writes.touch(to);
        out[to] = in[from];
    });
    std::uint64_t elements = t.rows.n * t.columns.n;
    for (const auto& l : t.loops) elements *= l.n;
    if (writes.count() != elements) refuse(text, "not every element is moved");
    return {t.src, t.dst, std::move(reads), std::move(writes)};
}

}  // namespace

void interpret(const step_plan& plan, const device_description& device, host_buffers& buffers) {
    std::optional<footprint> before;
    for (const auto& each : plan.steps) {
        const auto* pass = std::get_if<pass_step>(&each);
        auto now =
            pass ? pass_run(*pass, buffers).run() : run_transpose(std::get<tile_transpose>(each), device, buffers);
        if (before && (before->dst != now.src || !(before->writes == now.reads)))
            refuse(std::visit([](const auto& s) { return to_string(s); }, each),
                   "reads other elements than the step before has written");
        before = std::move(now);
    }
}

}  // namespace stockham
