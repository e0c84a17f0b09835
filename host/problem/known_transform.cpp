// Products of shifted chirps and of their spectra, which are Gauss sums.
#include "problem/known_transform.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <random>
#include <utility>

#include "base/tables/table.hpp"

namespace stockham::internal {

namespace {

using complex = std::complex<double>;

// Above these limits, the host takes longer than a compiler takes for a small transform.
constexpr std::uint64_t longest_dimension = std::uint64_t{1} << 21;
constexpr std::uint64_t most_rows = std::uint64_t{1} << 20;
// With scales in this range, outputs in single precision neither underflow nor overflow.
constexpr double smallest_scale = 1e-20, largest_scale = 1e20;

complex root(std::uint64_t numerator, std::uint64_t order) {
    const auto w = root_of_unity(numerator, order);
    return {static_cast<double>(w.real), static_cast<double>(w.imag)};
}

complex complex_product(const complex& a, const complex& b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// exp(-i pi k / n) for 0 <= k < 2 n, as products of entries of two tables of about sqrt(2 n) entries.
class half_turns {
  public:
    explicit half_turns(std::size_t n) {
        while ((std::size_t{1} << 2 * split_) < 2 * n) ++split_;
        for (std::size_t k = 0; k < std::size_t{1} << split_; ++k) fine_.push_back(root(k, 2 * n));
        for (std::size_t k = 0; k <= (2 * n) >> split_; ++k) coarse_.push_back(root(k << split_, 2 * n));
    }
    complex operator[](std::size_t k) const {
        return complex_product(coarse_[k >> split_], fine_[k & ((std::size_t{1} << split_) - 1)]);
    }

  private:
    unsigned split_ = 0;
    std::vector<complex> coarse_, fine_;
};

/// (a + b) mod bound for a, b < bound.
std::size_t sum_below(std::size_t bound, std::size_t a, std::size_t b) {
    return a + b < bound ? a + b : a + b - bound;
}

struct transformed_line {
    std::vector<complex> x, spectrum;
};

/// (-1)^j exp(i pi j^2 / n) for all j.
std::vector<complex> chirp_of(std::size_t n, const half_turns& turns) {
    std::vector<complex> chirp(n);
    std::size_t place = 0;  // (j^2 + n j) mod 2 n
    for (std::size_t j = 0; j < n; ++j) {
        chirp[j] = std::conj(turns[place]);
        place = sum_below(2 * n, sum_below(2 * n, place, 2 * j + 1), n);
    }
    return chirp;
}

/// The sum of three randomly shifted chirps with random weights, the first one the largest.
transformed_line random_line(std::size_t n, std::mt19937& generator) {
    const half_turns turns(n);
    const auto chirp = chirp_of(n, turns);
    const auto gauss_sum = std::sqrt(static_cast<double>(n)) * root((n - 1) % 8, 8);
    transformed_line line{std::vector<complex>(n), std::vector<complex>(n)};
    std::uniform_real_distribution<double> angle(0, 6.28);
    for (const double size : {1.0, 0.5, 0.3}) {
        const auto shift = std::uniform_int_distribution<std::size_t>(0, n - 1)(generator);
        const auto weight = std::polar(size, angle(generator)), sum = complex_product(weight, gauss_sum);
        std::size_t from = (n - shift) % n, turn = 0;
        for (std::size_t k = 0; k < n; ++k) {
            line.x[k] += complex_product(weight, chirp[from]);
            line.spectrum[k] += complex_product(sum, complex_product(std::conj(chirp[k]), turns[turn]));
            from = from + 1 == n ? 0 : from + 1;
            turn = sum_below(2 * n, turn, 2 * shift);
        }
    }
    return line;
}

split_line split(const std::vector<complex>& line, std::size_t points) {
    split_line parts;
    parts.re.reserve(line.size());
    parts.im.reserve(line.size());
    for (std::size_t k = 0; k < points; ++k) {
        parts.re.push_back(line[k].real());
        parts.im.push_back(line[k].imag());
    }
    return parts;
}

/// conj(line[-k mod n]): the spectrum of the conjugate of a line with this spectrum.
std::vector<complex> mirrored(std::vector<complex> line) {
    std::reverse(line.begin() + 1, line.end());
    for (auto& point : line) point = std::conj(point);
    return line;
}

/// The first points of a line as the factors of one term, or of two, the second of which makes the sum Hermitian.
std::vector<split_line> terms(const std::vector<complex>& line, std::size_t points, bool hermitian) {
    std::vector<split_line> all{split(line, points)};
    if (hermitian) all.push_back(split(mirrored(line), points));
    return all;
}

transformed_line conjugate(transformed_line line) {
    for (auto* side : {&line.x, &line.spectrum})
        for (auto& point : *side) point = std::conj(point);
    return line;
}

/// A line of 2^m points in bit-reversed order.
std::vector<complex> bit_reversed(const std::vector<complex>& line) {
    std::vector<complex> reversed(line.size());
    std::size_t from = 0;
    for (auto& point : reversed) {
        point = line[from];
        auto bit = line.size() / 2;
        for (; bit && (from & bit); bit /= 2) from ^= bit;  // adds 1 from the highest bit down
        from |= bit;
    }
    return reversed;
}

/// Scales of the transforms of a batch: real, so that real transforms stay real.
split_line random_numbers(std::size_t n, std::mt19937& generator) {
    split_line line;
    std::uniform_real_distribution<double> size(0.5, 1.5);
    for (std::size_t k = 0; k < n; ++k) line.re.push_back(k % 2 ? -size(generator) : size(generator));
    line.im.assign(line.re.size(), 0);
    return line;
}

void multiply(std::vector<split_line>& factors, double by) {
    for (auto& line : factors)
        for (auto* part : {&line.re, &line.im})
            for (auto& number : *part) number *= by;
}

bool is_known(const problem& p) {
    const bool both_real = p.in_form.numbers == numbers::real && p.out_form.numbers == numbers::real;
    const auto scale = std::abs(p.scale);
    if (p.is_special() || both_real || p.real_between || !(scale >= smallest_scale && scale <= largest_scale))
        return false;
    for (const auto* dimensions : {&p.axes, &p.loops})
        for (const auto& d : *dimensions)
            if (d.n > longest_dimension) return false;
    for (const auto* form : {&p.in_form, &p.out_form})
        if (form->half || form->numbers == numbers::planar) return false;
    return std::all_of(p.roles.begin(), p.roles.end(), [](const axis_role& role) {
        if (role.n > longest_dimension) return false;
        const auto half = role.n / 2 + 1;
        return role.in_points == (role.hermitian_in ? half : role.n) &&
               role.out_points == (role.hermitian_out ? half : role.n);
    });
}

}  // namespace

std::optional<known_transform> known_transform_of(const problem& p) {
    if (!is_known(p)) return std::nullopt;
    // Real inputs have a Hermitian spectrum, and Hermitian inputs have a real one.
    const bool real_in = p.in_form.numbers == numbers::real, real_out = p.out_form.numbers == numbers::real;
    std::mt19937 generator(1976);
    std::vector<known_side::dimension> in, out;
    for (std::size_t a = 0; a < p.axes.size(); ++a) {
        const auto& role = p.roles[a];
        auto line = random_line(static_cast<std::size_t>(role.n), generator);
        if (p.inverse) line = conjugate(std::move(line));
        if (p.policy.bit_reversed) line.spectrum = bit_reversed(line.spectrum);
        in.push_back({role.in_points, p.axes[a].is, terms(line.x, static_cast<std::size_t>(role.in_points), real_out)});
        out.push_back(
            {role.out_points, p.axes[a].os, terms(line.spectrum, static_cast<std::size_t>(role.out_points), real_in)});
    }
    for (const auto& loop : p.loops) {
        const auto numbers = random_numbers(static_cast<std::size_t>(loop.n), generator);
        in.push_back({loop.n, loop.is, std::vector<split_line>(in.front().factors.size(), numbers)});
        out.push_back({loop.n, loop.os, std::vector<split_line>(out.front().factors.size(), numbers)});
    }
    multiply(in.front().factors, 1. / static_cast<double>(in.front().factors.size()));
    multiply(out.front().factors, p.scale / static_cast<double>(out.front().factors.size()));
    known_transform known{{std::move(in), p.in_offset, p.in_form, p.precision},
                          {std::move(out), p.out_offset, p.out_form, p.precision}};
    for (const auto* side : {&known.input, &known.output})
        if (!side->ordered() || side->rows() > most_rows) return std::nullopt;
    return known;
}

}  // namespace stockham::internal
