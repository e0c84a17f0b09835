// Callbacks: a plan that reads 8-bit pixels and writes the power spectrum, without extra passes.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "setup.hpp"

int main() try {
    const setup cl;
    constexpr std::size_t height = 32, width = 64;

    // [callbacks]
    stockham::transform what;
    what.lengths = {height, width};

    stockham::plan_options options;
    options.on_load = R"(
        element on_load(global const void* input, ulong place, global const void* user) {
            const float pixel = ((global const uchar*)input)[place] / 255.0f;
            return (element)(pixel, 0);
        })";
    options.on_store = R"(
        void on_store(global void* output, ulong place, element value, global void* user) {
            ((global float*)output)[place] = dot(value, value) * *(global const float*)user;
        })";
    const stockham::plan plan(cl.context.get(), cl.device, what, options);
    // [callbacks]

    std::vector<std::uint8_t> picture(height * width);
    for (std::size_t i = 0; i < picture.size(); ++i) picture[i] = i % 2 == 0 ? 255 : 0;  // stripes of one pixel
    const std::vector<float> factor{1.0F / (height * width)};
    const stockham::owned_buffer pixels = cl.upload(picture), scale = cl.upload(factor);
    const stockham::owned_buffer power = cl.make_buffer(height * width * sizeof(float));

    stockham::buffers all;
    all.input = pixels.get();
    all.output = power.get();
    all.store_data = scale.get();  // on_store gets it as `user`
    wait(enqueue(plan, cl.queue.get(), all));

    // Half of the pixels are 1: the mean and the stripes share the power, at (0, 0) and (0, width / 2).
    const std::vector<float> spectrum = cl.download<float>(power, height * width);
    constexpr float expected = height * width / 4.0F;
    std::printf("power at 0: %.1f, at the stripes: %.1f\n", static_cast<double>(spectrum[0]),
                static_cast<double>(spectrum[width / 2]));
    return std::fabs(spectrum[0] - expected) < 0.1F && std::fabs(spectrum[width / 2] - expected) < 0.1F &&
                   std::fabs(spectrum[1]) < 0.1F
               ? 0
               : 1;
} catch (const stockham::callback_error& problem) {
    std::fprintf(stderr, "%s\n%s\n", problem.what(), problem.build_log().c_str());
    return 1;
} catch (const stockham::error& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    return 1;
}
