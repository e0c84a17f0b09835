// Pass problems: where each pass reads and writes, and what of every axis it sees.
#include "plan/passes/passes.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "plan/passes/axis_state.hpp"
#include "plan/published.hpp"
#include "problem/loops.hpp"

namespace stockham::internal {

namespace {

/// All axes between two passes.
struct boundary {
    std::vector<axis_state> axes;
    memory_form form;

    std::uint64_t elements(const problem& p) const {
        std::uint64_t product = p.transforms();
        for (const auto& a : axes) product *= a.extent();
        return product;
    }
};

std::vector<boundary> boundaries_of(const problem& p, const pass_sequence& q) {
    std::vector<boundary> all(q.passes.size() + 1);
    for (std::size_t a = 0; a < p.axes.size(); ++a) {
        auto states = states_of(p, q, a);
        for (std::size_t k = 0; k < all.size(); ++k) all[k].axes.push_back(std::move(states[k]));
    }
    for (auto& b : all)
        if (p.real_between && std::all_of(b.axes.begin(), b.axes.end(), [](const auto& s) { return s.whole; }))
            b.form.numbers = numbers::real;
    all.front().form = p.in_form;
    all.back().form = p.out_form;
    return all;
}

/// The places that a boundary may have: the output, in place the input as such, and one region of workspace or two.
enum class place_name { output, input, first_workspace, second_workspace };

bool is_workspace(place_name name) {
    return name == place_name::first_workspace || name == place_name::second_workspace;
}

/// Whether a boundary's elements fit between those of the input or the output.
bool fits(const problem& p, const pass_sequence& q, const boundary& b, bool output) {
    if (b.form != (output ? p.out_form : p.in_form)) return false;
    for (std::size_t a = 0; a < b.axes.size(); ++a) {
        const auto there = output ? p.roles[a].out_points : p.roles[a].in_points;
        const auto& state = b.axes[a];
        if (state.whole ? state.points > there : state.extent() != there || state.sizes != q.splits[a].digits)
            return false;
    }
    return true;
}

bool is_half_real(const problem& p, const digit_name& name) {
    const auto& role = p.roles[name.axis];
    return (role.hermitian_in || role.hermitian_out || role.packed) && p.in_place;
}

/// Elements of the same size; in place, a callback's are those of the buffer.
bool alike(const memory_form& a, const memory_form& b) {
    return a.numbers == b.numbers && a.half == b.half;
}

/// Whether a pass may write where it reads: its tiles write what they have read, in the same places. Between the
/// caller's own strides, a tile of real lines also has room for half their spectrum, one of lines that are filled in
/// part for all of them, and of one whose points are wanted in part for those.
bool keeps_places(const problem& p, const pass_sequence& q, std::size_t pass, const std::vector<boundary>& all,
                  bool in_workspace) {
    const auto &before = all[pass], &after = all[pass + 1];
    bool real_lines = false;
    for (const auto& name : q.passes[pass]) {
        const auto &from = before.axes[name.axis], &to = after.axes[name.axis];
        const auto digits = q.splits[name.axis].digits.size();
        const bool turned_over = !from.whole && from.sorted != (!to.whole     ? to.sorted
                                                                : to.finished ? digits
                                                                              : std::size_t{0});
        const bool into_order = from.whole && !to.whole && to.sorted > 0;
        const bool round = p.roles[name.axis].is_convolved() || p.convolution;
        if (!round && (turned_over || into_order)) return false;
        const bool real_line = is_half_real(p, name) && from.whole && to.whole;
        real_lines = real_lines || real_line;
        const bool in_callers_places = !in_workspace && from.whole && to.whole;
        if (from.extent() != to.extent() && !real_line && !in_callers_places) return false;
    }
    return alike(before.form, after.form) || real_lines;
}

/// Chooses where each pass writes, the last one to the output, with as few regions of workspace as will do.
class place_choice {
  public:
    place_choice(const problem& p, const pass_sequence& q, const std::vector<boundary>& all, bool shared)
        : p_(p), q_(q), all_(all), shared_(shared) {
        for (std::size_t k = 0; k < q.passes.size(); ++k)
            keeps_.push_back({keeps_places(p, q, k, all, false), keeps_places(p, q, k, all, true)});
    }
    /// No names at all if there is no way: the only pass, in place, may not write what it reads.
    std::vector<place_name> make() {
        for (unsigned regions = 0; regions <= 2; ++regions) {
            chosen_.assign(1, place_name::input);
            if (go_on(regions)) return chosen_;
        }
        return {};
    }

