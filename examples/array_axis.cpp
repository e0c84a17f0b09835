// Transforms every second column of a stack of pictures, along the height only, as a[:, :, ::2] in numpy.
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

#include <stockham/stockham.hpp>

int main() try {
    constexpr double turn = 6.283185307179586;
    constexpr std::size_t pictures = 6, height = 32, width = 20;
    using element = std::complex<float>;
    std::vector<element> stack(pictures * height * width);
    for (std::size_t k = 0; k < stack.size(); ++k) {  // three waves from top to bottom
        const std::size_t y = k / width % height;
        stack[k] = std::polar(1.0F, static_cast<float>(turn * 3.0 * static_cast<double>(y) / height));
    }
    std::vector<element> spectra(pictures * height * width / 2);

    // Shape, strides in bytes and axes, as in numpy; the result is packed.
    stockham::array columns;
    columns.shape = {pictures, height, width / 2};
    columns.strides = {height * width * sizeof(element), width * sizeof(element), 2 * sizeof(element)};
    stockham::array packed;
    packed.shape = columns.shape;
    const stockham::transform what = stockham::transform_along({1}, columns, packed);

    cl_device_id device = stockham::choose_device();
    const stockham::owned_context context(clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr));
    const stockham::owned_queue queue(clCreateCommandQueue(context.get(), device, 0, nullptr));
    const std::size_t in_bytes = stack.size() * sizeof(element), out_bytes = spectra.size() * sizeof(element);
    const stockham::owned_buffer in(
        clCreateBuffer(context.get(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, in_bytes, stack.data(), nullptr));
    const stockham::owned_buffer out(clCreateBuffer(context.get(), CL_MEM_READ_WRITE, out_bytes, nullptr, nullptr));

    const stockham::plan plan(context.get(), device, what);
    wait(enqueue(plan, queue.get(), {in.get(), out.get()}));
    clEnqueueReadBuffer(queue.get(), out.get(), CL_TRUE, 0, out_bytes, spectra.data(), 0, nullptr, nullptr);

    float worst = 0;
    for (std::size_t k = 0; k < spectra.size(); ++k) {
        const std::size_t wave = k / (width / 2) % height;
        worst = std::fmax(worst, std::abs(spectra[k] - (wave == 3 ? element(height) : element(0))));
    }
    std::printf("%s: largest deviation %.1e\n", to_string(what).c_str(), static_cast<double>(worst / height));
    return worst / height < 1e-6F ? 0 : 1;
} catch (const stockham::error& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    return 1;
}
