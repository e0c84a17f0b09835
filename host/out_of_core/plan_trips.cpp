// Divides a transform into trips whose units fit into the memory of devices.
#include "out_of_core/plan_trips.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <stockham/error.hpp>

#include "out_of_core/build_trip.hpp"
#include "out_of_core/dimensions.hpp"
#include "problem/layout.hpp"

namespace stockham::internal {

namespace {

using role = trip_dimension::role;

void check_kind(const transform& t) {
    const auto refuse = [&](const std::string& why) {
        throw unsupported_error("out of core", to_string(t) + ": out of core, " + why);
    };
    if (!t.nonzero.empty() || !t.wanted.empty()) refuse("transforms are not pruned");
    if (t.algorithm != "automatic") refuse("the algorithm is automatic");
    if (t.input.form != storage::interleaved || t.output.form != storage::interleaved)
        refuse("complex data must be interleaved");
}

/// Collects the trips of one transform.
class trip_planner {
  public:
    trip_planner(const transform& t, bool in_place, const trip_limits& limits)
        : t_(t), in_place_(in_place), limits_(limits), array_(dimensions_of(t)) {
        for (std::size_t k = array_.all.size(); k-- > 0;)
            if (array_.all[k].axis != no_axis) left_.push_back(k);
        // The halved axis comes first, since it makes the data complex.
        if (t.kind == kind::r2c || t.kind == kind::c2r)
            std::stable_partition(left_.begin(), left_.end(),
                                  [&](std::size_t k) { return array_.all[k].axis + 1 == t_.lengths.size(); });
    }

    trip_plan plan() {
        std::vector<group> groups;
        while (!left_.empty()) groups.push_back(next_group(groups.empty()));
        if (t_.kind == kind::c2r) std::reverse(groups.begin(), groups.end());
        for (std::size_t k = 0; k < groups.size(); ++k) add(groups[k], k == 0, k + 1 == groups.size());
        place();
        return std::move(made_);
    }

  private:
    /// Dimensions that are transformed together; `split`: one axis, in two trips.
    struct group {
        std::vector<std::size_t> dimensions;
        bool split = false;
    };

    bool is_real_group(const std::vector<std::size_t>& dimensions) const {
        return (t_.kind == kind::r2c || t_.kind == kind::c2r) &&
               std::any_of(dimensions.begin(), dimensions.end(),
                           [&](std::size_t k) { return array_.all[k].axis + 1 == t_.lengths.size(); });
    }

    bool is_complex() const { return t_.kind == kind::c2c || t_.kind == kind::r2c || t_.kind == kind::c2r; }

    /// As many axes as fit, or one that is split. The groups of c2r are made in reverse order.
    group next_group(bool first_made) {
        const bool inverse = t_.kind == kind::c2r, first = first_made || inverse, last = first_made || !inverse;
        std::string shortage;
        for (std::size_t n = left_.size(); n > 0; --n) {
            group g{{left_.begin(), left_.begin() + static_cast<std::ptrdiff_t>(n)}, false};
            if (!build_trip(whole_axes(g, first, last), limits_, shortage)) continue;
            left_.erase(left_.begin(), left_.begin() + static_cast<std::ptrdiff_t>(n));
            return g;
        }
        group g{{left_.front()}, true};
        const bool real = is_real_group(g.dimensions);
        left_.erase(left_.begin());
        if (real || !is_complex() || splits(g.dimensions[0]).empty())
            throw unsupported_error("memory", to_string(t_) + ": " + shortage);
        return g;
    }

    /// True if a trip of a group reads, or writes, an array with the layout of the input; else it is that of the
    /// output.
    bool reads_input(bool first) const { return first || t_.kind == kind::c2r; }
    bool writes_input(bool last) const { return t_.kind == kind::c2r && !last; }

    const strided& digit(std::size_t k, bool input) const { return input ? array_.all[k].input : array_.all[k].output; }

    /// Bytes of an element of an array with the layout of one side.
    std::size_t element(bool input) const {
        const bool real = is_real(t_, input ? side::input : side::output);
        return real ? real_size(t_.precision) : element_size(t_.precision);
    }

    undivided_trip without_dimensions(bool from_input, bool to_input) const {
        undivided_trip trip;
        trip.along = t_;
        trip.along.scale = 1;
        trip.read_bytes = element(from_input);
        trip.write_bytes = element(to_input);
        trip.read_offset = from_input ? array_.input_offset : array_.output_offset;
        trip.write_offset = to_input ? array_.input_offset : array_.output_offset;
        return trip;
    }

    /// Adds a dimension that is not transformed. Continues the one before where that is possible: units and blocks can
    /// then have any part of both.
    void pass(undivided_trip& trip, std::size_t k, bool from_input, bool to_input) const {
        const auto in = digit(k, from_input), out = digit(k, to_input);
        if (!trip.dimensions.empty()) {
            auto& before = trip.dimensions.back();
            const auto continues = [](const strided& slow, const strided& fast) {
                return slow.stride == fast.n * fast.stride;
            };
            if (before.is == role::free && !before.twiddle_weight && in.n == out.n && continues(before.read[0], in) &&
                continues(before.write[0], out)) {
                before.read[0] = {before.read[0].n * in.n, in.stride};
                before.write[0] = {before.write[0].n * out.n, out.stride};
                return;
            }
        }
        trip_dimension d;
        d.read = {in};
        d.write = {out};
        trip.dimensions.push_back(d);
    }

