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
        while (!left_.empty()) add_group();
        if (runs_backwards()) std::reverse(groups_.begin(), groups_.end());
        for (std::size_t k = 0; k < groups_.size(); ++k) {
            const bool first = k == 0, last = k + 1 == groups_.size();
            if (groups_[k].split)
                add_pair(*groups_[k].split, first, last);
            else
                add_trip(groups_[k].dimensions, first, last);
        }
        place();
        return std::move(made_);
    }

  private:
    /// Dimensions that one trip transforms, or one that is split between two trips.
    struct group {
        std::vector<std::size_t> dimensions;
        std::optional<shared_trips> split;
    };

    /// The groups of c2r are made from the last trip to the first one.
    bool runs_backwards() const { return t_.kind == kind::c2r; }

    std::vector<std::size_t> take(std::size_t axes) {
        const auto end = left_.begin() + static_cast<std::ptrdiff_t>(axes);
        const std::vector<std::size_t> taken(left_.begin(), end);
        left_.erase(left_.begin(), end);
        return taken;
    }

    /// As many axes as fit, or one that is split.
    void add_group() {
        const bool first = groups_.empty() || runs_backwards(), last = groups_.empty() || !runs_backwards();
        std::string shortage;
        for (std::size_t n = left_.size(); n > 0; --n) {
            if (!build_trip(whole_axes({left_.begin(), left_.begin() + static_cast<std::ptrdiff_t>(n)}, first, last),
                            limits_, shortage))
                continue;
            groups_.emplace_back();
            groups_.back().dimensions = take(n);
            return;
        }
        shared_trips split;
        split.axis = take(1).front();
        const bool halved_beside_others = sides_.is_real(split.axis) && t_.lengths.size() > 1;
        if (halved_beside_others || !sides_.is_complex_transform() || !find_pair(split, first, last, shortage))
            throw unsupported_error("memory", to_string(t_) + ": " + shortage);
        share(split);
        groups_.emplace_back();
        groups_.back().split = split;
    }

    /// Lets other axes take part in the trips of one that is split: those before it in the first trip, and those behind
    /// it in the second one, as far as they fit.
    void share(shared_trips& split) {
        if (sides_.is_real(split.axis)) return;
        auto& before = runs_backwards() ? split.two : split.one;
        auto& behind = runs_backwards() ? split.one : split.two;
        std::string ignored;
        const auto fits = [&](bool joined) {
            const bool only = groups_.empty() || (joined && groups_.size() == 1);
            return find_pair(split, only || runs_backwards(), only || !runs_backwards(), ignored).has_value();
        };
        bool joined = false;
        if (!groups_.empty() && !groups_.back().split) {
            before = groups_.back().dimensions;
            joined = fits(true);
            if (joined)
                groups_.pop_back();
            else
                before.clear();
        }
        for (std::size_t n = left_.size(); n > 0; --n) {
            behind.assign(left_.begin(), left_.begin() + static_cast<std::ptrdiff_t>(n));
            if (fits(false)) {
                take(n);
                return;
            }
        }
        behind.clear();
    }

    /// True if a trip of a group reads, or writes, an array with the layout of the input; else it is that of the
    /// output.
    bool reads_input(bool first) const { return first || t_.kind == kind::c2r; }
    bool writes_input(bool last) const { return t_.kind == kind::c2r && !last; }

    undivided_trip whole_axes(const std::vector<std::size_t>& axes, bool first, bool last) const {
        const bool from = reads_input(first), to = writes_input(last);
        auto trip = sides_.trip_along(axes, from, to);
        for (std::size_t k = 0; k < sides_.dimensions().size(); ++k) sides_.add(trip, k, axes, from, to);
        return trip;
    }

    void add_trip(const std::vector<std::size_t>& axes, bool first, bool last) {
        auto trip = whole_axes(axes, first, last);
        if (last) trip.along.scale = t_.scale;
        std::string shortage;
        auto made = build_trip(trip, limits_, shortage);
        if (!made) throw unsupported_error("memory", to_string(t_) + ": " + shortage);
        made_.trips.push_back({*made, trip_array::input, trip_array::output});
    }

    struct built_pair {
        trip one, two;
        bool between_arrays;
        std::size_t between_bytes;
    };

    std::optional<built_pair> find_pair(const shared_trips& split, bool first, bool last, std::string& shortage) const {
        for (auto& way :
             pairs_of(sides_, split, reads_input(first), writes_input(last), in_place_, limits_.most_bytes)) {
            if (last) way.two.along.scale = t_.scale;
            const auto one = build_trip(way.one, limits_, shortage);
            const auto two = one ? build_trip(way.two, limits_, shortage) : std::nullopt;
            if (two) return built_pair{*one, *two, way.between_arrays, way.between_bytes};
        }
        return std::nullopt;
    }

    void add_pair(const shared_trips& split, bool first, bool last) {
        std::string shortage;
        const auto pair = find_pair(split, first, last, shortage);
        if (!pair) throw unsupported_error("memory", to_string(t_) + ": " + shortage);
        made_.trips.push_back(
            {pair->one, trip_array::input, pair->between_arrays ? trip_array::scratch : trip_array::output});
        made_.trips.push_back({pair->two, trip_array::input, trip_array::output});
        between_bytes_ = pair->between_bytes;
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
    std::vector<group> groups_;
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
