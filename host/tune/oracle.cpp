// The definition, one output at a time.
#include "tune/oracle.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

namespace stockham {

namespace {

using wide = std::complex<long double>;

/// One transform's input, packed as the problem lays it out, from its first element on.
struct signal {
    std::vector<std::complex<double>> elements;
    double norm = 0;
};

template <class Real>
void read_elements(test_bed& bed, buffer from, std::size_t first, std::vector<std::complex<double>>& into) {
    std::vector<std::complex<Real>> raw(into.size());
    bed.read(from, first * sizeof raw[0], raw.size() * sizeof raw[0], raw.data());
    std::copy(raw.begin(), raw.end(), into.begin());
}

void read_elements(test_bed& bed, const problem& p, buffer from, std::size_t first,
                   std::vector<std::complex<double>>& into) {
    p.precision == precision::f32 ? read_elements<float>(bed, from, first, into)
                                  : read_elements<double>(bed, from, first, into);
}

signal read_transform(test_bed& bed, const problem& p, std::uint64_t which) {
    std::uint64_t extent = 1;
    for (const auto& axis : p.axes) extent += (axis.n - 1) * axis.is;
    signal s;
    s.elements.resize(extent);
    read_elements(bed, p, p.in_place ? buffer::output : buffer::input, p.in_offset + which * p.batch.is, s.elements);
    return s;
}

/// sum_n x[n] w^n along this axis and the ones inside it; adds up the squares of what it reads.
wide horner(signal& x, const problem& p, const std::vector<wide>& roots, std::size_t axis, std::uint64_t at) {
    const auto& a = p.axes[axis];
    wide sum = 0;
    for (auto n = a.n; n-- > 0;) {
        if (axis + 1 < p.axes.size()) {
            sum = sum * roots[axis] + horner(x, p, roots, axis + 1, at + n * a.is);
        } else {
            const auto& element = x.elements[at + n * a.is];
            x.norm += std::norm(element);
            sum = sum * roots[axis] + wide(element);
        }
    }
    return sum;
}

struct expectation {
    std::uint64_t place = 0;  // in the output
    wide value;
    double norm = 0;
};

/// An output in the middle of everything, where every digit of every index counts.
expectation expect(test_bed& bed, const problem& p, std::uint64_t which) {
    auto x = read_transform(bed, p, which);
    expectation e;
    e.place = p.out_offset + which * p.batch.os;
    std::vector<wide> roots;
    for (const auto& a : p.axes) {
        const std::uint64_t k = a.n / 3 + (a.n > 4 ? which % 2 : 0);
        e.place += k * a.os;
        const long double angle =
            2 * 3.14159265358979323846264338327950288L * static_cast<long double>(k) / static_cast<long double>(a.n);
        roots.push_back(std::polar(1.0L, p.inverse ? angle : -angle));
    }
    e.value = horner(x, p, roots, 0, 0) * static_cast<long double>(p.scale);
    e.norm = std::sqrt(x.norm) * std::abs(p.scale);
    return e;
}

}  // namespace

double oracle_distance(test_bed& bed, const executable& plan, const problem& p) {
    bed.reset(p.in_place ? buffer::output : buffer::input);
    std::vector<expectation> wanted{expect(bed, p, 0)};
    if (p.batch.n > 1) wanted.push_back(expect(bed, p, p.batch.n - 1));
    bed.run(plan);
    double worst = 0;
    for (const auto& e : wanted) {
        std::vector<std::complex<double>> found(1);
        read_elements(bed, p, buffer::output, e.place, found);
        const auto difference = static_cast<double>(std::abs(wide(found[0]) - e.value)) / e.norm;
        worst = difference <= worst ? worst : difference;  // also what is no number
    }
    return worst;
}

}  // namespace stockham
