// Roots of unity from integer fractions, in double-double arithmetic.
#include <vector>

#include "base/tables/table.hpp"

#include "base/immortal.hpp"

namespace stockham::internal {

namespace {

constexpr unsigned cells_of_octant = 64;                                                        // 2^6
const double_double turn_of_cell = {3.14159265358979312 / 256, 1.22464679914735318e-16 / 256};  // 2 pi / 512

/// cos x + i sin x by the Taylor series, for 0 <= x < 1.
complex_double_double by_series(double_double x) {
    complex_double_double sum{1, 0};
    double_double term = 1;
    for (int k = 1; k < 30; ++k) {
        term = term * x / double_double(k);
        auto& part = k % 2 == 0 ? sum.real : sum.imag;
        part = k % 4 < 2 ? part + term : part - term;
    }
    return sum;
}

/// The boundaries of the cells of an octant.
const std::vector<complex_double_double>& corners() {
    static const auto& all = immortal([] {
        std::vector<complex_double_double> v;
        for (unsigned cell = 0; cell <= cells_of_octant; ++cell) v.push_back(by_series(turn_of_cell * cell));
        return v;
    }());
    return all;
}

/// cos x - 1 + i sin x for |x| <= pi / 512. Terms that are small beside the sum are computed in double.
complex_double_double small_turn(double_double x) {
    static const auto over = [](double n) { return double_double(1) / n; };
    static const double_double sixth = over(-6), over_120 = over(120), over_24 = over(24);
    const auto square = x * x;
    const double z = square.high;
    const double of_sine = ((-z / 39916800 + 1 / 362880.) * z - 1 / 5040.) * z;
    const double of_cosine = ((-z / 3628800 + 1 / 40320.) * z - 1 / 720.) * z;
    return {square * (double_double(-0.5) + square * (over_24 + of_cosine)),
            x + x * square * (sixth + square * (over_120 + of_sine))};
}

/// Returns the first bits of the fraction place / whole <= 1 and leaves the remainder in `place`. Without branches,
/// which would be unpredictable.
unsigned take_bits(unsigned count, std::uint64_t& place, std::uint64_t whole) {
    unsigned bits = 0;
    for (; count > 0; --count) {
        const auto left = whole - place;
        const std::uint64_t upper = place >= left;
        bits = 2 * bits + static_cast<unsigned>(upper);
        place += place - (whole & (0 - upper));  // modulo 2^64, but the result fits
    }
    return bits;
}

/// exp(i 2 pi (place / whole) / 8) for 0 <= place <= whole.
complex_double_double in_first_octant(std::uint64_t place, std::uint64_t whole) {
    const unsigned cell = take_bits(6, place, whole);
    const bool from_above = place > whole - place;  // measure from the nearer corner
    const auto rest = double_double::of(from_above ? whole - place : place) / double_double::of(whole) * turn_of_cell;
    const auto& corner = corners()[cell + from_above];
    return corner + corner * small_turn(from_above ? -rest : rest);
}

}  // namespace

complex_double_double root_of_unity(std::uint64_t numerator, std::uint64_t order) {
    auto place = numerator % order;
    const unsigned octant = take_bits(3, place, order);
    const bool reflected = octant % 2 == 1;  // measure back from the octant's far end
    const auto [c, s] = in_first_octant(reflected ? order - place : place, order);
    switch (octant) {  // exp(-i angle): clockwise
    case 0:
        return {c, -s};
    case 1:
        return {s, -c};
    case 2:
        return {-s, -c};
    case 3:
        return {-c, -s};
    case 4:
        return {-c, s};
    case 5:
        return {-s, c};
    case 6:
        return {s, c};
    default:
        return {c, s};
    }
}

}  // namespace stockham::internal
