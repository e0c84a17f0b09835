// Descriptions in the terms of cuFFT and VkFFT (docs/moving.md), each checked against its problem string.
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include <stockham/stockham.hpp>

namespace {

stockham::transform plan_2d(std::size_t nx, std::size_t ny) {
    // [plan_2d]
    // cufftPlan2d(&plan, nx, ny, CUFFT_C2C)
    stockham::transform what;
    what.lengths = {nx, ny};  // the same order: the last one is contiguous
    // [plan_2d]
    return what;
}

stockham::transform plan_many(std::size_t n0, std::size_t n1, std::size_t inembed1, std::size_t istride,
                              std::size_t idist, std::size_t howmany) {
    // [plan_many]
    // cufftPlanMany(&plan, 2, {n0, n1}, {inembed0, inembed1}, istride, idist, {n0, n1}, 1, n0 * n1, CUFFT_C2C, howmany)
    stockham::transform what;
    what.lengths = {n0, n1};
    what.batch = howmany;
    what.input.strides = {inembed1 * istride, istride};  // inembed[0] is not needed
    what.input.distance = idist;
    // [plan_many]
    return what;
}

stockham::transform real_in_place(std::size_t nx, std::size_t ny) {
    // [real_in_place]
    // cufftPlan2d(&plan, nx, ny, CUFFT_R2C), executed in place: rows of 2 (ny / 2 + 1) numbers
    stockham::transform what;
    what.kind = stockham::kind::r2c;
    what.lengths = {nx, ny};
    what.placement = stockham::placement::in_place;
    // [real_in_place]
    return what;
}

stockham::transform configuration(std::size_t width, std::size_t height, std::size_t depth, std::size_t batches) {
    // [configuration]
    // configuration.size[0] = width, size[1] = height, size[2] = depth; FFTdim = 3; numberBatches = batches;
    // normalize = 1, VkFFTAppend(&app, 1, &launchParams): inverse
    stockham::transform what;
    what.lengths = {depth, height, width};  // reversed: the slowest axis comes first
    what.batch = batches;
    what.placement = stockham::placement::in_place;  // VkFFT's default
    what.direction = stockham::direction::inverse;
    what.scale = 1.0 / static_cast<double>(width * height * depth);
    // [configuration]
    return what;
}

stockham::transform omitted(std::size_t width, std::size_t height) {
    // [omit]
    // configuration.size[0] = width, size[1] = height; omitDimension[0] = 1: only along the height
    stockham::array picture;
    picture.shape = {height, width};
    stockham::transform what = stockham::transform_along({0}, picture, picture, stockham::kind::c2c,
                                                         stockham::precision::f32, stockham::placement::in_place);
    // [omit]
    return what;
}

stockham::transform padded(std::size_t width, std::size_t height) {
    // [padding]
    // configuration.performZeropadding[0] = performZeropadding[1] = 1; fft_zeropad_left[0] = width / 2,
    // fft_zeropad_right[0] = width, fft_zeropad_left[1] = height / 2, fft_zeropad_right[1] = height
    stockham::transform what;
    what.lengths = {height, width};
    what.nonzero = {height / 2, width / 2};  // the rest is not read
    // [padding]
    return what;
}

}  // namespace

int main() try {
    const std::vector<std::pair<stockham::transform, std::string>> descriptions = {
        {plan_2d(48, 64), "c2c f32 48x64"},
        {plan_many(16, 32, 40, 2, 1300, 3), "c2c f32 16x32 b3 is=80,2 id=1300"},
        {real_in_place(48, 64), "r2c f32 48x64 in"},
        {configuration(64, 32, 16, 5), "c2c f32 16x32x64 b5 in inv scale=3.0517578125e-05"},
        {omitted(64, 48), "c2c f32 48 b64 in is=64 id=1 os=64 od=1"},
        {padded(64, 48), "c2c f32 48x64 nonzero=24x32"},
    };
    bool right = true;
    for (const auto& [what, text] : descriptions) {
        check(what);
        const bool same = to_string(what) == to_string(stockham::parse_transform(text));
        std::printf("%s: %s\n", to_string(what).c_str(), same ? "as it should be" : text.c_str());
        right = right && same;
    }
    return right ? 0 : 1;
} catch (const stockham::error& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    return 1;
}