  private:
    bool same(place_name a, place_name b) const { return a == b || (shared_ && !is_workspace(a) && !is_workspace(b)); }
    bool go_on(unsigned regions) {
        const auto pass = chosen_.size() - 1;
        if (pass == keeps_.size()) return true;
        const bool last = pass + 1 == keeps_.size();
        for (auto next :
             {place_name::output, place_name::input, place_name::first_workspace, place_name::second_workspace}) {
            if (is_workspace(next) ? last || regions < (next == place_name::first_workspace ? 1U : 2U)
                                   : !may_hold(next, last, all_[pass + 1]))
                continue;
            if (same(next, chosen_.back()) && !keeps_[pass][is_workspace(next)]) continue;
            chosen_.push_back(next);
            if (go_on(regions)) return true;
            chosen_.pop_back();
        }
        return false;
    }
    bool may_hold(place_name name, bool last, const boundary& b) const {
        if (name == place_name::output) return last || fits(p_, q_, b, true);
        return !last && p_.in_place && fits(p_, q_, b, false);
    }

    const problem& p_;
    const pass_sequence& q_;
    const std::vector<boundary>& all_;
    bool shared_;                             // input and output are one buffer
    std::vector<std::array<bool, 2>> keeps_;  // between the caller's strides, in a workspace
    std::vector<place_name> chosen_;
};

/// Each boundary's place, with its strides.
std::vector<memory_place> lay_out_places(const problem& p, const memory_places& places,
                                         const std::vector<boundary>& all, const std::vector<place_name>& names,
                                         std::uint64_t& workspace_elements) {
    std::array<std::uint64_t, 2> region{0, 0};
    for (std::size_t k = 0; k < all.size(); ++k)
        if (is_workspace(names[k])) {
            auto& size = region[names[k] == place_name::second_workspace];
            size = std::max(size, all[k].elements(p));
        }
    workspace_elements = region[0] + region[1];
    std::vector<memory_place> laid;
    for (std::size_t k = 0; k < all.size(); ++k) {
        if (!is_workspace(names[k])) {
            laid.push_back(names[k] == place_name::output ? places.output : places.input);
            continue;
        }
        memory_place w;
        w.where = buffer::workspace;
        const auto complex = places.workspace_offset + (names[k] == place_name::second_workspace ? region[0] : 0);
        w.offset = all[k].form.numbers == numbers::real ? 2 * complex : complex;
        w.axis_stride.resize(p.axes.size());
        std::uint64_t stride = 1;
        for (auto a = places.workspace_order.rbegin(); a != places.workspace_order.rend(); ++a) {
            w.axis_stride[*a] = stride;
            stride *= all[k].axes[*a].extent();
        }
        w.loop_stride = packed_loops(p, stride);
        laid.push_back(std::move(w));
    }
    return laid;
}

/// What one pass sees of one axis.
class axis_view {
  public:
    axis_view(const problem& p, const pass_sequence& q, std::size_t axis, const axis_state& before,
              const axis_state& after, std::uint64_t in_unit, std::uint64_t out_unit)
        : p_(p), role_(p.roles[axis]), digits_(q.splits[axis].digits), axis_(axis), before_(before), after_(after),
          in_unit_(in_unit), out_unit_(out_unit), round_(role_.is_convolved() || p.convolution),
          in_time_(digits_.size(), false) {
        for (const auto& pass : q.passes)
            for (const auto& name : pass)
                if (name.axis == axis && name.in_time) in_time_[name.digit] = true;
    }

