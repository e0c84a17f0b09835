// Removes stripes from a picture by a forward and an inverse 2-D transform, with the types of OpenCL-CLHPP.
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <exception>
#include <vector>

#include <stockham/clhpp.hpp>

int main() try {
    constexpr double turn = 6.283185307179586;
    constexpr std::size_t height = 256, width = 512;
    constexpr std::size_t period = 8;  // of the stripes, in pixels
    constexpr float grey = 0.5F;
    std::vector<std::complex<float>> picture(height * width);
    for (std::size_t i = 0; i < picture.size(); ++i) {
        picture[i] = grey + 0.25F * std::cos(static_cast<float>(turn / period * static_cast<double>(i % width)));
    }

    const cl::Device device = stockham::choose_clhpp_device();
    const cl::Context context(device);
    const cl::CommandQueue queue(context, device);
    const cl::Buffer pixels(context, picture.begin(), picture.end(), false);
    const cl::Buffer spectrum(context, CL_MEM_READ_WRITE, picture.size() * sizeof picture[0]);

    stockham::transform what;
    what.lengths = {height, width};  // slowest axis first
    const stockham::plan forward = stockham::make_plan(context, device, what);
    what.direction = stockham::direction::inverse;
    what.scale = 1.0 / (height * width);
    const stockham::plan inverse = stockham::make_plan(context, device, what);

    // The stripes are two points of the spectrum, (0, width / period) and its mirror image. Set both to zero.
    const std::complex<float> zero = 0;
    std::vector<cl::Event> blanked(2);
    const cl::Event transformed = enqueue(forward, queue, pixels, spectrum);
    const std::vector<cl::Event> wait{transformed};
    queue.enqueueFillBuffer(spectrum, zero, width / period * sizeof zero, sizeof zero, &wait, &blanked[0]);
    queue.enqueueFillBuffer(spectrum, zero, (width - width / period) * sizeof zero, sizeof zero, &wait, &blanked[1]);
    const std::vector<cl::Event> restored{enqueue(inverse, queue, spectrum, pixels, {}, blanked)};
    queue.enqueueReadBuffer(pixels, CL_TRUE, 0, picture.size() * sizeof picture[0], picture.data(), &restored);

    float worst = 0;
    for (const std::complex<float>& pixel : picture) worst = std::max(worst, std::abs(pixel - grey));
    std::printf("largest remainder of a stripe: %.1e of full scale\n", static_cast<double>(worst));
    return worst < 1e-5F ? 0 : 1;
} catch (const std::exception& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    return 1;
}
