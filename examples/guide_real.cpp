// Real data: forward and inverse in one buffer, and a cosine transform with its inverse.
#include <cmath>
#include <cstdio>
#include <vector>

#include "setup.hpp"

namespace {

constexpr std::size_t height = 30, width = 50;

float deviation(const std::vector<float>& a, const std::vector<float>& b) {
    float worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) worst = std::fmax(worst, std::fabs(a[i] - b[i]));
    return worst;
}

float round_trip_in_place(const setup& cl) {
    // [in_place]
    constexpr std::size_t pitch = 2 * (width / 2 + 1);  // numbers per row: room for half a row of the spectrum
    stockham::transform what;
    what.kind = stockham::kind::r2c;
    what.lengths = {height, width};
    what.placement = stockham::placement::in_place;  // packed layouts leave this room
    const stockham::plan forward(cl.context.get(), cl.device, what);
    what.kind = stockham::kind::c2r;
    what.direction = stockham::direction::inverse;
    what.scale = 1.0 / (height * width);
    const stockham::plan inverse(cl.context.get(), cl.device, what);
    // [in_place]

    std::vector<float> rows(height * pitch);
    for (std::size_t y = 0; y < height; ++y) {
        for (std::size_t x = 0; x < width; ++x) rows[y * pitch + x] = static_cast<float>((x * y) % 13);
    }
    const stockham::owned_buffer buffer = cl.upload(rows);
    const stockham::event spectrum = enqueue(forward, cl.queue.get(), {buffer.get()});
    wait(enqueue(inverse, cl.queue.get(), {buffer.get()}, {spectrum}));

    std::vector<float> back = cl.download<float>(buffer, rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i % pitch >= width) back[i] = rows[i];  // the room is undefined afterwards
    }
    return deviation(back, rows);
}

float cosine_and_back(const setup& cl) {
    const stockham::plan forward(cl.context.get(), cl.device, stockham::parse_transform("dct2 f32 30x50"));
    stockham::transform back = stockham::parse_transform("dct3 f32 30x50");
    back.scale = 1.0 / (2 * 30 * 2 * 50);  // dct3 inverts dct2 up to a factor of 2 N per axis
    const stockham::plan inverse(cl.context.get(), cl.device, back);

    std::vector<float> picture(height * width);
    for (std::size_t i = 0; i < picture.size(); ++i) picture[i] = static_cast<float>(i % 17);
    const stockham::owned_buffer pixels = cl.upload(picture), spectrum = cl.make_buffer(picture.size() * sizeof(float));
    const stockham::event transformed = enqueue(forward, cl.queue.get(), {pixels.get(), spectrum.get()});
    wait(enqueue(inverse, cl.queue.get(), {spectrum.get(), pixels.get()}, {transformed}));
    return deviation(cl.download<float>(pixels, picture.size()), picture);
}

}  // namespace

int main() try {
    const setup cl;
    const float real = round_trip_in_place(cl), cosine = cosine_and_back(cl);
    std::printf("r2c and c2r in place: %.1e; dct2 and dct3: %.1e\n", static_cast<double>(real),
                static_cast<double>(cosine));
    return real < 1e-4F && cosine < 1e-4F ? 0 : 1;
} catch (const stockham::error& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    return 1;
}