    void add_lines(pass_problem& pass) const {
        if (before_.whole) {
            line_dim line{{before_.points, in_unit_, out_unit_}, before_.points, {}, {}, {}};
            if (turns(pass)) line.grows.spectrum = spectrum_unit();
            pass.lines.push_back(line);
            return;
        }
        for (std::size_t d = 0; d < digits_.size(); ++d) pass.lines.push_back(line_of(pass, d));
    }

    void add_transform(pass_problem& pass, const digit_name& mine) const {
        const auto m = mine.digit;
        digit_transform t{{digits_[m], in_stride(m), out_stride(m)}, order(mine), in_order(mine), {}, {}};
        set_growth(t.grows, m);
        if (mine.part == convolution_part::multiply) t.grows.spectrum = spectrum_growth(m);
        if (auto by = convolution_of(digits_[m], p_.precision)) convolve(pass, t, std::move(*by));
        if (role_.packed) {
            (role_.out_points > role_.in_points ? pass.out : pass.in).packed = true;
        } else {
            map_input(pass.in, t.grows, mine);
            map_output(pass.out, t.grows, mine);
        }
        pass.transforms.push_back(t);
        for (std::size_t d = 0; d < digits_.size(); ++d) {
            if (d == m) continue;
            auto line = line_of(pass, d);
            line.phase[pass.transforms.size() - 1] = phase(mine, d);
            line.in_phase[pass.transforms.size() - 1] = in_phase(mine, d);
            pass.lines.push_back(line);
        }
    }

  private:
    std::uint64_t in_stride(std::size_t d) const { return stride_in(before_, digits_, d, round_) * in_unit_; }
    std::uint64_t out_stride(std::size_t d) const { return stride_in(after_, digits_, d, round_) * out_unit_; }
    static bool turns(const pass_problem& pass) { return pass.factor && !pass.factor->filter; }

    line_dim line_of(const pass_problem& pass, std::size_t d) const {
        const auto& sizes = before_.whole ? after_.sizes : before_.sizes;
        const auto n = sizes.empty() ? digits_[d] : sizes[d];
        line_dim line{{n, in_stride(d), out_stride(d)}, n, {}, {}, {}};
        set_growth(line.grows, d);
        if (pass.factor && (turns(pass) || role_.is_convolved())) line.grows.spectrum = spectrum_growth(d);
        return line;
    }

    /// The axis's own index grows so along a digit: as in the input before the first pass, as in the output after the
    /// last one.
    void set_growth(growth& g, std::size_t d) const {
        if (role_.packed) return;
        if (before_.whole && maps_input()) g.in_index = static_cast<std::uint32_t>(natural(d));
        if (after_.finished && maps_output())
            g.out_index = static_cast<std::uint32_t>(round_ ? natural(d) : product(digits_, 0, d));
    }
    std::uint64_t natural(std::size_t d) const { return product(digits_, d + 1, digits_.size()); }

    /// The digit's points are a mapped axis, of which the convolution's tile has more, with chirps.
    static void convolve(pass_problem& pass, digit_transform& t, digit_convolution by) {
        t.points.n = by.length;
        t.grows.spectrum = 1;
        if (by.weights) {
            pass.in.mapped = pass.out.mapped = side_map{by.points, by.points, 1, 1, false, by.weights};
            t.grows.in_index = t.grows.out_index = 1;
        }
        pass.factor.emplace();
        pass.factor->filter = by.filter;
        t.convolution = std::move(by);
    }

    std::uint64_t spectrum_unit() const { return p_.convolution ? p_.convolution->axis_stride[axis_] : 1; }
    std::uint64_t spectrum_growth(std::size_t d) const { return product(digits_, 0, d) * spectrum_unit(); }

