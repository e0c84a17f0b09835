// The ways to transform an axis that is too long for a unit in two trips.
#include "out_of_core/trip_pair.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stockham::internal {

namespace {

using role = trip_dimension::role;

class axis_splitter {
  public:
    axis_splitter(const array_sides& sides, const shared_trips& shared, bool in_place, std::size_t most_bytes)
        : sides_(sides), shared_(shared), t_(sides.whole()), in_place_(in_place), most_bytes_(most_bytes) {}

    /// A way to split an axis: the length of its first transform, and whether the trips need two arrays.
    struct way {
        std::size_t a;
        bool between_arrays;
    };

    /// The most promising ways to split an axis. Units of both trips should be about equally large.
    std::vector<way> find(std::size_t k) const {
        constexpr std::size_t most = 6;
        if (sides_.is_real(k)) return nearest(t_.lengths.back(), true, most);
        const std::size_t n = sides_.complex_points(k);
        // c2r has one array of the input's layout between its trips already.
        std::vector<way> all = in_place_ ? nearest(n, false, most) : std::vector<way>();
        if (in_place_ && t_.kind == kind::c2r) return all;
        const auto more = nearest(n, true, most);
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }

    /// The first transforms that make the shorter rows of the two trips as long as possible.
    std::vector<way> nearest(std::size_t n, bool between_arrays, std::size_t most) const {
        std::vector<way> all;
        for (std::size_t a = 2; a <= n / a; ++a) {
            if (n % a) continue;
            if (between_arrays && n / a != a) all.push_back({n / a, true});
            if (between_arrays || n / a % a == 0) all.push_back({a, between_arrays});
        }
        // Between arrays, units have rows of their columns. Within one array, units have a^2 elements, and n / a in
        // rows that get longer with a.
        const double best = between_arrays ? std::sqrt(static_cast<double>(n))
                                           : std::sqrt(static_cast<double>(most_bytes_ / element_size(t_.precision)));
        const auto distance = [&](const way& s) { return std::abs(std::log(static_cast<double>(s.a) / best)); };
        std::stable_sort(all.begin(), all.end(), [&](const way& x, const way& y) { return distance(x) < distance(y); });
        if (all.size() > most) all.resize(most);
        return all;
    }

    trip_pair apply(std::size_t axis, const way& how, bool from, bool to) const {
        if (sides_.is_real(axis)) return split_real(axis, how.a);
        return how.between_arrays ? split_between_arrays(axis, how.a, from, to)
                                  : split_within_array(axis, how.a, from, to);
    }

  private:
    /// Two trips along one axis of n points, and along those that share them; true: an array has the layout of the
    /// input.
    trip_pair without_dimensions(bool from, bool between, bool to, std::size_t n) const {
        trip_pair made{sides_.trip_along(shared_.one, from, between), sides_.trip_along(shared_.two, between, to), true,
                       0};
        made.one.twiddle_order = n;
        return made;
    }

    using digits = std::vector<strided>;

    /// A part of the axis, which takes the whole axis's place among the axes of a unit.
    trip_dimension part_of_axis(std::size_t axis, std::size_t points, digits read, digits write) const {
        trip_dimension part = not_transformed(std::move(read), std::move(write), 0);
        part.is = role::axis;
        part.points = points;
        part.axis = sides_.dimensions()[axis].axis;
        return part;
    }

    static trip_dimension not_transformed(digits read, digits write, std::size_t weight) {
        trip_dimension part;
        part.read = std::move(read);
        part.write = std::move(write);
        part.weight = weight;
        return part;
    }

