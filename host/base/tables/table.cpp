// The values of twiddle tables, from integer fractions.
#include "base/tables/table.hpp"

#include <cstring>
#include <sstream>

#include "base/host_size.hpp"
#include "base/tables/host_dft.hpp"
#include "base/uint128.hpp"

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

twiddle_table twiddle_table::chirp(stockham::precision p, const stockham::chirp& c) {
    twiddle_table t;
    t.what = kind::chirp;
    t.precision = p;
    t.chirped = c;
    return t;
}

twiddle_table twiddle_table::filter(stockham::precision p, std::uint64_t order, const stockham::chirp& c,
                                    std::uint64_t before, std::uint64_t after) {
    twiddle_table t = chirp(p, c);
    t.what = kind::filter;
    t.order = order;
    t.before = before;
    t.after = after;
    return t;
}

twiddle_table twiddle_table::powers(std::uint64_t prime) {
    twiddle_table t;
    t.what = kind::powers;
    t.order = prime;
    return t;
}

twiddle_table twiddle_table::rader_filter(stockham::precision p, std::uint64_t prime) {
    twiddle_table t = powers(prime);
    t.what = kind::rader_filter;
    t.precision = p;
    return t;
}

namespace {

std::string chirp_name(const chirp& c) {
    std::ostringstream text;
    text.precision(17);
    text << c.order << ":" << c.square << "," << c.linear << "," << c.constant << " x" << c.count << " " << c.first
         << "," << c.weight << "," << c.last;
    return text.str();
}

}  // namespace

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
    case kind::chirp:
        return text + "chirp " + chirp_name(chirped);
    case kind::filter:
        return text + "filter " + std::to_string(order) + " " + chirp_name(chirped) + " " + std::to_string(before) +
               "," + std::to_string(after);
    case kind::powers:
        return "powers modulo " + std::to_string(order);
    case kind::rader_filter:
        return text + "rader filter " + std::to_string(order);
    case kind::lanes:
        break;
    }
    return text + "lanes " + std::to_string(order) + " " + std::to_string(growth) + " " + std::to_string(points) + "x" +
           std::to_string(lane_count);
}

namespace {

using values = std::vector<complex_double_double>;

constexpr unsigned cells_of_octant = 64;                                                        // 2^6
const double_double turn_of_cell = {3.14159265358979312 / 256, 1.22464679914735318e-16 / 256};  // 2 pi / 512

/// cos x + i sin x by its series, of 0 <= x < 1.
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

/// Where the cells of an octant begin, and where the last one ends.
const values& corners() {
    static const values all = [] {
        values v;
        for (unsigned cell = 0; cell <= cells_of_octant; ++cell) v.push_back(by_series(turn_of_cell * cell));
        return v;
    }();
    return all;
}

/// cos x - 1 + i sin x of |x| <= pi / 512. Terms that are small beside the sum need no more than double.
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

/// Takes the first bits off the fraction place / whole <= 1, of which it leaves the rest in `place`. Without branches:
/// nobody could foretell them.
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

/// exp(i 2 pi (place / whole) / 8) of 0 <= place <= whole.
complex_double_double in_first_octant(std::uint64_t place, std::uint64_t whole) {
    const unsigned cell = take_bits(6, place, whole);
    const bool from_above = place > whole - place;  // measured from the nearer corner
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

values chirp_values(const chirp& c) {
    values v;
    for (std::uint64_t j = 0; j < c.count; ++j) {
        const double weight = j == 0 ? c.first : j + 1 == c.count ? c.last : c.weight;
        v.push_back(chirp_root(c, j) * weight);
    }
    return v;
}

values filter_values(const twiddle_table& t) {
    const auto points = host_size(t.order, "points");
    values sequence(points);
    stockham::chirp square = t.chirped;
    square.linear = square.constant = 0;
    for (std::size_t m = 0; m < t.after; ++m) sequence[m] = conj(chirp_root(square, m));
    for (std::size_t m = 1; m < t.before; ++m) sequence[points - m] = conj(chirp_root(square, m));
    const auto order = double_double::of(t.order);
    for (auto& z : sequence) z = z / order;
    return host_dft(std::move(sequence));
}

/// Powers 0 .. p - 2 of the least number whose powers modulo the prime p are all of 1 .. p - 1.
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
        return filter_values(t);
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

template <class Real>
std::vector<std::byte> rounded(const values& entries) {
    std::vector<Real> reals;
    reals.reserve(2 * entries.size());
    for (const auto& v : entries) {
        reals.push_back(static_cast<Real>(v.real));
        reals.push_back(static_cast<Real>(v.imag));
    }
    std::vector<std::byte> bytes(reals.size() * sizeof(Real));
    std::memcpy(bytes.data(), reals.data(), bytes.size());
    return bytes;
}

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
    const auto values = all_values(table);
    if (table.what == twiddle_table::kind::powers) return integers(values);
    return table.precision == precision::f32 ? rounded<float>(values) : rounded<double>(values);
}

}  // namespace stockham