    /// Twiddle factors towards the digits that are still to be transformed: on the way there those behind, read as one
    /// number, as far as their own passes do not multiply them in; on the way back those before.
    std::uint64_t order(const digit_name& mine) const {
        const auto m = mine.digit;
        if (mine.part == convolution_part::forward)
            return last_towards(m) == m ? 1 : product(digits_, m, last_towards(m) + 1);
        return m == 0 ? 1 : product(digits_, 0, m + 1);
    }
    std::uint32_t phase(const digit_name& mine, std::size_t d) const {
        const auto last = last_towards(mine.digit);
        if (mine.part == convolution_part::forward)
            return d > mine.digit && d <= last && !in_time_[d]
                       ? static_cast<std::uint32_t>(product(digits_, d + 1, last + 1))
                       : 0;
        return d < mine.digit ? static_cast<std::uint32_t>(product(digits_, 0, d)) : 0;
    }
    /// The last digit behind m that does not multiply the factors between them in itself; m if each does.
    std::size_t last_towards(std::size_t m) const {
        auto last = digits_.size() - 1;
        while (last > m && in_time_[last]) --last;
        return last;
    }

    /// In time: towards the digits that are transformed, read as the number that they make up in the output.
    std::uint64_t in_order(const digit_name& mine) const {
        return mine.in_time ? product(digits_, 0, mine.digit + 1) : 1;
    }
    std::uint32_t in_phase(const digit_name& mine, std::size_t d) const {
        return mine.in_time && d < mine.digit ? static_cast<std::uint32_t>(product(digits_, 0, d)) : 0;
    }

    std::uint64_t length() const { return product(digits_, 0, digits_.size()); }
    bool maps_input() const {
        if (p_.convolution) return false;
        return role_.in_points < length() || role_.hermitian_in || role_.in_chirp;
    }
    bool folds() const { return role_.hermitian_out && !round_ && digits_.size() > 1; }
    bool maps_output() const {
        if (p_.convolution) return false;
        return role_.out_points < length() || role_.out_chirp || folds();
    }

    void map_input(problem_side& side, growth& mine_grows, const digit_name& mine) const {
        if (before_.whole && maps_input()) {
            side.mapped =
                side_map{role_.n,       role_.hermitian_in ? role_.n : role_.in_points, in_unit_, 1, role_.hermitian_in,
                         role_.in_chirp};
            return;
        }
        // A digit that half a spectrum was left of, before it becomes real numbers.
        const bool last_of_half = role_.hermitian_in && !round_ && mine.digit + 1 == digits_.size();
        const bool back_to_real =
            p_.convolution && role_.hermitian_in && mine.part == convolution_part::inverse && mine.digit == 0;
        if (!last_of_half && !back_to_real) return;
        const auto n = digits_[mine.digit];
        side.mapped = side_map{n, n, in_stride(mine.digit), 1, true, {}};
        mine_grows.in_index = 1;
    }

    void map_output(problem_side& side, growth& mine_grows, const digit_name& mine) const {
        if (after_.finished && maps_output()) {
            side.mapped = side_map{role_.n,   folds() ? role_.n : role_.out_points,
                                   out_unit_, static_cast<std::uint32_t>(digits_[0]),
                                   folds(),   role_.out_chirp};
            return;
        }
        // Of the first digit of real numbers' transform, half is enough.
        if (!role_.hermitian_out || role_.is_convolved() || mine.part != convolution_part::forward || mine.digit != 0)
            return;
        const auto n = digits_[0];
        side.mapped = side_map{n, n / 2 + 1, out_stride(0), 1, false, {}};
        mine_grows.out_index = 1;
    }