    /// The index of a point is b c j_A + c j_B + j_C before and k_A + a k_BC after, with a = c. The first trip
    /// transforms A and exchanges it with C: what a unit writes lies where it read.
    trip_pair split_within_array(std::size_t axis, std::size_t a, bool from, bool to) const {
        const bool between = t_.kind == kind::c2r;
        const auto in = sides_.digit(axis, from), middle = sides_.digit(axis, between), out = sides_.digit(axis, to);
        const std::size_t n = sides_.complex_points(axis), b = n / a / a;
        trip_pair made = without_dimensions(from, between, to, n);
        auto &one = made.one, &two = made.two;
        for (std::size_t k = 0; k < sides_.dimensions().size(); ++k) {
            if (k != axis) {
                sides_.add(one, k, shared_.one, from, between);
                sides_.add(two, k, shared_.two, between, to);
                continue;
            }
            auto A = part_of_axis(axis, a, {{a, n / a * in.stride}}, {{a, middle.stride}});
            A.is_twiddle_k = true;
            const auto B = not_transformed({{b, a * in.stride}}, {{b, a * middle.stride}}, a);
            auto C = not_transformed({{a, in.stride}}, {{a, a * b * middle.stride}}, 1);
            C.is = role::whole;
            const auto at = one.dimensions.size();
            for (const auto& d : {A, B, C}) one.dimensions.push_back(d);
            for (std::size_t before = 0; before < at; ++before) one.write_order.push_back(before);
            for (const auto d : {2, 1, 0}) one.write_order.push_back(at + static_cast<std::size_t>(d));
            two.dimensions.push_back(part_of_axis(axis, n / a, {{b, a * middle.stride}, {a, a * b * middle.stride}},
                                                  {{n / a, a * out.stride}}));
            two.dimensions.push_back(not_transformed({{a, middle.stride}}, {{a, out.stride}}, 0));
        }
        for (std::size_t k = one.write_order.size(); k < one.dimensions.size(); ++k) one.write_order.push_back(k);
        made.between_arrays = false;
        return made;
    }

    /// The dimensions of a packed array with this number of points along the axis that is split.
    std::vector<strided> packed_between(std::size_t axis, std::size_t points) const {
        std::vector<strided> packed(sides_.dimensions().size());
        std::size_t stride = 1;
        for (std::size_t k = packed.size(); k-- > 0; stride *= packed[k].n)
            packed[k] = {k == axis ? points : sides_.dimensions()[k].input.n, stride};
        return packed;
    }

    /// Adds the dimensions of a trip. The axis that is split has a slow and a fast one. If `transposed`, units write
    /// the fast one as the slow one. add(trip, k) adds the other dimensions.
    template <class Add>
    void fill(undivided_trip& trip, std::size_t axis, const trip_dimension& slow, const trip_dimension& fast,
              bool transposed, Add add) const {
        for (std::size_t k = 0; k < sides_.dimensions().size(); ++k) {
            const std::size_t at = trip.dimensions.size();
            if (k == axis) {
                trip.dimensions.push_back(slow);
                trip.dimensions.push_back(fast);
                for (std::size_t before = 0; before < at; ++before) trip.write_order.push_back(before);
                trip.write_order.push_back(transposed ? at + 1 : at);
                trip.write_order.push_back(transposed ? at : at + 1);
            } else {
                add(trip, k);
            }
        }
        for (std::size_t k = trip.write_order.size(); k < trip.dimensions.size(); ++k) trip.write_order.push_back(k);
    }

    /// The index of a point is n2 j_1 + j_2 before and k_1 + n1 k_2 after, with n1 = a.
    trip_pair split_between_arrays(std::size_t axis, std::size_t a, bool from, bool to) const {
        const bool between = t_.kind == kind::c2r;
        const auto in = sides_.digit(axis, from), middle = sides_.digit(axis, between), out = sides_.digit(axis, to);
        const std::size_t n = sides_.complex_points(axis), b = n / a;
        trip_pair made = without_dimensions(from, between, to, n);
        auto &one = made.one, &two = made.two;
        auto first_axis = part_of_axis(axis, a, {{a, b * in.stride}}, {{a, b * middle.stride}});
        first_axis.is_twiddle_k = true;
        const auto columns = not_transformed({{b, in.stride}}, {{b, middle.stride}}, 1);
        fill(one, axis, first_axis, columns, false,
             [&](undivided_trip& trip, std::size_t k) { sides_.add(trip, k, shared_.one, from, between); });
        const auto rows = not_transformed({{a, b * middle.stride}}, {{a, out.stride}}, 0);
        const auto second_axis = part_of_axis(axis, b, {{b, middle.stride}}, {{b, a * out.stride}});
        fill(two, axis, rows, second_axis, true,
             [&](undivided_trip& trip, std::size_t k) { sides_.add(trip, k, shared_.two, between, to); });
        return made;
    }

