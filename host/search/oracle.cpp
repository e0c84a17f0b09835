// Evaluates the definition, one output at a time.
#include "search/oracle.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include "base/tables/table.hpp"

namespace stockham::internal {

namespace {

using long_complex = std::complex<long double>;

/// One side of a problem: buffer, layout and points per axis.
struct side {
    buffer where;
    std::uint64_t iodim::*stride;
    std::uint64_t axis_role::*points;
    std::uint64_t offset;
    bool real;
};

/// The elements of one transform on one side, in the layout of the problem.
struct signal {
    std::vector<std::complex<double>> elements;
    double norm = 0;
};

template <class Number>
void read_elements(test_bed& bed, buffer from, std::size_t first, std::vector<std::complex<double>>& into) {
    std::vector<Number> raw(into.size());
    bed.read(from, first * sizeof raw[0], raw.size() * sizeof raw[0], raw.data());
    std::copy(raw.begin(), raw.end(), into.begin());
}

/// Index of the first element of transform `which`; the last loop varies fastest.
std::uint64_t first_of(const problem& p, std::uint64_t which, const side& from) {
    auto at = from.offset;
    for (auto loop = p.loops.rbegin(); loop != p.loops.rend(); which /= loop++->n)
        at += which % loop->n * ((*loop).*from.stride);
    return at;
}

signal read_transform(test_bed& bed, const problem& p, const side& from, std::uint64_t which) {
    std::uint64_t extent = 1;
    for (std::size_t a = 0; a < p.axes.size(); ++a) extent += (p.roles[a].*from.points - 1) * (p.axes[a].*from.stride);
    signal s;
    s.elements.resize(extent);
    const auto first = first_of(p, which, from);
    const bool single = p.precision == precision::f32;
    if (from.real)
        single ? read_elements<float>(bed, from.where, first, s.elements)
               : read_elements<double>(bed, from.where, first, s.elements);
    else
        single ? read_elements<std::complex<float>>(bed, from.where, first, s.elements)
               : read_elements<std::complex<double>>(bed, from.where, first, s.elements);
    return s;
}

/// The factors of all points of each axis in a sum.
using factors = std::vector<std::vector<long_complex>>;

/// The sum over this axis and those inside it. Adds the squares of the elements to x.norm.
long_complex sum_over(signal& x, const problem& p, const side& of, const factors& by, std::size_t axis,
                      std::uint64_t at) {
    long_complex sum = 0;
    for (std::uint64_t j = 0; j < p.roles[axis].*of.points; ++j) {
        const auto place = at + j * (p.axes[axis].*of.stride);
        if (axis + 1 < p.axes.size()) {
            sum += by[axis][j] * sum_over(x, p, of, by, axis + 1, place);
        } else {
            x.norm += std::norm(x.elements[place]);
            sum += by[axis][j] * long_complex(x.elements[place]);
        }
    }
    return sum;
}

std::vector<long_complex> weights_of(const std::optional<chirp>& given, std::uint64_t count) {
    if (!given) return std::vector<long_complex>(count, 1);
    auto c = *given;
    c.square = 0;  // belongs to Bluestein's algorithm, not to the definition
    return table_values(twiddle_table::chirp(precision::f64, c));
}

/// Powers of w_n, as products of entries of two tables of about sqrt(n) entries.
class roots_of_unity {
  public:
    explicit roots_of_unity(std::uint64_t n)
        : split_(split_of(n)), coarse_(table_values(twiddle_table::coarse(precision::f64, n, split_))),
          fine_(table_values(twiddle_table::fine(precision::f64, n, split_))) {}
    long_complex operator()(std::uint64_t power) const {
        return coarse_[power >> split_] * fine_[power & ((std::uint64_t{1} << split_) - 1)];
    }

