// Finds the frequency of a signal by a 1-D transform, with OpenCL's C handles.
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

#include <stockham/stockham.hpp>

int main() try {
    constexpr double turn = 6.283185307179586;
    constexpr std::size_t n = 1024;
    constexpr double frequency = 37.0;  // periods in the signal
    std::vector<std::complex<float>> signal(n);
    for (std::size_t i = 0; i < n; ++i) {
        signal[i] = std::polar(1.0F, static_cast<float>(turn * frequency * static_cast<double>(i) / n));
    }
    const std::size_t bytes = n * sizeof signal[0];

    cl_device_id device = stockham::choose_device();  // the device named by STOCKHAM_DEVICE, else the fastest
    const stockham::owned_context context(clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr));
    const stockham::owned_queue queue(clCreateCommandQueue(context.get(), device, 0, nullptr));
    const stockham::owned_buffer buffer(
        clCreateBuffer(context.get(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, signal.data(), nullptr));

    stockham::transform what;
    what.lengths = {n};
    what.placement = stockham::placement::in_place;
    const stockham::plan plan(context.get(), device, what);

    const stockham::event done = enqueue(plan, queue.get(), {buffer.get()});
    wait(done);
    clEnqueueReadBuffer(queue.get(), buffer.get(), CL_TRUE, 0, bytes, signal.data(), 0, nullptr, nullptr);

    std::size_t peak = 0;
    for (std::size_t k = 1; k < n; ++k) {
        if (std::abs(signal[k]) > std::abs(signal[peak])) peak = k;
    }
    std::printf("%s: peak at %zu, height %.1f\n", to_string(what).c_str(), peak, std::abs(signal[peak]));

    return peak == 37 && std::abs(std::abs(signal[peak]) - n) < 0.01F ? 0 : 1;
} catch (const stockham::error& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    return 1;
}