    undivided_trip whole_axes(const group& g, bool first, bool last) const {
        const bool from = reads_input(first), to = writes_input(last);
        auto trip = without_dimensions(from, to);
        const bool real = is_real_group(g.dimensions);
        if (is_complex() && !real) trip.along.kind = kind::c2c;
        if (!real) trip.along.full_spectrum = false;
        for (std::size_t k = 0; k < array_.all.size(); ++k) {
            if (std::find(g.dimensions.begin(), g.dimensions.end(), k) == g.dimensions.end()) {
                pass(trip, k, from, to);
                continue;
            }
            trip_dimension d;
            d.is = role::axis;
            d.read = {digit(k, from)};
            d.write = {digit(k, to)};
            d.axis = array_.all[k].axis;
            d.points = t_.lengths[d.axis];
            if (!real) d.read[0].n = d.write[0].n = d.points = is_complex() ? complex_points(k) : d.points;
            trip.dimensions.push_back(d);
        }
        return trip;
    }

    /// Points of an axis of the complex array.
    std::size_t complex_points(std::size_t k) const { return digit(k, t_.kind == kind::c2r).n; }

    /// A way to split an axis: the length of its first transform, and whether the trips need two arrays.
    struct split {
        std::size_t a;
        bool between_arrays;
    };

    /// The most promising ways to split an axis. Units of both trips should be about equally large.
    std::vector<split> splits(std::size_t k) const {
        constexpr std::size_t most = 6;
        const std::size_t n = complex_points(k);
        // c2r has one array of the input's layout between its trips already.
        std::vector<split> all = in_place_ ? nearest(n, false, most) : std::vector<split>();
        if (in_place_ && t_.kind == kind::c2r) return all;
        const auto more = nearest(n, true, most);
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }

    /// The first transforms that make the shorter rows of the two trips as long as possible.
    std::vector<split> nearest(std::size_t n, bool between_arrays, std::size_t most) const {
        std::vector<split> all;
        for (std::size_t a = 2; a <= n / a; ++a) {
            if (n % a) continue;
            if (between_arrays && n / a != a) all.push_back({n / a, true});
            if (between_arrays || n / a % a == 0) all.push_back({a, between_arrays});
        }
        // Between arrays, units have rows of their columns. Within one array, units have a^2 elements, and n / a in
        // rows that get longer with a.
        const double best = between_arrays
                                ? std::sqrt(static_cast<double>(n))
                                : std::sqrt(static_cast<double>(limits_.most_bytes / element_size(t_.precision)));
        const auto distance = [&](const split& s) { return std::abs(std::log(static_cast<double>(s.a) / best)); };
        std::stable_sort(all.begin(), all.end(),
                         [&](const split& x, const split& y) { return distance(x) < distance(y); });
        if (all.size() > most) all.resize(most);
        return all;
    }

    void add(const group& g, bool first, bool last) {
        if (g.split) return add_split(g.dimensions[0], first, last);
        auto trip = whole_axes(g, first, last);
        if (last) trip.along.scale = t_.scale;
        std::string shortage;
        auto made = build_trip(trip, limits_, shortage);
        if (!made) throw unsupported_error("memory", to_string(t_) + ": " + shortage);
        made_.trips.push_back({*made, trip_array::input, trip_array::output});
    }

    using two_trips = std::pair<undivided_trip, undivided_trip>;

    /// Complex trips along one axis of n points; true: an array has the layout of the input.
    two_trips of_one_axis(bool from, bool between, bool to, std::size_t n) const {
        two_trips made{without_dimensions(from, between), without_dimensions(between, to)};
        for (auto* const trip : {&made.first, &made.second}) {
            trip->along.kind = kind::c2c;
            trip->along.full_spectrum = false;
        }
        made.first.twiddle_order = n;
        return made;
    }

