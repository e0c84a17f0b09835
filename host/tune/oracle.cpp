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

/// The input or the output side of a problem.
struct side {
    buffer where;
    std::uint64_t iodim::*stride;
    std::uint64_t offset;
};

signal read_transform(test_bed& bed, const problem& p, const side& from, std::uint64_t which) {
    std::uint64_t extent = 1;
    for (const auto& axis : p.axes) extent += (axis.n - 1) * (axis.*from.stride);
    signal s;
    s.elements.resize(extent);
    read_elements(bed, p, from.where, from.offset + which * (p.batch.*from.stride), s.elements);
    return s;
}

/// sum_n x[n] w^n along this axis and the ones inside it; adds up the squares of what it reads.
wide horner(signal& x, const problem& p, std::uint64_t iodim::*stride, const std::vector<wide>& roots, std::size_t axis,
            std::uint64_t at) {
    const auto& a = p.axes[axis];
    wide sum = 0;
    for (auto n = a.n; n-- > 0;) {
        const auto place = at + n * (a.*stride);
        if (axis + 1 < p.axes.size()) {
            sum = sum * roots[axis] + horner(x, p, stride, roots, axis + 1, place);
        } else {
            x.norm += std::norm(x.elements[place]);
            sum = sum * roots[axis] + wide(x.elements[place]);
        }
    }
    return sum;
}

/// A place in the middle of everything, where every digit of every index counts, and the roots of its sum.
struct probe_place {
    std::uint64_t input = 0, output = 0;  // from the transform's first element on
    std::vector<wide> roots;
};
probe_place middle_of(const problem& p, std::uint64_t which) {
    probe_place m;
    for (const auto& a : p.axes) {
        const std::uint64_t k = a.n / 3 + (a.n > 4 ? which % 2 : 0);
        m.input += k * a.is;
        m.output += k * a.os;
        const long double angle =
            2 * 3.14159265358979323846264338327950288L * static_cast<long double>(k) / static_cast<long double>(a.n);
        m.roots.push_back(std::polar(1.0L, p.inverse ? angle : -angle));
    }
    return m;
}

/// What the definition says before the transform is run: one output, from all inputs.
struct expectation {
    wide output;
    wide input;       ///< the input at the same index, which all outputs give back
    double norm = 0;  ///< of the inputs
};
expectation expect(test_bed& bed, const problem& p, const side& from, std::uint64_t which) {
    auto x = read_transform(bed, p, from, which);
    const auto middle = middle_of(p, which);
    expectation e;
    e.output = horner(x, p, from.stride, middle.roots, 0, 0);
    e.input = x.elements[middle.input];
    e.norm = std::sqrt(x.norm);
    return e;
}

/// The larger of two differences: that of the one output, and that of the input given back by all outputs (the inverse
/// transform's sum, over the root of the number of points as the norms of outputs are).
double difference_from(const expectation& e, test_bed& bed, const problem& p, const side& into, std::uint64_t which) {
    auto y = read_transform(bed, p, into, which);
    const auto middle = middle_of(p, which);
    auto back = middle.roots;
    for (auto& root : back) root = std::conj(root);
    long double points = 1;
    for (const auto& a : p.axes) points *= static_cast<long double>(a.n);
    const auto scale = static_cast<long double>(p.scale);
    const auto one = std::abs(wide(y.elements[middle.output]) / scale - e.output);
    const auto all = std::abs(horner(y, p, into.stride, back, 0, 0) / scale - points * e.input) / std::sqrt(points);
    return static_cast<double>(std::isnan(one) || one > all ? one : all) / e.norm;
}

}  // namespace

double oracle_distance(test_bed& bed, const executable& plan, const problem& p) {
    const side input{p.in_place ? buffer::output : buffer::input, &iodim::is, p.in_offset};
    const side output{buffer::output, &iodim::os, p.out_offset};
    bed.reset(input.where);
    std::vector<std::uint64_t> probed{0};
    if (p.batch.n > 1) probed.push_back(p.batch.n - 1);
    std::vector<expectation> wanted;
    for (auto which : probed) wanted.push_back(expect(bed, p, input, which));
    bed.run(plan);
    double worst = 0;
    for (std::size_t k = 0; k < probed.size(); ++k) {
        const auto difference = difference_from(wanted[k], bed, p, output, probed[k]);
        worst = difference <= worst ? worst : difference;  // also what is no number
    }
    return worst;
}

}  // namespace stockham
