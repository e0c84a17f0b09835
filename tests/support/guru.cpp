// FFTW's guru interface, in elements of each side.
#include "guru.hpp"

#include <stdexcept>

#include <fftw3.h>

#include "fftw_kinds.hpp"
#include "problem/layout.hpp"

namespace reference {

namespace {

using dimensions = std::vector<fftwl_iodim64>;

fftwl_complex* complex_data(std::vector<number>& elements) {
    return reinterpret_cast<fftwl_complex*>(elements.data());
}

std::vector<long double> real_parts(const std::vector<number>& elements) {
    std::vector<long double> parts;
    for (const auto& z : elements) parts.push_back(z.real());
    return parts;
}

void run(fftwl_plan plan) {
    if (!plan) throw std::runtime_error("FFTW makes no plan of it");
    fftwl_execute(plan);
    fftwl_destroy_plan(plan);
}

dimensions axes_of(const stockham::transform& t) {
    const auto in = complete(t, stockham::internal::side::input), out = complete(t, stockham::internal::side::output);
    dimensions all;
    for (std::size_t k = 0; k < t.lengths.size(); ++k)
        all.push_back({static_cast<std::ptrdiff_t>(t.lengths[k]), static_cast<std::ptrdiff_t>(in.strides[k]),
                       static_cast<std::ptrdiff_t>(out.strides[k])});
    return all;
}

dimensions loops_of(const stockham::transform& t) {
    dimensions all;
    for (const auto& l : t.loops)
        all.push_back({static_cast<std::ptrdiff_t>(l.n), static_cast<std::ptrdiff_t>(l.input_stride),
                       static_cast<std::ptrdiff_t>(l.output_stride)});
    return all;
}

/// Gives every transform its own input, because FFTW's c2r writes to its input.
void take_apart(stockham::transform& t, std::vector<number>& input) {
    const auto l = complete(t, stockham::internal::side::input);
    auto extent = std::size_t{1}, count = std::size_t{1};
    for (std::size_t k = 0; k < l.strides.size(); ++k) extent += (input_lengths(t)[k] - 1) * l.strides[k];
    const auto from = t;
    for (auto loop = t.loops.rbegin(); loop != t.loops.rend(); ++loop) {
        loop->input_stride = count * extent;
        count *= loop->n;
    }
    std::vector<number> apart;
    for (std::size_t which = 0; which < count; ++which) {
        auto at = t.input.offset, left = which;
        for (auto loop = from.loops.rbegin(); loop != from.loops.rend(); left /= loop++->n)
            at += left % loop->n * loop->input_stride;
        for (std::size_t k = 0; k < extent; ++k) apart.push_back(input[at + k]);
    }
    t.input.offset = 0;
    input = apart;
}

}  // namespace

std::vector<number> by_guru(const stockham::transform& described, const std::vector<number>& given,
                            std::vector<number> output) {
    using stockham::kind;
    auto t = described;
    auto input = given;
    if (t.kind == kind::c2r) take_apart(t, input);
    const auto axes = axes_of(t), loops = loops_of(t);
    const auto rank = static_cast<int>(axes.size()), more = static_cast<int>(loops.size());
    const int sign = t.direction == stockham::direction::forward ? FFTW_FORWARD : FFTW_BACKWARD;
    auto in = real_parts(input), out = real_parts(output);
    const auto in_at = t.input.offset, out_at = t.output.offset;
    if (t.kind == kind::c2c || (t.kind == kind::r2c && t.full_spectrum)) {
        if (t.kind == kind::r2c)
            for (auto& z : input) z = z.real();
        run(fftwl_plan_guru64_dft(rank, axes.data(), more, loops.data(), complex_data(input) + in_at,
                                  complex_data(output) + out_at, sign, FFTW_ESTIMATE));
    } else if (t.kind == kind::r2c) {
        run(fftwl_plan_guru64_dft_r2c(rank, axes.data(), more, loops.data(), in.data() + in_at,
                                      complex_data(output) + out_at, FFTW_ESTIMATE));
    } else if (t.kind == kind::c2r) {
        run(fftwl_plan_guru64_dft_c2r(rank, axes.data(), more, loops.data(), complex_data(input) + in_at,
                                      out.data() + out_at, FFTW_ESTIMATE));
    } else {
        const std::vector<fftwl_r2r_kind> kinds(axes.size(), fftw_kind(t.kind));
        run(fftwl_plan_guru64_r2r(rank, axes.data(), more, loops.data(), in.data() + in_at, out.data() + out_at,
                                  kinds.data(), FFTW_ESTIMATE));
    }
    const long double scale = t.precision == stockham::precision::f64 ? t.scale : static_cast<float>(t.scale);
    for (auto k : places(t, false)) output[k] = scale * (is_real_output(t.kind) ? number(out[k]) : output[k]);
    return output;
}

}  // namespace reference