    /// The index of a point is b c j_A + c j_B + j_C before and k_A + a k_BC after, with a = c. The first trip
    /// transforms A and exchanges it with C: what a unit writes lies where it read.
    two_trips split_within_array(std::size_t axis, std::size_t a, bool first, bool last) const {
        const bool from = reads_input(first), to = writes_input(last);
        const auto in = digit(axis, from), out = digit(axis, to);
        const std::size_t n = complex_points(axis), b = n / a / a;
        two_trips made = of_one_axis(from, to, to, n);
        auto& [one, two] = made;
        for (std::size_t k = 0; k < array_.all.size(); ++k) {
            if (k != axis) {
                pass(one, k, from, to);
                pass(two, k, to, to);
                continue;
            }
            trip_dimension A, B, C;
            A.is = role::axis, A.points = a, A.axis = 0, A.is_twiddle_k = true;
            A.read = {{a, n / a * in.stride}}, A.write = {{a, out.stride}};
            B.read = {{b, a * in.stride}}, B.write = {{b, a * out.stride}}, B.twiddle_weight = a;
            C.is = role::whole, C.twiddle_weight = 1;
            C.read = {{a, in.stride}}, C.write = {{a, a * b * out.stride}};
            const auto at = one.dimensions.size();
            for (const auto& d : {A, B, C}) one.dimensions.push_back(d);
            for (std::size_t before = 0; before < at; ++before) one.write_order.push_back(before);
            for (const auto d : {2, 1, 0}) one.write_order.push_back(at + static_cast<std::size_t>(d));
            trip_dimension BC, K;
            BC.is = role::axis, BC.points = n / a, BC.axis = 0;
            BC.read = {{b, a * out.stride}, {a, a * b * out.stride}};
            BC.write = {{n / a, a * out.stride}};
            K.read = K.write = {{a, out.stride}};
            two.dimensions.push_back(BC);
            two.dimensions.push_back(K);
        }
        for (std::size_t k = one.write_order.size(); k < one.dimensions.size(); ++k) one.write_order.push_back(k);
        return made;
    }

    /// The index of a point is n2 j_1 + j_2 before and k_1 + n1 k_2 after, with n1 = a.
    two_trips split_between_arrays(std::size_t axis, std::size_t a, bool first, bool last) const {
        const bool from = reads_input(first), to = writes_input(last), between = t_.kind == kind::c2r;
        const auto in = digit(axis, from), middle = digit(axis, between), out = digit(axis, to);
        const std::size_t n = complex_points(axis), b = n / a;
        two_trips made = of_one_axis(from, between, to, n);
        auto& [one, two] = made;
        for (std::size_t k = 0; k < array_.all.size(); ++k) {
            if (k != axis) {
                pass(one, k, from, between);
                pass(two, k, between, to);
                continue;
            }
            trip_dimension first_axis, columns, rows, second_axis;
            first_axis.is = role::axis, first_axis.points = a, first_axis.axis = 0, first_axis.is_twiddle_k = true;
            first_axis.read = {{a, b * in.stride}}, first_axis.write = {{a, b * middle.stride}};
            columns.read = {{b, in.stride}}, columns.write = {{b, middle.stride}}, columns.twiddle_weight = 1;
            one.dimensions.push_back(first_axis);
            one.dimensions.push_back(columns);
            rows.read = {{a, b * middle.stride}}, rows.write = {{a, out.stride}};
            second_axis.is = role::axis, second_axis.points = b, second_axis.axis = 0;
            second_axis.read = {{b, middle.stride}}, second_axis.write = {{b, a * out.stride}};
            const auto at = two.dimensions.size();
            two.dimensions.push_back(rows);
            two.dimensions.push_back(second_axis);
            for (std::size_t before = 0; before < at; ++before) two.write_order.push_back(before);
            two.write_order.push_back(at + 1);
            two.write_order.push_back(at);
        }
        for (std::size_t k = two.write_order.size(); k < two.dimensions.size(); ++k) two.write_order.push_back(k);
        return made;
    }

    void add_split(std::size_t axis, bool first, bool last) {
        std::string shortage;
        for (const auto& way : splits(axis)) {
            auto [one, two] = way.between_arrays ? split_between_arrays(axis, way.a, first, last)
                                                 : split_within_array(axis, way.a, first, last);
            if (last) two.along.scale = t_.scale;
            const auto made_one = build_trip(one, limits_, shortage);
            const auto made_two = made_one ? build_trip(two, limits_, shortage) : std::nullopt;
            if (!made_two) continue;
            made_.trips.push_back(
                {*made_one, trip_array::input, way.between_arrays ? trip_array::scratch : trip_array::output});
            made_.trips.push_back({*made_two, trip_array::input, trip_array::output});
            return;
        }
        throw unsupported_error("memory", to_string(t_) + ": " + shortage);
    }

    /// Chooses the arrays that the trips read and write.
    void place() {
        auto& trips = made_.trips;
        const std::size_t count = trips.size();
        const bool between_sides = t_.kind == kind::c2r && t_.placement == placement::out_of_place;
        for (std::size_t k = 0; k < count; ++k) {
            trips[k].from = k == 0 ? trip_array::input : trips[k - 1].to;
            const bool last = k + 1 == count;
            const bool to_scratch =
                in_place_ ? (between_sides && !last) || trips[k].to == trip_array::scratch : (count - 1 - k) % 2 == 1;
            trips[k].to = to_scratch ? trip_array::scratch : trip_array::output;
            if (to_scratch) made_.scratch_bytes = t_.kind == kind::c2r ? input_bytes(t_) : output_bytes(t_);
        }
    }

    const transform& t_;
    const bool in_place_;
    const trip_limits& limits_;
    const array_dimensions array_;
    std::vector<std::size_t> left_;  // dimensions of axes that have no trip yet, in the order of the forward trips
    trip_plan made_;
};

}  // namespace

trip_plan plan_trips(const transform& t, bool in_place, const trip_limits& limits) {
    check_kind(t);
    return trip_planner(t, in_place, limits).plan();
}

}  // namespace stockham::internal
