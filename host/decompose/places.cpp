// Assigns a buffer to each boundary between passes so that the workspace is smallest.
#include "decompose/places.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace stockham::internal {

namespace {

/// Places of a boundary: the output, the input (only in place), and up to two regions of workspace.
enum class place_name { output, input, first_workspace, second_workspace };

/// The number of a workspace place, from 1 on; 0 for the caller's buffers. With N regions, regions 1 .. N may be used.
unsigned region_of(place_name name) {
    return name == place_name::first_workspace ? 1 : name == place_name::second_workspace ? 2 : 0;
}

/// True if the elements of a boundary fit into the places of the input or the output.
bool fits(const problem& p, const pass_sequence& q, const boundary& b, bool output) {
    if (b.form != (output ? p.out_form : p.in_form)) return false;
    for (std::size_t a = 0; a < b.axes.size(); ++a) {
        const auto there = output ? p.roles[a].out_points : p.roles[a].in_points;
        const auto& state = b.axes[a];
        if (state.whole ? state.points > there : state.points != there || state.sizes != q.splits[a].digits)
            return false;
    }
    return true;
}

/// The places that may hold boundary k, the preferred one first. The workspace comes last, except for signals shared by
/// several kernels, which take little of it.
std::vector<place_name> possible_places(const problem& p, const pass_sequence& q, const std::vector<boundary>& all,
                                        std::size_t k) {
    if (k == 0) return {place_name::input};
    if (k + 1 == all.size()) return {place_name::output};
    const bool few_signals = all[k].transforms < p.transforms();
    std::vector<place_name> places, workspace{place_name::first_workspace, place_name::second_workspace};
    if (few_signals) places = workspace;
    if (fits(p, q, all[k], true)) places.push_back(place_name::output);
    if (p.in_place && fits(p, q, all[k], false)) places.push_back(place_name::input);
    if (!few_signals) places.insert(places.end(), workspace.begin(), workspace.end());
    return places;
}

/// True where a pass may write to the places that it reads: in the caller's buffers, in the workspace.
struct overwriting {
    bool in_callers = false, in_workspace = false;
};

/// True if a real line and its half spectrum share the places of the line.
bool is_real_line(const problem& p, std::size_t axis, const axis_state& from, const axis_state& to) {
    const auto& role = p.roles[axis];
    return p.in_place && (role.hermitian_in || role.hermitian_out || role.packed) && from.whole && to.whole;
}

/// True if elements have the same size. In place, a callback accesses elements of the buffer.
bool are_alike(const memory_form& a, const memory_form& b) {
    return a.numbers == b.numbers && a.half == b.half;
}

/// Each tile must only write where it has read itself. With the caller's strides, the places of a real line hold its
/// half spectrum, too, and those of a partly filled or partly wanted line hold the whole line.
overwriting overwriting_by(const problem& p, const std::vector<digit_name>& pass, const boundary& before,
                           const boundary& after) {
    if (before.transforms != after.transforms) return {};
    overwriting may{true, true};
    bool real_lines = false;
    for (const auto& name : pass) {
        const auto &from = before.axes[name.axis], &to = after.axes[name.axis];
        const bool whole_lines = from.whole && to.whole;
        if (!whole_lines && from.sorted != to.sorted) return {};  // moves digits
        const bool real_line = is_real_line(p, name.axis, from, to);
        real_lines = real_lines || real_line;
        const bool same_places = from.points == to.points || real_line;
        may.in_callers = may.in_callers && (same_places || whole_lines);
        may.in_workspace = may.in_workspace && same_places;
    }
    return are_alike(before.form, after.form) || real_lines ? may : overwriting{};
}

/// The constraints on the places of the boundaries.
struct place_rules {
    std::vector<std::vector<place_name>> possible;  ///< of each boundary, the preferred place first
    std::vector<overwriting> passes;
    bool in_place = false;  ///< input and output are one buffer

