// The same transforms by FFTW and by this library, with a comparison of the results, for docs/moving_from_fftw.md.
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

#include <fftw3.h>

#include "setup.hpp"

using element = std::complex<float>;

namespace {

constexpr int rows = 24, columns = 40;

template <class T>
bool close(const std::vector<T>& a, const std::vector<T>& b) {
    float worst = 0, largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        worst = std::fmax(worst, std::abs(a[i] - b[i]));
        largest = std::fmax(largest, std::abs(a[i]));
    }
    std::printf("largest difference %.1e of %.1e\n", static_cast<double>(worst), static_cast<double>(largest));
    return worst < 1e-5F * largest;
}

fftwf_complex* fftw(std::vector<element>& data) {
    return reinterpret_cast<fftwf_complex*>(data.data());
}

std::vector<element> by_fftw(std::vector<element> picture) {
    std::vector<element> spectrum(picture.size());
    fftwf_complex *in = fftw(picture), *out = fftw(spectrum);
    // [fftw]
    fftwf_plan plan = fftwf_plan_dft_2d(rows, columns, in, out, FFTW_FORWARD, FFTW_ESTIMATE);
    fftwf_execute(plan);
    fftwf_destroy_plan(plan);
    // [fftw]
    return spectrum;
}

std::vector<element> by_stockham(const setup& cl, const std::vector<element>& picture) {
    const stockham::owned_buffer in = cl.upload(picture), out = cl.make_buffer(picture.size() * sizeof(element));
    // [stockham]
    stockham::transform what;
    what.lengths = {rows, columns};
    const stockham::plan plan(cl.context.get(), cl.device, what);
    wait(enqueue(plan, cl.queue.get(), {in.get(), out.get()}));
    // [stockham]
    return cl.download<element>(out, picture.size());
}

std::vector<element> columns_by_fftw(std::vector<element> matrix) {
    std::vector<element> spectra(matrix.size());
    fftwf_complex *in = fftw(matrix), *out = fftw(spectra);
    // [fftw_many]
    fftwf_plan plan = fftwf_plan_many_dft(1, &rows, columns, in, nullptr, columns, 1, out, nullptr, columns, 1,
                                          FFTW_BACKWARD, FFTW_ESTIMATE);
    // [fftw_many]
    fftwf_execute(plan);
    fftwf_destroy_plan(plan);
    return spectra;
}

std::vector<element> columns_by_stockham(const setup& cl, const std::vector<element>& matrix) {
    // [stockham_many]
    stockham::transform what;
    what.lengths = {rows};
    what.batch = columns;            // howmany
    what.input.strides = {columns};  // istride
    what.input.distance = 1;         // idist
    what.output = what.input;
    what.direction = stockham::direction::inverse;
    // [stockham_many]
    const stockham::owned_buffer in = cl.upload(matrix), out = cl.make_buffer(matrix.size() * sizeof(element));
    const stockham::plan plan(cl.context.get(), cl.device, what);
    wait(enqueue(plan, cl.queue.get(), {in.get(), out.get()}));
    return cl.download<element>(out, matrix.size());
}

std::vector<element> guru_by_fftw(std::vector<element> cube) {
    std::vector<element> spectra(cube.size());
    fftwf_complex *in = fftw(cube), *out = fftw(spectra);
    // [fftw_guru]
    const fftwf_iodim dims[] = {{24, 8, 8}};                         // n, is, os
    const fftwf_iodim howmany[] = {{5, 24 * 8, 24 * 8}, {8, 1, 1}};  // axis 1 of 5 x 24 x 8
    fftwf_plan plan = fftwf_plan_guru_dft(1, dims, 2, howmany, in, out, FFTW_FORWARD, FFTW_ESTIMATE);
    // [fftw_guru]
    fftwf_execute(plan);
    fftwf_destroy_plan(plan);
    return spectra;
}

std::vector<element> guru_by_stockham(const setup& cl, const std::vector<element>& cube) {
    // [stockham_guru]
    stockham::transform what;
    what.lengths = {24};
    what.input.strides = what.output.strides = {8};
    what.loops = {{5, 24 * 8, 24 * 8}, {8, 1, 1}};
    // [stockham_guru]
    const stockham::owned_buffer in = cl.upload(cube), out = cl.make_buffer(cube.size() * sizeof(element));
    const stockham::plan plan(cl.context.get(), cl.device, what);
    wait(enqueue(plan, cl.queue.get(), {in.get(), out.get()}));
    return cl.download<element>(out, cube.size());
}

std::vector<float> cosines_by_fftw(std::vector<float> picture) {
    std::vector<float> result(picture.size());
    float *in = picture.data(), *out = result.data();
    // [fftw_cosine]
    fftwf_plan plan = fftwf_plan_r2r_2d(rows, columns, in, out, FFTW_REDFT10, FFTW_REDFT10, FFTW_ESTIMATE);
    // [fftw_cosine]
    fftwf_execute(plan);
    fftwf_destroy_plan(plan);
    return result;
}

std::vector<float> cosines_by_stockham(const setup& cl, const std::vector<float>& picture) {
    // [stockham_cosine]
    stockham::transform what;
    what.kind = stockham::kind::dct2;  // along every axis
    what.lengths = {rows, columns};
    // [stockham_cosine]
    const stockham::owned_buffer in = cl.upload(picture), out = cl.make_buffer(picture.size() * sizeof(float));
    const stockham::plan plan(cl.context.get(), cl.device, what);
    wait(enqueue(plan, cl.queue.get(), {in.get(), out.get()}));
    return cl.download<float>(out, picture.size());
}

}  // namespace

int main() try {
    const setup cl;
    std::vector<element> data(rows * columns);
    std::vector<float> pixels(data.size());
    for (std::size_t i = 0; i < data.size(); ++i) {
        data[i] = {static_cast<float>(i * i % 29), static_cast<float>(i % 13)};
        pixels[i] = data[i].real();
    }
    bool same = close(by_fftw(data), by_stockham(cl, data));
    same = close(columns_by_fftw(data), columns_by_stockham(cl, data)) && same;
    same = close(guru_by_fftw(data), guru_by_stockham(cl, data)) && same;
    same = close(cosines_by_fftw(pixels), cosines_by_stockham(cl, pixels)) && same;
    return same ? 0 : 1;
} catch (const stockham::error& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    return 1;
}
