// Assigns a buffer to each boundary between passes, by a search for the least workspace.
#include "decompose/places.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace stockham::internal {

std::uint64_t signals_of(const problem& p) {
    std::uint64_t product = 1;
    for (const auto& loop : p.loops)
        if (!shares_signals(p, loop)) product *= loop.n;
    return product;
}

std::vector<boundary> boundaries_of(const problem& p, const pass_sequence& q) {
    std::vector<boundary> all(q.passes.size() + 1);
    for (std::size_t a = 0; a < p.axes.size(); ++a) {
        auto states = states_of(p, q, a);
        for (std::size_t k = 0; k < all.size(); ++k) all[k].axes.push_back(std::move(states[k]));
    }
    const auto multiplies = [](const auto& pass) { return pass.front().part == convolution_part::multiply; };
    const auto multiplied = std::find_if(q.passes.begin(), q.passes.end(), multiplies) - q.passes.begin();
    if (p.convolution)
        std::for_each(all.begin(), all.begin() + multiplied + 1, [](boundary& b) { b.of_signals = true; });
    for (auto& b : all)
        if (p.real_between && std::all_of(b.axes.begin(), b.axes.end(), [](const auto& s) { return s.whole; }))
            b.form.numbers = numbers::real;
    all.front().form = p.in_form;
    all.back().form = p.out_form;
    return all;
}

namespace {

/// Places of a boundary: the output, the input (only in place), and up to two regions of workspace.
enum class place_name { output, input, first_workspace, second_workspace };

bool is_workspace(place_name name) {
    return name == place_name::first_workspace || name == place_name::second_workspace;
}

/// True if the elements of a boundary fit into the places of the input or the output.
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

/// True if elements have the same size. In place, a callback accesses elements of the buffer.
bool alike(const memory_form& a, const memory_form& b) {
    return a.numbers == b.numbers && a.half == b.half;
}

/// True if a pass may write to the places that it reads: each tile must only write where it has read itself. With the
/// caller's strides, the places of a real line hold its half spectrum, too, and those of a partly filled or partly
/// wanted line hold the whole line.
bool keeps_places(const problem& p, const pass_sequence& q, std::size_t pass, const std::vector<boundary>& all,
                  bool in_workspace) {
    const auto &before = all[pass], &after = all[pass + 1];
    if (before.transforms(p) != after.transforms(p)) return false;
    bool real_lines = false;
    for (const auto& name : q.passes[pass]) {
        const auto &from = before.axes[name.axis], &to = after.axes[name.axis];
        const auto digits = q.splits[name.axis].digits.size();
        const bool reorders = !from.whole && from.sorted != (!to.whole     ? to.sorted
                                                             : to.finished ? digits
                                                                           : std::size_t{0});
        const bool into_order = from.whole && !to.whole && to.sorted > 0;
        const bool round_trip = p.roles[name.axis].is_convolved() || p.convolution;
        if (!round_trip && (reorders || into_order)) return false;
        const bool real_line = is_half_real(p, name) && from.whole && to.whole;
        real_lines = real_lines || real_line;
        const bool in_callers_places = !in_workspace && from.whole && to.whole;
        if (from.extent() != to.extent() && !real_line && !in_callers_places) return false;
    }
    return alike(before.form, after.form) || real_lines;
}

/// Chooses where each pass writes, the last one to the output, with as few regions of workspace as possible.
class place_choice {
  public:
    place_choice(const problem& p, const pass_sequence& q, const std::vector<boundary>& all, bool shared)
        : p_(p), q_(q), all_(all), shared_(shared) {
        for (std::size_t k = 0; k < q.passes.size(); ++k)
            keeps_.push_back({keeps_places(p, q, k, all, false), keeps_places(p, q, k, all, true)});
    }
    /// Empty if there is no way: the only pass, in place, may not write where it reads.
    std::vector<place_name> make() {
        for (unsigned regions = 0; regions <= 2; ++regions) {
            chosen_.assign(1, place_name::input);
            if (choose_rest(regions)) return chosen_;
        }
        return {};
    }

  private:
    bool same(place_name a, place_name b) const { return a == b || (shared_ && !is_workspace(a) && !is_workspace(b)); }
    bool choose_rest(unsigned regions) {
        const auto pass = chosen_.size() - 1;
        if (pass == keeps_.size()) return true;
        const bool last = pass + 1 == keeps_.size();
        for (auto next : order_for(all_[pass + 1])) {
            if (is_workspace(next) ? last || regions < (next == place_name::first_workspace ? 1U : 2U)
                                   : !may_hold(next, last, all_[pass + 1]))
                continue;
            if (same(next, chosen_.back()) && !keeps_[pass][is_workspace(next)]) continue;
            chosen_.push_back(next);
            if (choose_rest(regions)) return true;
            chosen_.pop_back();
        }
        return false;
    }
    /// The workspace comes last, except for signals shared by several kernels, which take little of it.
    std::array<place_name, 4> order_for(const boundary& b) const {
        using name = place_name;
        if (b.transforms(p_) < p_.transforms())
            return {name::first_workspace, name::second_workspace, name::output, name::input};
        return {name::output, name::input, name::first_workspace, name::second_workspace};
    }
    bool may_hold(place_name name, bool last, const boundary& b) const {
        if (name == place_name::output) return last || fits(p_, q_, b, true);
        return !last && p_.in_place && fits(p_, q_, b, false);
    }

    const problem& p_;
    const pass_sequence& q_;
    const std::vector<boundary>& all_;
    bool shared_;                             // input and output are one buffer
    std::vector<std::array<bool, 2>> keeps_;  // keeps_places() of each pass: with the caller's strides, in a workspace
    std::vector<place_name> chosen_;
};

}  // namespace

std::vector<std::uint64_t> packed_loops(const problem& p, std::uint64_t extent, bool of_signals) {
    std::vector<std::uint64_t> strides(p.loops.size(), 0);
    for (auto k = strides.size(); k-- > 0;) {
        if (of_signals && shares_signals(p, p.loops[k])) continue;
        strides[k] = extent;
        extent *= p.loops[k].n;
    }
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

std::vector<memory_place> lay_out_places(const problem& p, const pass_sequence& q, const memory_places& places,
                                         const std::vector<boundary>& all, std::uint64_t& workspace_elements) {
    const auto names = place_choice(p, q, all, places.input.where == places.output.where).make();
    if (names.empty()) return {};
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
            for (std::size_t l = 0; l < p.loops.size(); ++l)
                if (all[k].of_signals && shares_signals(p, p.loops[l])) laid.back().loop_stride[l] = 0;
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
        w.loop_stride = packed_loops(p, stride, all[k].of_signals);
        laid.push_back(std::move(w));
    }
    return laid;
}

}  // namespace stockham::internal
