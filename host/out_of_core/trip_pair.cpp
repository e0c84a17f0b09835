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
    axis_splitter(const array_sides& sides, bool in_place, std::size_t most_bytes)
        : sides_(sides), t_(sides.whole()), in_place_(in_place), most_bytes_(most_bytes) {}

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
    /// Complex trips along one axis of n points; true: an array has the layout of the input.
    trip_pair of_one_axis(bool from, bool between, bool to, std::size_t n) const {
        trip_pair made{sides_.complex_trip(from, between), sides_.complex_trip(between, to), true, 0};
        made.one.twiddle_order = n;
        return made;
    }

    /// The index of a point is b c j_A + c j_B + j_C before and k_A + a k_BC after, with a = c. The first trip
    /// transforms A and exchanges it with C: what a unit writes lies where it read.
    trip_pair split_within_array(std::size_t axis, std::size_t a, bool from, bool to) const {
        const auto in = sides_.digit(axis, from), out = sides_.digit(axis, to);
        const std::size_t n = sides_.complex_points(axis), b = n / a / a;
        trip_pair made = of_one_axis(from, to, to, n);
        auto &one = made.one, &two = made.two;
        for (std::size_t k = 0; k < sides_.dimensions().size(); ++k) {
            if (k != axis) {
                sides_.pass(one, k, from, to);
                sides_.pass(two, k, to, to);
                continue;
            }
            trip_dimension A, B, C;
            A.is = role::axis, A.points = a, A.axis = 0, A.is_twiddle_k = true;
            A.read = {{a, n / a * in.stride}}, A.write = {{a, out.stride}};
            B.read = {{b, a * in.stride}}, B.write = {{b, a * out.stride}}, B.weight = a;
            C.is = role::whole, C.weight = 1;
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

    /// Adds a trip's axis and columns, in this order or the other one, and the dimensions that are not transformed. The
    /// write order makes the columns the faster ones if `transposed`.
    template <class Ends>
    void fill(undivided_trip& trip, std::size_t axis, const trip_dimension& slow, const trip_dimension& fast,
              bool transposed, Ends ends) const {
        for (std::size_t k = 0; k < sides_.dimensions().size(); ++k) {
            const std::size_t at = trip.dimensions.size();
            if (k == axis) {
                trip.dimensions.push_back(slow);
                trip.dimensions.push_back(fast);
                for (std::size_t before = 0; before < at; ++before) trip.write_order.push_back(before);
                trip.write_order.push_back(transposed ? at + 1 : at);
                trip.write_order.push_back(transposed ? at : at + 1);
            } else {
                const auto [in, out] = ends(k);
                pass_dimension(trip, in, out);
            }
        }
        for (std::size_t k = trip.write_order.size(); k < trip.dimensions.size(); ++k) trip.write_order.push_back(k);
    }

    /// The index of a point is n2 j_1 + j_2 before and k_1 + n1 k_2 after, with n1 = a.
    trip_pair split_between_arrays(std::size_t axis, std::size_t a, bool from, bool to) const {
        const bool between = t_.kind == kind::c2r;
        const auto in = sides_.digit(axis, from), middle = sides_.digit(axis, between), out = sides_.digit(axis, to);
        const std::size_t n = sides_.complex_points(axis), b = n / a;
        trip_pair made = of_one_axis(from, between, to, n);
        auto &one = made.one, &two = made.two;
        trip_dimension first_axis, columns, rows, second_axis;
        first_axis.is = role::axis, first_axis.points = a, first_axis.axis = 0, first_axis.is_twiddle_k = true;
        first_axis.read = {{a, b * in.stride}}, first_axis.write = {{a, b * middle.stride}};
        columns.read = {{b, in.stride}}, columns.write = {{b, middle.stride}}, columns.weight = 1;
        fill(one, axis, first_axis, columns, false,
             [&](std::size_t k) { return std::pair(sides_.digit(k, from), sides_.digit(k, between)); });
        rows.read = {{a, b * middle.stride}}, rows.write = {{a, out.stride}};
        second_axis.is = role::axis, second_axis.points = b, second_axis.axis = 0;
        second_axis.read = {{b, middle.stride}}, second_axis.write = {{b, a * out.stride}};
        fill(two, axis, rows, second_axis, true,
             [&](std::size_t k) { return std::pair(sides_.digit(k, between), sides_.digit(k, to)); });
        return made;
    }

    /// Lines of real numbers and their spectra, of which one side has about half: the index of a number is n2 j_1 +
    /// j_2, that of a point k_1 + n1 k_2, with n1 = a. Between the trips, an array has the points k_1 up to n1 / 2,
    /// whose mirror images the second trip, or in c2r the first one, also writes or reads.
    trip_pair split_real(std::size_t axis, std::size_t a) const {
        const bool forward = t_.kind == kind::r2c, full = t_.full_spectrum;
        const auto in = sides_.digit(axis, true), out = sides_.digit(axis, false);
        const std::size_t n = t_.lengths.back(), b = n / a, rows = forward && full ? a : a / 2 + 1;
        const auto middle = packed_between(axis, rows * b);
        const std::size_t m = middle[axis].stride, spectrum = forward ? out.stride : in.stride;
        trip_pair made{sides_.without_dimensions(true, !forward), sides_.without_dimensions(!forward, false), true, 0};
        auto &one = made.one, &two = made.two;
        made.between_bytes = middle[0].n * middle[0].stride * element_size(t_.precision);
        (forward ? one : two).along.kind = t_.kind;
        (forward ? two : one).along.kind = kind::c2c;
        one.along.full_spectrum = forward && full;
        two.along.full_spectrum = false;
        one.write_offset = two.read_offset = 0;
        one.twiddle_order = n;
        trip_dimension real, numbers, points, columns;
        real.is = points.is = role::axis;
        real.axis = points.axis = 0;
        real.points = a, points.points = b;
        numbers.weight = forward ? 1 : 0, columns.weight = 1;
        const auto from_input = [&](std::size_t k) { return std::pair(sides_.digit(k, true), middle[k]); };
        const auto to_output = [&](std::size_t k) { return std::pair(middle[k], sides_.digit(k, false)); };
        const reflected_dimensions images{0, 0, (b + 1) / 2, a, a * spectrum};
        if (forward) {
            real.read = {{a, b * in.stride}}, real.write = {{rows, b * m}}, real.is_twiddle_k = true;
            numbers.read = {{b, in.stride}}, numbers.write = {{b, m}};
            fill(one, axis, real, numbers, false, from_input);
            columns.read = {{rows, b * m}}, columns.write = {{rows, spectrum}};
            points.read = {{b, m}}, points.write = {{b, a * spectrum}};
            fill(two, axis, columns, points, true, to_output);
            if (!full) two.reflected_write = reflected(two, images);
        } else {
            points.read = {{b, a * spectrum}}, points.write = {{b, rows * m}}, points.is_twiddle_k = true;
            columns.read = {{rows, spectrum}}, columns.write = {{rows, m}};
            fill(one, axis, points, columns, false, from_input);
            one.reflected_read = reflected(one, images);
            numbers.read = {{b, rows * m}}, numbers.write = {{b, out.stride}};
            real.read = {{rows, m}}, real.write = {{a, b * out.stride}};
            fill(two, axis, numbers, real, true, to_output);
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
    const transform& t_;
    const bool in_place_;
    const std::size_t most_bytes_;
};

}  // namespace

std::vector<trip_pair> pairs_of(const array_sides& sides, std::size_t dimension, bool from, bool to, bool in_place,
                                std::size_t most_bytes) {
    const axis_splitter splitter(sides, in_place, most_bytes);
    std::vector<trip_pair> all;
    for (const auto& way : splitter.find(dimension)) all.push_back(splitter.apply(dimension, way, from, to));
    return all;
}

}  // namespace stockham::internal
