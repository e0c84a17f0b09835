// Evaluates the definitions of tables.
#include "base/tables/table.hpp"

#include <cstring>

#include "base/host_size.hpp"
#include "base/tables/host_dft.hpp"
#include "base/uint128.hpp"

namespace stockham::internal {

namespace {

using values = std::vector<complex_double_double>;

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

/// Real parts of all lanes, then imaginary parts, stored two per complex number as in memory.
values lanes_values(const twiddle_table& t) {
    values v;
    for (std::uint64_t k = 0; k < t.points; ++k) {
        values lanes;
        for (std::uint64_t l = 0; l < t.lane_count; ++l)
            lanes.push_back(root_of_unity(k * l % t.order * t.growth, t.order));
        for (std::size_t l = 0; l < lanes.size(); l += 2) v.push_back({lanes[l].real, lanes[l + 1].real});
        for (std::size_t l = 0; l < lanes.size(); l += 2) v.push_back({lanes[l].imag, lanes[l + 1].imag});
    }
    return v;
}

/// w_order^(square j^2 + linear j + constant)
complex_double_double chirp_root(const chirp& c, std::uint64_t j) {
    const auto exponent = static_cast<uint128>(c.square) * (static_cast<uint128>(j) * j % c.order) +
                          static_cast<uint128>(c.linear) * j + c.constant;
    return root_of_unity(static_cast<std::uint64_t>(exponent % c.order), c.order);
}

complex_double_double chirp_value(const chirp& c, std::uint64_t j) {
    const double weight = j == 0 ? c.first : j + 1 == c.count ? c.last : c.weight;
    return chirp_root(c, j) * (c.turned && 2 * j >= c.count ? -weight : weight);
}

values chirp_values(const chirp& c) {
    values v;
    for (std::uint64_t j = 0; j < c.count; ++j) v.push_back(chirp_value(c, j));
    return v;
}

/// Makes the elements that are congruent modulo `rows` adjacent.
template <class Real>
std::vector<complex_pair<Real>> in_rows(const std::vector<complex_pair<Real>>& v, std::size_t rows) {
    std::vector<complex_pair<Real>> sorted;
    sorted.reserve(v.size());
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t k = r; k < v.size(); k += rows) sorted.push_back(v[k]);
    return sorted;
}

template <class Real>
std::vector<complex_pair<Real>> filter_values(const twiddle_table& t) {
    const auto points = host_size(t.order, "points");
    std::vector<complex_pair<Real>> sequence(points);
    internal::chirp square = t.chirped;
    square.linear = square.constant = 0;
    const auto root = [&](std::size_t m) {
        const auto w = conj(chirp_root(square, m));
        return complex_pair<Real>{static_cast<Real>(w.real), static_cast<Real>(w.imag)};
    };
    for (std::size_t m = 0; m < t.after; ++m) sequence[m] = root(m);
    for (std::size_t m = 1; m < t.before; ++m) sequence[points - m] = root(m);
    const auto order = static_cast<Real>(double_double::of(t.order));
    for (auto& z : sequence) z = z / order;
    auto filter = host_dft(std::move(sequence));
    return t.rows > 1 ? in_rows(filter, host_size(t.rows, "rows")) : filter;
}

/// Powers 0 .. p - 2 of the least primitive root modulo the prime p.
std::vector<std::uint64_t> powers_of_primitive_root(std::uint64_t p) {
    for (std::uint64_t root = 1;; ++root) {
        std::vector<std::uint64_t> powers{1};
        while (powers.size() < p - 1) {
            const auto next = powers.back() * root % p;
            if (next == 1) break;
            powers.push_back(next);
        }
        if (powers.size() == p - 1) return powers;
    }
}

values powers_values(const twiddle_table& t) {
    const auto powers = powers_of_primitive_root(t.order);
    values v;
    for (auto power : powers) v.push_back({double_double::of(power), 0});
    return v;
}

values rader_filter_values(const twiddle_table& t) {
    const auto powers = powers_of_primitive_root(t.order);
    const auto count = powers.size();
    values sequence(count);
    for (std::size_t q = 0; q < count; ++q)
        sequence[q] = root_of_unity(powers[(count - q) % count], t.order) / double_double::of(count);
    return host_dft(std::move(sequence));
}

values values_of(const twiddle_table& t) {
    switch (t.what) {
    case twiddle_table::kind::chain:
        return chain_values(t.radices);
    case twiddle_table::kind::lanes:
        return lanes_values(t);
    case twiddle_table::kind::chirp:
        return chirp_values(t.chirped);
    case twiddle_table::kind::filter:
        return filter_values<double_double>(t);
    case twiddle_table::kind::powers:
        return powers_values(t);
    case twiddle_table::kind::rader_filter:
        return rader_filter_values(t);
    default:
        return halves_values(t);
    }
}

values all_values(const twiddle_table& table) {
    auto v = values_of(table);
    if (v.empty()) v.push_back({1, 0});
    return v;
}

/// The bytes of entry(0), entry(1), ..
template <class Real, class Entry>
std::vector<std::byte> rounded(std::uint64_t count, const Entry& entry) {
    std::vector<std::byte> bytes(host_size(count * 2 * sizeof(Real), "bytes of a table"));
    auto* to = bytes.data();
    for (std::uint64_t k = 0; k < count; ++k, to += 2 * sizeof(Real)) {
        const auto& value = entry(k);
        const Real parts[] = {static_cast<Real>(value.real), static_cast<Real>(value.imag)};
        std::memcpy(to, parts, sizeof parts);
    }
    return bytes;
}

template <class Entry>
std::vector<std::byte> rounded(precision p, std::uint64_t count, const Entry& entry) {
    return p == precision::f32 ? rounded<float>(count, entry) : rounded<double>(count, entry);
}

template <class Real>
std::vector<std::byte> rounded(precision p, const std::vector<complex_pair<Real>>& entries) {
    return rounded(p, entries.size(),
                   [&](std::uint64_t k) -> const complex_pair<Real>& { return entries[static_cast<std::size_t>(k)]; });
}

/// Filters of single precision from here on are computed in double precision, which takes a fifth of the time and half
/// the memory. Rounded to single precision, the results differ in hardly any entry.
constexpr std::uint64_t long_filter = (std::uint64_t{1} << 16) + 1;

std::vector<std::byte> integers(const values& entries) {
    std::vector<std::byte> bytes;
    for (const auto& v : entries) {
        const auto number = static_cast<std::uint32_t>(v.real.high);
        const auto* first = reinterpret_cast<const std::byte*>(&number);
        bytes.insert(bytes.end(), first, first + sizeof number);
    }
    return bytes;
}

}  // namespace

std::vector<std::complex<long double>> table_values(const twiddle_table& table) {
    std::vector<std::complex<long double>> rounded;
    for (const auto& value : all_values(table)) rounded.emplace_back(value);
    return rounded;
}

std::vector<std::byte> table_bytes(const twiddle_table& table) {
    if (table.what == twiddle_table::kind::chirp && table.chirped.count > 0)
        return rounded(table.precision, table.chirped.count,
                       [&](std::uint64_t j) { return chirp_value(table.chirped, j); });
    if (table.what == twiddle_table::kind::filter && table.precision == precision::f32 && table.order >= long_filter)
        return rounded(table.precision, filter_values<double>(table));
    const auto values = all_values(table);
    return table.what == twiddle_table::kind::powers ? integers(values) : rounded(table.precision, values);
}

}  // namespace stockham::internal