  private:
    static unsigned split_of(std::uint64_t n) {
        unsigned split = 0;
        while ((std::uint64_t{1} << 2 * split) < n) ++split;
        return split;
    }
    unsigned split_;
    std::vector<long_complex> coarse_, fine_;
};

/// The factors of the inputs of an axis in its output k.
std::vector<long_complex> definition(const problem& p, std::size_t axis, std::uint64_t k) {
    const auto& role = p.roles[axis];
    const auto in = weights_of(role.in_chirp, role.in_points), out = weights_of(role.out_chirp, role.out_points);
    const roots_of_unity roots(role.n);
    if (role.folded_out) k = folded_point(role.n, k);
    std::vector<long_complex> by(role.in_points);
    for (std::uint64_t j = 0; j < by.size(); ++j) {
        const auto root = roots(j * k % role.n);
        auto& factor = by[role.folded_in ? folded_place(role.n, j) : j];
        factor = in[j] * (p.inverse ? std::conj(root) : root) * out[k];
        if (p.real_between) factor = factor.real();
        // Such a point stands for its conjugate, too; only the real part of the sum is used.
        if (role.hermitian_in && j > 0 && 2 * j != role.n) factor *= 2;
    }
    return by;
}
factors definition(const problem& p, const std::vector<std::uint64_t>& k) {
    factors by;
    for (std::size_t a = 0; a < p.axes.size(); ++a) by.push_back(definition(p, a, k[a]));
    return by;
}

/// Outputs to check: one in the middle, where every digit of every index matters, and the last and the first one unless
/// the inverse sum covers all outputs.
std::vector<std::vector<std::uint64_t>> places_in(const problem& p, std::uint64_t which) {
    std::vector<std::vector<std::uint64_t>> places(3);
    for (const auto& role : p.roles) {
        const auto n = role.out_points;
        places[0].push_back(std::min(n - 1, n / 3 + (n > 4 ? which % 2 : 0)));
        places[1].push_back(n - 1);
        places[2].push_back(0);
    }
    if (p.is_plain()) places.resize(1);
    return places;
}

std::uint64_t place_of(const problem& p, std::uint64_t iodim::*stride, const std::vector<std::uint64_t>& k) {
    std::uint64_t at = 0;
    for (std::size_t a = 0; a < p.axes.size(); ++a) at += k[a] * (p.axes[a].*stride);
    return at;
}

/// Values by the definition, computed before the transform runs.
struct expectation {
    std::vector<long_complex> outputs;  ///< at each of the places
    long_complex input;                 ///< at the first place, for the inverse sum of a complex transform
    double norm = 0;                    ///< of the inputs
};
expectation expect(test_bed& bed, const problem& p, const side& from, std::uint64_t which) {
    auto x = read_transform(bed, p, from, which);
    expectation e;
    for (const auto& k : places_in(p, which)) {
        x.norm = 0;
        const auto sum = sum_over(x, p, from, definition(p, k), 0, 0);
        e.outputs.push_back(p.out_form.numbers == numbers::real ? long_complex(sum.real()) : sum);
    }
    e.norm = std::sqrt(x.norm);
    if (p.is_plain()) e.input = x.elements[place_of(p, from.stride, places_in(p, which)[0])];
    return e;
}

/// Difference between the inverse sum over all outputs and the input, divided by the root of the number of points as
/// for outputs.
double difference_of_input(const expectation& e, signal& y, const problem& p, const side& into, std::uint64_t which) {
    auto back = definition(p, places_in(p, which)[0]);
    long double points = 1;
    for (auto& axis : back) {
        for (auto& root : axis) root = std::conj(root);
        points *= static_cast<long double>(axis.size());
    }
    const auto sum = sum_over(y, p, into, back, 0, 0) / static_cast<long double>(p.scale);
    return static_cast<double>(std::abs(sum - points * e.input) / std::sqrt(points));
}

double difference_from(const expectation& e, test_bed& bed, const problem& p, const side& into, std::uint64_t which) {
    auto y = read_transform(bed, p, into, which);
    double worst = p.is_plain() ? difference_of_input(e, y, p, into, which) : 0;
    const auto places = places_in(p, which);
    for (std::size_t k = 0; k < places.size(); ++k) {
        const long_complex found = y.elements[place_of(p, into.stride, places[k])];
        const auto one = static_cast<double>(std::abs(found / static_cast<long double>(p.scale) - e.outputs[k]));
        worst = one <= worst ? worst : one;  // keeps NaN
    }
    return worst / e.norm;
}

}  // namespace

double oracle_distance(test_bed& bed, const executable& plan, const problem& p) {
    const side input{p.in_place ? buffer::output : buffer::input, &iodim::is, &axis_role::in_points, p.in_offset,
                     p.in_form.numbers == numbers::real};
    const side output{buffer::output, &iodim::os, &axis_role::out_points, p.out_offset,
                      p.out_form.numbers == numbers::real};
    bed.reset(input.where);
    std::vector<std::uint64_t> probed{0};
    if (p.transforms() > 1) probed.push_back(p.transforms() - 1);
    std::vector<expectation> wanted;
    for (auto which : probed) wanted.push_back(expect(bed, p, input, which));
    bed.run(plan);
    double worst = 0;
    for (std::size_t k = 0; k < probed.size(); ++k) {
        const auto difference = difference_from(wanted[k], bed, p, output, probed[k]);
        worst = difference <= worst ? worst : difference;  // keeps NaN
    }
    return worst;
}

}  // namespace stockham::internal
