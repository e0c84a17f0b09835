// Random shapes, strides, orders of axes, gaps and directions.
#include "random_problem.hpp"

#include <fftw3.h>

#include <algorithm>
#include <numeric>

using fftw_device::dimension;
using fftw_device::problem;
using fftw_device::problem_kind;

namespace {

class generator {
  public:
    explicit generator(unsigned seed) : random_(seed) {}
    int between(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
    bool one_in(int n) { return between(1, n) == 1; }
    template <class T>
    void shuffle(std::vector<T>& list) {
        std::shuffle(list.begin(), list.end(), random_);
    }

  private:
    std::mt19937 random_;
};

std::int64_t& stride_of(problem& p, std::size_t k, bool input) {
    auto& d = k < p.loops.size() ? p.loops[k] : p.dims[k - p.loops.size()];
    return input ? d.is : d.os;
}

/// Strides in the given order of axes, fastest last, each with a gap now and then.
placed lay_out(problem& p, bool input, generator& g, const std::vector<std::size_t>& order, bool gaps, bool reversals) {
    const auto lengths = lengths_of(p, input);
    placed place;
    std::int64_t stride = gaps && g.one_in(3) ? g.between(1, 3) : 1;
    for (auto k = order.rbegin(); k != order.rend(); ++k) {
        const bool reversed = reversals && g.one_in(4);
        stride_of(p, *k, input) = reversed ? -stride : stride;
        const std::int64_t reach = (lengths[*k] - 1) * stride;
        if (reversed) place.first += reach;
        place.extent += reach;
        stride *= lengths[*k];
        if (gaps && g.one_in(3)) stride += g.between(1, 5);
    }
    return place;
}

/// The same places on both sides, as an in-place transform needs: half spectra over padded real lines.
void lay_out_in_place(random_problem& r, generator& g, const std::vector<std::size_t>& order) {
    problem& p = r.what;
    if (p.kind == problem_kind::c2c || p.kind == problem_kind::r2r) {
        r.input = r.output = lay_out(p, true, g, order, true, true);
        for (auto* list : {&p.loops, &p.dims})
            for (auto& d : *list) d.os = d.is;
        return;
    }
    std::vector<std::size_t> plain(order.size());
    std::iota(plain.begin(), plain.end(), std::size_t{0});
    const bool complex_is_input = p.kind == problem_kind::c2r;
    const placed spectrum = lay_out(p, complex_is_input, g, plain, false, false);
    const auto last = plain.back();
    for (const auto k : plain)
        stride_of(p, k, !complex_is_input) = stride_of(p, k, complex_is_input) * (k == last ? 1 : 2);
    const placed reals{0, 2 * spectrum.extent};
    r.input = complex_is_input ? spectrum : reals;
    r.output = complex_is_input ? reals : spectrum;
}

/// Makes the problem of a seed half-complex: one axis, here and there with axes of one point beside it.
void make_half_complex(problem& p, unsigned seed, int longest_line) {
    generator g(~seed);
    p.kind = problem_kind::r2r;
    p.split = false;
    p.dims.assign(1, {g.one_in(2) ? g.between(1, 6) : g.between(1, longest_line), 0, 0});
    p.kinds.assign(1, g.between(FFTW_R2HC, FFTW_DHT));
    while (g.one_in(4)) {
        const auto at = g.between(0, static_cast<int>(p.dims.size()));
        p.dims.insert(p.dims.begin() + at, {1, 0, 0});
        p.kinds.insert(p.kinds.begin() + at, g.between(FFTW_R2HC, FFTW_DHT));
    }
}

}  // namespace

std::vector<std::int64_t> lengths_of(const problem& p, bool input) {
    std::vector<std::int64_t> all;
    for (const auto& d : p.loops) all.push_back(d.n);
    for (const auto& d : p.dims) all.push_back(d.n);
    const bool is_complex = input ? complex_input(p) : complex_output(p);
    if (is_complex && p.kind != problem_kind::c2c) all.back() = all.back() / 2 + 1;
    return all;
}

random_problem problem_of(unsigned seed, int longest_line, bool half_complex) {
    generator g(seed);
    random_problem r;
    problem& p = r.what;
    p.kind = static_cast<problem_kind>(g.between(0, 3));
    p.f64 = g.one_in(2);
    p.sign = g.one_in(2) ? FFTW_FORWARD : FFTW_BACKWARD;
    p.split = p.kind != problem_kind::r2r && g.one_in(5);
    p.in_place = !p.split && g.one_in(3);
    const int rank = g.between(1, 3), loops = g.between(0, 2);
    const int longest = rank == 1 ? longest_line : rank == 2 ? 40 : 14;
    const int least = p.kind == problem_kind::r2r ? 2 : 1;
    for (int k = 0; k < rank; ++k) p.dims.push_back({g.between(least, longest), 0, 0});
    for (int k = 0; k < loops; ++k) p.loops.push_back({g.between(1, 5), 0, 0});
    if (p.kind == problem_kind::r2r) {
        const int kind = g.between(FFTW_REDFT00, FFTW_RODFT11);
        p.kinds.assign(static_cast<std::size_t>(rank), kind);
        if (g.one_in(8)) p.kinds.back() = g.between(FFTW_R2HC, FFTW_RODFT11);
    }
    if (half_complex) make_half_complex(p, seed, longest_line);
    std::vector<std::size_t> order(p.dims.size() + p.loops.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto reorder = [&] {
        if (g.one_in(2)) g.shuffle(order);
    };
    reorder();
    if (p.in_place) {
        lay_out_in_place(r, g, order);
    } else {
        r.input = lay_out(p, true, g, order, g.one_in(2), g.one_in(4));
        reorder();
        r.output = lay_out(p, false, g, order, g.one_in(2), g.one_in(4));
        const bool may_preserve = p.kind != problem_kind::c2r || p.dims.size() == 1;
        if (g.one_in(3)) r.flags |= may_preserve && g.one_in(2) ? FFTW_PRESERVE_INPUT : FFTW_DESTROY_INPUT;
    }
    r.unaligned = g.one_in(4);
    return r;
}

std::string to_string(const random_problem& r) {
    std::string text = fftw_device::to_string(r.what);
    if (r.unaligned) text += " unaligned";
    if (r.flags & FFTW_PRESERVE_INPUT) text += " preserve";
    if (r.flags & FFTW_DESTROY_INPUT) text += " destroy";
    return text;
}
