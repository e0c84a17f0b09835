// Imaging: removes a blur from a picture, and finds a template in it.
#include <cmath>
#include <cstdio>
#include <vector>

#include <stockham/device.hpp>
#include <stockham/imaging.hpp>

namespace imaging = stockham::imaging;

int main() try {
    constexpr std::size_t height = 48, width = 64, side = 5;
    std::vector<float> sharp(height * width), psf(side * side, 1.0F / 25), blurred(sharp.size()), result(sharp.size());
    for (std::size_t i = 0; i < sharp.size(); ++i)
        sharp[i] = (i / width / 8 + i % width / 8) % 3 == 0 ? 200.0F : 50.0F + static_cast<float>(i % width);
    for (std::size_t i = 0; i < sharp.size(); ++i) {
        for (std::size_t k = 0; k < psf.size(); ++k) {
            const std::size_t y = (i / width + height + k / side - side / 2) % height;
            const std::size_t x = (i % width + width + k % side - side / 2) % width;
            blurred[i] += psf[k] * sharp[y * width + x];
        }
    }

    // [deconvolve]
    const imaging::engine engine(stockham::choose_device());  // make one, and use it for many calls
    imaging::deconvolution_options options;
    options.accelerate = true;
    options.iterations = 20;
    options.progress = [](const imaging::progress& now) { return now.done <= now.total; };  // false would end the work
    const imaging::deconvolution_report report =
        imaging::deconvolve(engine, imaging::view_of(blurred, {height, width}), imaging::view_of(psf, {side, side}),
                            imaging::view_of(result, {height, width}), options);
    // [deconvolve]

    std::vector<float> corner;  // a template of 12 x 12 points
    for (std::size_t y = 10; y < 22; ++y) corner.insert(corner.end(), &sharp[y * width + 20], &sharp[y * width + 32]);
    imaging::match_options where;
    where.threshold = 0.9;
    where.distance = 6;
    const std::vector<imaging::match_peak> peaks =
        imaging::match(engine, imaging::view_of(sharp, {height, width}), imaging::view_of(corner, {12, 12}), {}, where);

    const std::size_t frames = 3;
    std::vector<float> stack, aligned(frames * height * width);  // each frame lies 2 points below the one before
    for (std::size_t k = 0; k < frames; ++k)
        for (std::size_t y = 0; y < height; ++y)
            for (std::size_t x = 0; x < width; ++x) stack.push_back(blurred[(y + height - 2 * k) % height * width + x]);
    imaging::alignment wanted;
    wanted.output = imaging::view_of(aligned, {frames, height, width});
    const std::vector<imaging::registration> drift = imaging::find_drift(
        engine, imaging::view_of(stack, {frames, height, width}), imaging::drift_reference::first, {}, wanted);
    const imaging::rectangle part = imaging::common_part(drift, height, width);  // has data in all frames

    double before = 0, after = 0;
    for (std::size_t i = 0; i < sharp.size(); ++i) {
        before += std::fabs(static_cast<double>(blurred[i] - sharp[i]));
        after += std::fabs(static_cast<double>(result[i] - sharp[i]));
    }
    std::printf("%zu iterations reduce the error to %.0f %%; %zu places match\n", report.iterations,
                100 * after / before, peaks.size());
    std::printf("the last frame lies %.2f below the first; %zu rows have data in all\n", drift.back().down,
                part.height);
    const bool registered = std::fabs(drift.back().down - 4) < 0.1 && part.height + 6 > height;
    return after < 0.6 * before && peaks.front().response > 0.999 && registered ? 0 : 1;
} catch (const stockham::error& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    return 1;
}
