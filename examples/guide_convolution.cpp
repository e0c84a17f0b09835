// Convolution: blurs a real picture by a small kernel, without wrapping around the edges, in one fused execution.
#include <cmath>
#include <cstdio>
#include <vector>

#include "setup.hpp"

int main() try {
    const setup cl;
    constexpr std::size_t height = 60, width = 90, extent = 5;  // the picture, and the kernel's side

    // [linear]
    // Lengths that hold the whole result, rounded up to lengths with fast transforms.
    const std::size_t rows = stockham::good_convolution_size(height, extent, stockham::kind::r2c);
    const std::size_t columns = stockham::good_convolution_size(width, extent, stockham::kind::r2c);

    stockham::convolution_description what;
    what.signal.kind = stockham::kind::r2c;
    what.signal.lengths = {rows, columns};
    what.signal.nonzero = {height, width};  // the rest is not read
    what.signal.scale = 1.0 / static_cast<double>(rows * columns);
    const stockham::convolution blur(cl.context.get(), cl.device, what);
    // [linear]

    std::vector<float> picture(rows * columns), kernel(rows * columns);
    for (std::size_t y = 0; y < height; ++y) {
        for (std::size_t x = 0; x < width; ++x) picture[y * columns + x] = static_cast<float>((3 * x + y) % 16);
    }
    for (std::size_t i = 0; i < extent * extent; ++i) kernel[i / extent * columns + i % extent] = 1.0F / 25;
    const stockham::owned_buffer pixels = cl.upload(picture), weights = cl.upload(kernel);
    const stockham::owned_buffer result = cl.make_buffer(picture.size() * sizeof(float));

    // [spectrum]
    // Compute the spectrum of the kernel once, by the transform that the convolution specifies.
    const stockham::transform& of_kernel = blur.spectrum_transform();
    const stockham::owned_buffer spectrum = cl.make_buffer(output_bytes(of_kernel));
    const stockham::plan prepare(cl.context.get(), cl.device, of_kernel);
    const stockham::event prepared = enqueue(prepare, cl.queue.get(), {weights.get(), spectrum.get()});

    stockham::buffers all;
    all.input = pixels.get();
    all.output = result.get();
    all.spectrum = spectrum.get();
    wait(enqueue(blur, cl.queue.get(), all, {prepared}));
    // [spectrum]

    const std::vector<float> out = cl.download<float>(result, picture.size());
    float worst = 0;
    for (std::size_t y = 0; y < height + extent - 1; ++y) {
        for (std::size_t x = 0; x < width + extent - 1; ++x) {
            float sum = 0;
            for (std::size_t i = 0; i < extent && i <= y; ++i) {
                for (std::size_t k = 0; k < extent && k <= x; ++k) sum += picture[(y - i) * columns + x - k] / 25;
            }
            worst = std::fmax(worst, std::fabs(out[y * columns + x] - sum));
        }
    }
    std::printf("%zu x %zu padded to %zu x %zu: %.1e\n", height, width, rows, columns, static_cast<double>(worst));
    return worst < 1e-4F ? 0 : 1;
} catch (const stockham::error& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    return 1;
}
