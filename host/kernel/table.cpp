// The values of twiddle tables, from integer fractions.
#include "kernel/table.hpp"

#include <cmath>

namespace stockham {

std::string twiddle_table::name() const {
    std::string text = precision == stockham::precision::f32 ? "f32 " : "f64 ";
    text += what == kind::chain ? "chain" : what == kind::coarse ? "coarse " : "fine ";
    if (what != kind::chain) return text + std::to_string(order) + "/" + std::to_string(split);
    for (unsigned r : radices) text += " " + std::to_string(r);
    return text;
}

std::complex<long double> root_of_unity(std::uint64_t numerator, std::uint64_t order) {
    const long double pi = 3.14159265358979323846264338327950288L;
    numerator %= order;
    // Eight times the fraction of a turn: its integer part is the octant, what is left the angle within it.
    const unsigned __int128 eighths = static_cast<unsigned __int128>(numerator) * 8;
    const auto octant = static_cast<unsigned>(eighths / order);
    const auto rest = static_cast<std::uint64_t>(eighths % order);
    const bool reflected = octant % 2 == 1;  // measure back from the octant's far end
    const long double angle = 2 * pi * static_cast<long double>(reflected ? order - rest : rest) /
                              (8 * static_cast<long double>(order));
    const long double c = std::cos(angle), s = std::sin(angle);
    switch (octant) {  // of exp(-i angle): clockwise
    case 0: return {c, -s};
    case 1: return {s, -c};
    case 2: return {-s, -c};
    case 3: return {-c, -s};
    case 4: return {-c, s};
    case 5: return {-s, c};
    case 6: return {s, c};
    default: return {c, s};
    }
}

std::vector<std::complex<long double>> table_values(const twiddle_table& table) {
    std::vector<std::complex<long double>> values;
    if (table.what == twiddle_table::kind::chain) {
        std::uint64_t span = 1;
        for (const std::uint64_t radix : table.radices) {
            for (std::uint64_t i = 1; i < radix; ++i)
                for (std::uint64_t p = 0; p < span; ++p) values.push_back(root_of_unity(i * p, radix * span));
            span *= radix;
        }
    } else {
        const std::uint64_t fine = std::uint64_t{1} << table.split;
        const bool coarse = table.what == twiddle_table::kind::coarse;
        const std::uint64_t entries = coarse ? (table.order + fine - 1) / fine : fine;
        for (std::uint64_t m = 0; m < entries; ++m)
            values.push_back(root_of_unity(coarse ? m << table.split : m, table.order));
    }
    if (values.empty()) values.emplace_back(1);
    return values;
}

namespace {

template <class Real>
std::vector<std::byte> rounded(const std::vector<std::complex<long double>>& values) {
    std::vector<Real> reals;
    reals.reserve(2 * values.size());
    for (const auto& v : values) {
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
