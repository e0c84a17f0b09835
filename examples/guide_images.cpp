// Pictures: the three channels of an RGB picture in one plan, and only the low frequencies of another picture.
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

#include "setup.hpp"

using element = std::complex<float>;

namespace {

constexpr std::size_t height = 48, width = 80;

bool channels_are_right(const setup& cl) {
    // [channels]
    // Rows of RGBRGB..: a pixel has three numbers. The channels are the batch, one number apart.
    stockham::transform what;
    what.kind = stockham::kind::r2c;
    what.lengths = {height, width};
    what.batch = 3;
    what.input.strides = {3 * width, 3};
    what.input.distance = 1;
    const stockham::plan plan(cl.context.get(), cl.device, what);  // output: three packed half spectra
    // [channels]

    std::vector<float> picture(height * width * 3);
    for (std::size_t i = 0; i < picture.size(); ++i)
        picture[i] = static_cast<float>(i % 3);  // R 0, G 1, B 2 everywhere
    const stockham::owned_buffer pixels = cl.upload(picture), spectra = cl.make_buffer(output_bytes(what));
    wait(enqueue(plan, cl.queue.get(), {pixels.get(), spectra.get()}));

    constexpr std::size_t spectrum = height * (width / 2 + 1);
    const std::vector<element> out = cl.download<element>(spectra, 3 * spectrum);
    float worst = 0;
    for (std::size_t channel = 0; channel < 3; ++channel) {
        const element sum = static_cast<float>(channel * height * width);
        for (std::size_t k = 0; k < spectrum; ++k) {
            worst = std::fmax(worst, std::abs(out[channel * spectrum + k] - (k == 0 ? sum : element(0))));
        }
    }
    std::printf("%s: %.1e\n", to_string(what).c_str(), static_cast<double>(worst));
    return worst < 0.05F;
}

bool low_frequencies_are_right(const setup& cl) {
    stockham::transform what;
    what.lengths = {height, width};
    what.wanted = {height / 4, width / 4};  // only these frequencies are written
    const stockham::plan plan(cl.context.get(), cl.device, what);

    std::vector<element> picture(height * width);
    picture[0] = 1;  // a point: all frequencies are 1
    const stockham::owned_buffer in = cl.upload(picture);
    const stockham::owned_buffer out = cl.upload(std::vector<element>(height * width, element(-7)));
    wait(enqueue(plan, cl.queue.get(), {in.get(), out.get()}));
    const std::vector<element> spectrum = cl.download<element>(out, height * width);
    const element last = spectrum[(height / 4 - 1) * width + width / 4 - 1], beyond = spectrum[height * width - 1];
    return std::abs(last - element(1)) < 1e-5F && beyond == element(-7);
}

}  // namespace

int main() try {
    const setup cl;
    return channels_are_right(cl) && low_frequencies_are_right(cl) ? 0 : 1;
} catch (const stockham::error& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    return 1;
}
