// The values of twiddle tables, from integer fractions.
#include "kernel/table.hpp"

#include <cmath>

#include "tensor/uint128.hpp"

namespace stockham {

twiddle_table twiddle_table::chain(stockham::precision p, std::vector<unsigned> radices) {
    twiddle_table t;
    t.precision = p;
    t.radices = std::move(radices);
    return t;
}

twiddle_table twiddle_table::coarse(stockham::precision p, std::uint64_t order, unsigned split) {
    twiddle_table t;
    t.what = kind::coarse;
    t.precision = p;
    t.order = order;
    t.split = split;
    return t;
}

twiddle_table twiddle_table::fine(stockham::precision p, std::uint64_t order, unsigned split) {
    twiddle_table t = coarse(p, order, split);
    t.what = kind::fine;
    return t;
}

twiddle_table twiddle_table::lanes(stockham::precision p, std::uint64_t order, unsigned growth, unsigned points,
                                   unsigned lane_count) {
    twiddle_table t;
    t.what = kind::lanes;
    t.precision = p;
    t.order = order;
    t.growth = growth;
    t.points = points;
    t.lane_count = lane_count;
    return t;
}

std::string twiddle_table::name() const {
    std::string text = precision == stockham::precision::f32 ? "f32 " : "f64 ";
    switch (what) {
    case kind::chain:
        text += "chain";
        for (unsigned r : radices) text += " " + std::to_string(r);
        return text;
    case kind::coarse:
        return text + "coarse " + std::to_string(order) + "/" + std::to_string(split);
    case kind::fine:
        return text + "fine " + std::to_string(order) + "/" + std::to_string(split);
    default:
        return text + "lanes " + std::to_string(order) + " " + std::to_string(growth) + " " + std::to_string(points) +
               "x" + std::to_string(lane_count);
    }
}

std::complex<long double> root_of_unity(std::uint64_t numerator, std::uint64_t order) {
    const long double pi = 3.14159265358979323846264338327950288L;
    numerator %= order;
    // Eight times the fraction of a turn: its integer part is the octant, what is left the angle within it.
    const uint128 eighths = static_cast<uint128>(numerator) * 8;
    const auto octant = static_cast<unsigned>(eighths / order);
    const auto rest = static_cast<std::uint64_t>(eighths % order);
    const bool reflected = octant % 2 == 1;  // measure back from the octant's far end
    const long double angle =
        2 * pi * static_cast<long double>(reflected ? order - rest : rest) / (8 * static_cast<long double>(order));
    const long double c = std::cos(angle), s = std::sin(angle);
    switch (octant) {  // of exp(-i angle): clockwise
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

namespace {

using values = std::vector<std::complex<long double>>;

values chain_values(const std::vector<unsigned>& radices) {
    values v;
    std::uint64_t span = 1;
    for (const std::uint64_t radix : radices) {
        for (std::uint64_t i = 1; i < radix; ++i)
            for (std::uint64_t p = 0; p < span; ++p) v.push_back(root_of_unity(i * p, radix * span));
        span *= radix;
    }
    return v;
}

values halves_values(const twiddle_table& t) {
    values v;
    const std::uint64_t fine = std::uint64_t{1} << t.split;
    const bool coarse = t.what == twiddle_table::kind::coarse;
    const std::uint64_t entries = coarse ? (t.order + fine - 1) / fine : fine;
    for (std::uint64_t m = 0; m < entries; ++m) v.push_back(root_of_unity(coarse ? m << t.split : m, t.order));
    return v;
}

/// Real parts of all lanes, then their imaginary parts: packed two by two, as memory will hold them.
values lanes_values(const twiddle_table& t) {
    values v;
    for (std::uint64_t k = 0; k < t.points; ++k) {
        values lanes;
        for (std::uint64_t l = 0; l < t.lane_count; ++l)
            lanes.push_back(root_of_unity(k * l % t.order * t.growth, t.order));
        for (std::size_t l = 0; l < lanes.size(); l += 2) v.emplace_back(lanes[l].real(), lanes[l + 1].real());
        for (std::size_t l = 0; l < lanes.size(); l += 2) v.emplace_back(lanes[l].imag(), lanes[l + 1].imag());
    }
    return v;
}

}  // namespace

std::vector<std::complex<long double>> table_values(const twiddle_table& table) {
    auto v = table.what == twiddle_table::kind::chain   ? chain_values(table.radices)
             : table.what == twiddle_table::kind::lanes ? lanes_values(table)
                                                        : halves_values(table);
    if (v.empty()) v.emplace_back(1);
    return v;
}

namespace {

template <class Real>
std::vector<std::byte> rounded(const values& entries) {
    std::vector<Real> reals;
    reals.reserve(2 * entries.size());
    for (const auto& v : entries) {
        reals.push_back(static_cast<Real>(v.real()));
        reals.push_back(static_cast<Real>(v.imag()));
    }
    std::vector<std::byte> bytes(reals.size() * sizeof(Real));
    std::memcpy(bytes.data(), reals.data(), bytes.size());
    return bytes;
}

}  // namespace

std::vector<std::byte> table_bytes(const twiddle_table& table) {
    const auto values = table_values(table);
    return table.precision == precision::f32 ? rounded<float>(values) : rounded<double>(values);
}

}  // namespace stockham