    /// True if a pass may read from the first place and write to the second.
    bool allows(std::size_t pass, place_name from, place_name to) const {
        const bool callers = region_of(from) == 0 && region_of(to) == 0;
        if (from != to && !(in_place && callers)) return true;
        return callers ? passes[pass].in_callers : passes[pass].in_workspace;
    }
};

place_rules rules_of(const problem& p, const pass_sequence& q, const std::vector<boundary>& all, bool in_place) {
    place_rules rules;
    rules.in_place = in_place;
    for (std::size_t k = 0; k < all.size(); ++k) rules.possible.push_back(possible_places(p, q, all, k));
    for (std::size_t k = 0; k < q.passes.size(); ++k)
        rules.passes.push_back(overwriting_by(p, q.passes[k], all[k], all[k + 1]));
    return rules;
}

/// The preferred place of each boundary with this many regions of workspace. Empty if there is no way.
std::vector<place_name> choose_places(place_rules rules, unsigned regions) {
    auto& possible = rules.possible;
    // From the last boundary to the first: drop the places from which no later pass can go on.
    for (auto k = possible.size(); k-- > 0;) {
        const auto is_dead_end = [&](place_name from) {
            if (region_of(from) > regions) return true;
            return k + 1 < possible.size() && std::none_of(possible[k + 1].begin(), possible[k + 1].end(),
                                                           [&](place_name to) { return rules.allows(k, from, to); });
        };
        possible[k].erase(std::remove_if(possible[k].begin(), possible[k].end(), is_dead_end), possible[k].end());
    }
    if (possible.front().empty()) return {};
    std::vector<place_name> chosen{possible.front().front()};
    for (std::size_t k = 1; k < possible.size(); ++k)
        chosen.push_back(*std::find_if(possible[k].begin(), possible[k].end(),
                                       [&](place_name to) { return rules.allows(k - 1, chosen.back(), to); }));
    return chosen;
}

/// The fewest regions that suffice.
std::vector<place_name> fewest_regions(const place_rules& rules) {
    constexpr unsigned most_regions = 2;
    std::vector<place_name> chosen;
    for (unsigned regions = 0; chosen.empty() && regions <= most_regions; ++regions)
        chosen = choose_places(rules, regions);
    return chosen;
}

/// A place of the input or the output.
memory_place in_callers_buffer(memory_place place, const problem& p, const boundary& b) {
    for (std::size_t l = 0; l < p.loops.size(); ++l)
        if (b.of_signals && shares_signals(p, p.loops[l])) place.loop_stride[l] = 0;
    return place;
}

/// A packed place in a region of workspace that starts at this complex element.
memory_place in_workspace(const problem& p, const boundary& b, const std::vector<std::size_t>& order,
                          std::uint64_t start) {
    memory_place place;
    place.where = buffer::workspace;
    place.offset = b.form.numbers == numbers::real ? 2 * start : start;
    place.axis_stride.resize(p.axes.size());
    std::uint64_t stride = 1;
    for (auto a = order.rbegin(); a != order.rend(); ++a) {
        place.axis_stride[*a] = stride;
        stride *= b.axes[*a].points;
    }
    place.loop_stride = packed_loops(p, stride, b.of_signals);
    return place;
}

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

boundary_places lay_out_places(const problem& p, const pass_sequence& q, const memory_places& places,
                               const std::vector<boundary>& all) {
    const auto names = fewest_regions(rules_of(p, q, all, places.input.where == places.output.where));
    std::array<std::uint64_t, 3> elements{};  // of each region; the first entry stands for the caller's buffers
    for (std::size_t k = 0; k < names.size(); ++k)
        elements[region_of(names[k])] = std::max(elements[region_of(names[k])], all[k].elements);
    boundary_places laid;
    laid.workspace_elements = elements[1] + elements[2];
    for (std::size_t k = 0; k < names.size(); ++k) {
        const auto region = region_of(names[k]);
        const auto start = places.workspace_offset + (region == 2 ? elements[1] : 0);
        laid.at.push_back(
            region ? in_workspace(p, all[k], places.workspace_order, start)
                   : in_callers_buffer(names[k] == place_name::output ? places.output : places.input, p, all[k]));
    }
    return laid;
}

}  // namespace stockham::internal