    /// Lines of real numbers and their half spectra: the index of a number is n2 j_1 +
    /// j_2, that of a point k_1 + n1 k_2, with n1 = a. Between the trips, an array has the points k_1 up to n1 / 2,
    /// whose mirror images the second trip, or in c2r the first one, also writes or reads.
    trip_pair split_real(std::size_t axis, std::size_t a) const {
        const bool forward = t_.kind == kind::r2c, full = t_.full_spectrum;
        const auto in = sides_.digit(axis, true), out = sides_.digit(axis, false);
        const std::size_t n = t_.lengths.back(), b = n / a, rows = forward && full ? a : a / 2 + 1;
        const auto middle = packed_between(axis, rows * b);
        const std::size_t m = middle[axis].stride, spectrum = forward ? out.stride : in.stride;
        trip_pair made{sides_.trip_along({axis}, true, !forward), sides_.trip_along({axis}, !forward, false), true, 0};
        auto &one = made.one, &two = made.two;
        made.between_bytes = middle[0].n * middle[0].stride * element_size(t_.precision);
        (forward ? two : one).along.kind = kind::c2c;
        one.along.full_spectrum = forward && full;
        two.along.full_spectrum = false;
        one.write_offset = two.read_offset = 0;
        one.twiddle_order = n;
        const auto from_input = [&](undivided_trip& trip, std::size_t k) {
            pass_dimension(trip, sides_.digit(k, true), middle[k]);
        };
        const auto to_output = [&](undivided_trip& trip, std::size_t k) {
            pass_dimension(trip, middle[k], sides_.digit(k, false));
        };
        // Nothing of a full spectrum is reflected. The step also makes its real points real.
        const reflected_dimensions images{0, 0, full && forward ? b : (b + 1) / 2, a, a * spectrum};
        if (forward) {
            auto real = part_of_axis(axis, a, {{a, b * in.stride}}, {{rows, b * m}});
            real.is_twiddle_k = true;
            fill(one, axis, real, not_transformed({{b, in.stride}}, {{b, m}}, 1), false, from_input);
            fill(two, axis, not_transformed({{rows, b * m}}, {{rows, spectrum}}, 1),
                 part_of_axis(axis, b, {{b, m}}, {{b, a * spectrum}}), true, to_output);
            two.reflected_write = reflected(two, images);
        } else {
            auto points = part_of_axis(axis, b, {{b, a * spectrum}}, {{b, rows * m}});
            points.is_twiddle_k = true;
            fill(one, axis, points, not_transformed({{rows, spectrum}}, {{rows, m}}, 1), false, from_input);
            one.reflected_read = reflected(one, images);
            fill(two, axis, not_transformed({{b, rows * m}}, {{b, out.stride}}, 0),
                 part_of_axis(axis, a, {{rows, m}}, {{a, b * out.stride}}), true, to_output);
        }
        return made;
    }

    /// The same with the numbers of the dimensions: the points are an axis, the columns are free.
    static reflected_dimensions reflected(const undivided_trip& trip, reflected_dimensions images) {
        for (std::size_t k = 0; k < trip.dimensions.size(); ++k) {
            if (trip.dimensions[k].is == role::axis) images.along = k;
            if (trip.dimensions[k].weight) images.columns = k;
        }
        return images;
    }

    const array_sides& sides_;
    const shared_trips& shared_;
    const transform& t_;
    const bool in_place_;
    const std::size_t most_bytes_;
};

}  // namespace

std::vector<trip_pair> pairs_of(const array_sides& sides, const shared_trips& shared, bool from, bool to, bool in_place,
                                std::size_t most_bytes) {
    const axis_splitter splitter(sides, shared, in_place, most_bytes);
    std::vector<trip_pair> all;
    for (const auto& way : splitter.find(shared.axis)) all.push_back(splitter.apply(shared.axis, way, from, to));
    return all;
}

}  // namespace stockham::internal
