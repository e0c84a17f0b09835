// Divides a transform into trips whose units fit into the memory of devices.
#include "out_of_core/plan_trips.hpp"

#include <algorithm>
#include <optional>

#include <stockham/error.hpp>

#include "out_of_core/array_sides.hpp"
#include "out_of_core/build_trip.hpp"
#include "out_of_core/trip_pair.hpp"

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
        : t_(t), in_place_(in_place), limits_(limits), sides_(t) {
        for (std::size_t k = sides_.dimensions().size(); k-- > 0;)
            if (sides_.dimensions()[k].axis != no_axis) left_.push_back(k);
        // The halved axis comes first, since it makes the data complex.
        std::stable_partition(left_.begin(), left_.end(), [&](std::size_t k) { return sides_.is_real(k); });
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
        return std::any_of(dimensions.begin(), dimensions.end(), [&](std::size_t k) { return sides_.is_real(k); });
    }

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
        const bool halved_beside_others = is_real_group(g.dimensions) && t_.lengths.size() > 1;
        left_.erase(left_.begin());
        if (halved_beside_others || !sides_.is_complex_transform() || splits(g.dimensions[0], first, last).empty())
            throw unsupported_error("memory", to_string(t_) + ": " + shortage);
        return g;
    }

    /// True if a trip of a group reads, or writes, an array with the layout of the input; else it is that of the
    /// output.
    bool reads_input(bool first) const { return first || t_.kind == kind::c2r; }
    bool writes_input(bool last) const { return t_.kind == kind::c2r && !last; }

    undivided_trip whole_axes(const group& g, bool first, bool last) const {
        const bool from = reads_input(first), to = writes_input(last);
        auto trip = sides_.without_dimensions(from, to);
        const bool real = is_real_group(g.dimensions);
        if (sides_.is_complex_transform() && !real) trip.along.kind = kind::c2c;
        if (!real) trip.along.full_spectrum = false;
        for (std::size_t k = 0; k < sides_.dimensions().size(); ++k) {
            if (std::find(g.dimensions.begin(), g.dimensions.end(), k) == g.dimensions.end()) {
                sides_.pass(trip, k, from, to);
                continue;
            }
            trip_dimension d;
            d.is = role::axis;
            d.read = {sides_.digit(k, from)};
            d.write = {sides_.digit(k, to)};
            d.axis = sides_.dimensions()[k].axis;
            d.points = t_.lengths[d.axis];
            if (!real)
                d.read[0].n = d.write[0].n = d.points =
                    sides_.is_complex_transform() ? sides_.complex_points(k) : d.points;
            trip.dimensions.push_back(d);
        }
        return trip;
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

    std::vector<trip_pair> splits(std::size_t axis, bool first, bool last) const {
        return pairs_of(sides_, axis, reads_input(first), writes_input(last), in_place_, limits_.most_bytes);
    }

    void add_split(std::size_t axis, bool first, bool last) {
        std::string shortage;
        for (auto& way : splits(axis, first, last)) {
            if (last) way.two.along.scale = t_.scale;
            const auto one = build_trip(way.one, limits_, shortage);
            const auto two = one ? build_trip(way.two, limits_, shortage) : std::nullopt;
            if (!two) continue;
            made_.trips.push_back(
                {*one, trip_array::input, way.between_arrays ? trip_array::scratch : trip_array::output});
            made_.trips.push_back({*two, trip_array::input, trip_array::output});
            between_bytes_ = way.between_bytes;
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
            if (to_scratch)
                made_.scratch_bytes = between_bytes_         ? between_bytes_
                                      : t_.kind == kind::c2r ? input_bytes(t_)
                                                             : output_bytes(t_);
        }
    }

    const transform& t_;
    const bool in_place_;
    const trip_limits& limits_;
    const array_sides sides_;
    std::vector<std::size_t> left_;  // dimensions of axes that have no trip yet, in the order of the forward trips
    std::size_t between_bytes_ = 0;  // of the array between the trips of a real line
    trip_plan made_;
};

}  // namespace

trip_plan plan_trips(const transform& t, bool in_place, const trip_limits& limits) {
    check_kind(t);
    return trip_planner(t, in_place, limits).plan();
}

}  // namespace stockham::internal
