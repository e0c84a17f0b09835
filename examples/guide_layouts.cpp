// Layouts: columns of a matrix, a window of a larger picture, nested loops, and planar data, compared with
// packed transforms.
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

#include "setup.hpp"

using element = std::complex<float>;

namespace {

constexpr std::size_t rows = 24, columns = 40;

std::vector<element> numbers(std::size_t count) {
    std::vector<element> list(count);
    for (std::size_t i = 0; i < count; ++i) list[i] = {static_cast<float>(i * i % 23), static_cast<float>(i % 7)};
    return list;
}

stockham::transform columns_of_a_matrix() {
    // [columns]
    stockham::transform what;
    what.lengths = {rows};
    what.batch = columns;
    what.input.strides = {columns};  // from one point of a column to the next
    what.input.distance = 1;         // from one column to the next
    what.output = what.input;
    // [columns]
    return what;
}

stockham::transform window_of_a_picture() {
    // 16 x 32 pixels from row 4, column 8 of the picture, into a packed result.
    stockham::transform what;
    what.lengths = {16, 32};
    what.input.strides = {columns, 1};
    what.input.offset = 4 * columns + 8;
    return what;
}

stockham::transform middle_axis() {
    // [loops]
    // The middle axis of an array of 5 x 24 x 8: 5 planes with 8 adjacent columns each.
    stockham::transform what;
    what.lengths = {24};
    what.input.strides = {8};
    what.output.strides = {8};
    what.loops = {{5, 24 * 8, 24 * 8}, {8, 1, 1}};
    // [loops]
    return what;
}

stockham::transform middle_axis_as_numpy() {
    // [axes]
    stockham::array cube;
    cube.shape = {5, 24, 8};
    const stockham::transform what = stockham::transform_along({1}, cube, cube);
    // [axes]
    return what;
}

// The sum that defines the transform, for one point of one line.
element dft_point(const std::vector<element>& data, std::size_t offset, std::size_t stride, std::size_t n,
                  std::size_t k) {
    std::complex<double> sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const double angle = -6.283185307179586 * static_cast<double>(i * k % n) / static_cast<double>(n);
        sum += std::complex<double>(data[offset + i * stride]) * std::polar(1.0, angle);
    }
    return element(sum);
}

std::vector<element> run(const setup& cl, const stockham::transform& what, const std::vector<element>& data) {
    const stockham::owned_buffer in = cl.upload(data), out = cl.make_buffer(output_bytes(what));
    const stockham::plan plan(cl.context.get(), cl.device, what);
    wait(enqueue(plan, cl.queue.get(), {in.get(), out.get()}));
    return cl.download<element>(out, output_extent(what));
}

bool planar_is_right(const setup& cl, const std::vector<element>& data) {
    std::vector<float> real, imaginary;
    for (const element& each : data) {
        real.push_back(each.real());
        imaginary.push_back(each.imag());
    }
    const stockham::owned_buffer re = cl.upload(real), im = cl.upload(imaginary);
    stockham::transform what;
    what.lengths = {rows, columns};
    what.input.form = what.output.form = stockham::storage::planar;
    what.placement = stockham::placement::in_place;
    const stockham::plan plan(cl.context.get(), cl.device, what);
    stockham::buffers all;
    all.input = re.get();
    all.input_imaginary = im.get();
    wait(enqueue(plan, cl.queue.get(), all));
    std::complex<double> sum = 0;
    for (const element& each : data) sum += std::complex<double>(each);
    const element first(cl.download<float>(re, 1)[0], cl.download<float>(im, 1)[0]);
    return std::abs(first - element(sum)) < 1e-5F * std::abs(first);
}

bool close(element a, element b) {
    return std::abs(a - b) < 1e-2F;
}

}  // namespace

int main() try {
    const setup cl;
    const std::vector<element> data = numbers(rows * columns);

    const auto matrix = run(cl, columns_of_a_matrix(), data);
    bool right = close(matrix[5 * columns + 3], dft_point(data, 3, columns, rows, 5));

    const auto window = run(cl, window_of_a_picture(), data);
    std::complex<double> sum = 0;
    for (std::size_t y = 4; y < 20; ++y) {
        for (std::size_t x = 8; x < 40; ++x) sum += std::complex<double>(data[y * columns + x]);
    }
    right = right && close(window[0], element(sum));

    const auto cube = run(cl, middle_axis(), data);
    right = right && close(cube[2 * 192 + 7 * 8 + 3], dft_point(data, 2 * 192 + 3, 8, 24, 7));
    right = right && run(cl, middle_axis_as_numpy(), data) == cube && planar_is_right(cl, data);
    std::printf("%s\n", right ? "all layouts agree" : "a layout is wrong");
    return right ? 0 : 1;
} catch (const stockham::error& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    return 1;
}