    const problem& p_;
    const axis_role& role_;
    const std::vector<std::uint64_t>& digits_;
    std::size_t axis_;
    const axis_state &before_, &after_;
    std::uint64_t in_unit_, out_unit_;
    bool round_;
    std::vector<bool> in_time_;  // of each digit
};

void set_direction(pass_problem& pass, const problem& p, const std::vector<digit_name>& names, const boundary& before,
                   const boundary& after) {
    const auto& name = names.front();
    const bool round = p.roles[name.axis].is_convolved() || p.convolution;
    pass.in.swapped = p.inverse && (!round || before.axes[name.axis].whole);
    pass.out.swapped = p.inverse && (!round || after.axes[name.axis].finished);
    pass.in.inverse = name.part == convolution_part::inverse;
    pass.out.inverse = name.part != convolution_part::forward;
    if (name.part == convolution_part::multiply) {
        pass.factor.emplace();
        pass.factor->filter = p.roles[name.axis].filter;
        pass.factor->conjugated = p.convolution && p.convolution->conjugated;
    }
}

}  // namespace

std::vector<std::uint64_t> packed_loops(const problem& p, std::uint64_t extent) {
    std::vector<std::uint64_t> strides(p.loops.size());
    for (auto k = strides.size(); k-- > 0; extent *= p.loops[k].n) strides[k] = extent;
    return strides;
}

memory_places places_of(const problem& p) {
    memory_places places;
    places.input.where = p.in_place ? buffer::output : buffer::input;
    places.input.offset = p.in_offset;
    places.output.offset = p.out_offset;
    for (const auto& loop : p.loops) {
        places.input.loop_stride.push_back(loop.is);
        places.output.loop_stride.push_back(loop.os);
    }
    for (const auto& axis : p.axes) {
        places.input.axis_stride.push_back(axis.is);
        places.output.axis_stride.push_back(axis.os);
    }
    places.workspace_order.resize(p.axes.size());
    std::iota(places.workspace_order.begin(), places.workspace_order.end(), 0);
    return places;
}

namespace {

/// Loops of a transform out of place may read an element several times.
bool windows_overlap(const problem& p) {
    auto all = p.loops;
    all.insert(all.end(), p.axes.begin(), p.axes.end());
    return !p.in_place && !are_distinct(std::move(all), &iodim::is);
}

}  // namespace

std::vector<pass_problem> passes_of(const problem& p, const pass_sequence& q, const memory_places& places,
                                    std::uint64_t& workspace_elements) {
    const auto all = boundaries_of(p, q);
    const auto names = place_choice(p, q, all, places.input.where == places.output.where).make();
    if (names.empty()) return {};
    const auto at = lay_out_places(p, places, all, names, workspace_elements);
    const auto* system = published(p.algorithm);
    std::vector<pass_problem> passes;
    for (std::size_t k = 0; k < q.passes.size(); ++k) {
        const auto &from = at[k], &into = at[k + 1];
        pass_problem pass;
        pass.precision = p.precision;
        pass.scale = k + 1 == q.passes.size() ? p.scale : 1;
        pass.bit_reversed = system && system->bit_reversed;
        pass.in = {from.where, from.offset, all[k].form, false, false, false, {}, all[k].elements(p), false};
        pass.in.shared = from.where == buffer::input && windows_overlap(p);
        pass.out = {into.where, into.offset, all[k + 1].form, false, false, false, {}, all[k + 1].elements(p)};
        set_direction(pass, p, q.passes[k], all[k], all[k + 1]);
        for (std::size_t a = 0; a < p.axes.size(); ++a) {
            const axis_view view(p, q, a, all[k].axes[a], all[k + 1].axes[a], from.axis_stride[a], into.axis_stride[a]);
            const digit_name* mine = nullptr;
            for (const auto& d : q.passes[k])
                if (d.axis == a) mine = &d;
            mine ? view.add_transform(pass, *mine) : view.add_lines(pass);
        }
        for (std::size_t l = 0; l < p.loops.size(); ++l) {
            line_dim line{{p.loops[l].n, from.loop_stride[l], into.loop_stride[l]}, 1, {}, {}, {}};
            if (pass.factor && !pass.factor->filter) line.grows.spectrum = p.convolution->loop_stride[l];
            pass.lines.push_back(line);
        }
        merge_lines(pass);
        passes.push_back(std::move(pass));
    }
    return passes;
}

}  // namespace stockham::internal
