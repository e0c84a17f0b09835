// One side of a known transform in memory: writing and comparing its windows.
#include <algorithm>
#include <complex>
#include <utility>

#include "problem/known_transform.hpp"

namespace stockham::internal {

namespace {

using complex = std::complex<double>;

/// std::complex's operator, but without its checks for infinities.
complex product(const complex& a, const complex& b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

}  // namespace

/// Part of a row, a run of numbers along the fastest dimension.
struct known_side::piece {
    std::uint64_t first = 0, count = 0;  // along the row
    std::uint64_t place = 0;             // in numbers, from the start of the buffer
    complex factors[2];                  // of each term: the product over all other dimensions
};

known_side::known_side(std::vector<dimension> dimensions, std::uint64_t offset, memory_form form, precision p)
    : dimensions_(std::move(dimensions)), offset_(offset), real_(form.numbers == numbers::real),
      doubles_(p == precision::f64) {
    // The stride of a dimension of one point means nothing. As the fastest dimension it would make rows of one number.
    const auto slowness = [](const dimension& d) { return d.n == 1 ? ~std::uint64_t{0} : d.stride; };
    std::stable_sort(dimensions_.begin(), dimensions_.end(),
                     [&](const dimension& a, const dimension& b) { return slowness(a) > slowness(b); });
}

bool known_side::ordered() const {
    std::uint64_t inside = 0;  // from the first to the last number of the faster dimensions
    for (auto d = dimensions_.rbegin(); d != dimensions_.rend(); ++d) {
        if (d->n > 1 && d->stride <= inside) return false;
        inside += (d->n - 1) * d->stride;
    }
    return true;
}

std::uint64_t known_side::rows() const {
    std::uint64_t rows = 1;
    for (auto d = dimensions_.begin(); d + 1 != dimensions_.end(); ++d) rows *= d->n;
    return rows;
}

std::size_t known_side::number_bytes() const {
    return (doubles_ ? sizeof(double) : sizeof(float)) * (real_ ? 1 : 2);
}

known_side::piece known_side::piece_at(std::size_t which, std::size_t length) const {
    const auto& row = dimensions_.back();
    const auto in_row = (row.n + length - 1) / length;
    piece p;
    p.first = which % in_row * length;
    p.count = std::min<std::uint64_t>(length, row.n - p.first);
    p.place = offset_ + p.first * row.stride;
    for (std::size_t t = 0; t < row.factors.size(); ++t) p.factors[t] = 1;
    auto rest = which / in_row;
    for (auto d = dimensions_.rbegin() + 1; d != dimensions_.rend(); rest /= d++->n) {
        const auto k = static_cast<std::size_t>(rest % d->n);
        p.place += k * d->stride;
        for (std::size_t t = 0; t < d->factors.size(); ++t)
            p.factors[t] = product(p.factors[t], {d->factors[t].re[k], d->factors[t].im[k]});
    }
    return p;
}

std::vector<known_side::window> known_side::windows(std::size_t most_bytes) const {
    const auto& row = dimensions_.back();
    const auto bytes = number_bytes();
    const auto length = piece_length(most_bytes);
    const auto pieces = static_cast<std::size_t>(rows()) * ((row.n + length - 1) / length);
    std::vector<window> all;
    window open;
    for (std::size_t k = 0; k < pieces; ++k) {
        const auto p = piece_at(k, length);
        const auto first = static_cast<std::size_t>(p.place) * bytes;
        const auto end = first + static_cast<std::size_t>((p.count - 1) * row.stride + 1) * bytes;
        if (open.pieces && end - open.first > most_bytes) {
            all.push_back(open);
            open = {};
        }
        if (!open.pieces) open = window{length, k, 0, first, 0};
        ++open.pieces;
        open.bytes = end - open.first;
    }
    all.push_back(open);
    return all;
}

std::size_t known_side::piece_length(std::size_t most_bytes) const {
    const auto& row = dimensions_.back();
    const auto length = most_bytes / (number_bytes() * std::max<std::uint64_t>(row.stride, 1));
    return static_cast<std::size_t>(std::min<std::uint64_t>(std::max<std::uint64_t>(length, 1), row.n));
}

template <class Use>
void known_side::go_through(const window& w, const Use& use) const {
    const auto& row = dimensions_.back();
    const auto parts = real_ ? 1U : 2U;
    const auto begin = w.first / number_bytes();
    for (std::size_t k = w.piece; k < w.piece + w.pieces; ++k) {
        const auto p = piece_at(k, w.piece_length);
        const auto at = (static_cast<std::size_t>(p.place) - begin) * parts;
        const auto first = static_cast<std::size_t>(p.first), step = static_cast<std::size_t>(row.stride) * parts;
        for (std::size_t i = 0; i < p.count; ++i) {
            double re = 0, im = 0;
            for (std::size_t t = 0; t < row.factors.size(); ++t) {
                const auto value = product(p.factors[t], {row.factors[t].re[first + i], row.factors[t].im[first + i]});
                re += value.real();
                im += value.imag();
            }
            use(at + i * step, re);
            if (!real_) use(at + i * step + 1, im);
        }
    }
}

void known_side::write(const window& w, std::byte* into) const {
    if (doubles_)
        go_through(w, [to = reinterpret_cast<double*>(into)](std::size_t k, double value) { to[k] = value; });
    else
        go_through(w, [to = reinterpret_cast<float*>(into)](std::size_t k, double value) {
            to[k] = static_cast<float>(value);
        });
}

template <class Number>
void known_side::compare_numbers(const window& w, const Number* found, sums& all) const {
    double difference = 0, norm = 0;
    go_through(w, [&](std::size_t k, double value) {
        const double miss = static_cast<double>(found[k]) - value;
        difference += miss * miss;
        norm += value * value;
    });
    all.difference += difference;
    all.norm += norm;
}

void known_side::compare(const window& w, const std::byte* found, sums& all) const {
    doubles_ ? compare_numbers(w, reinterpret_cast<const double*>(found), all)
             : compare_numbers(w, reinterpret_cast<const float*>(found), all);
}

}  // namespace stockham::internal
