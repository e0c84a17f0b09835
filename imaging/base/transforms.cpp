// Descriptions of the transforms that imaging needs: packed arrays, one after the other.
#include "imaging/base/transforms.hpp"

namespace stockham::imaging_internal {

namespace {

transform scaled_transform(kind which, direction way, const extents& lengths, std::size_t batch, precision in) {
    transform t;
    t.kind = which;
    t.direction = way;
    t.lengths = lengths;
    t.batch = batch;
    t.precision = in;
    if (way == direction::inverse) t.scale = 1 / static_cast<double>(points(lengths));
    return t;
}

}  // namespace

transform real_transform(kind which, const extents& lengths, std::size_t batch, precision in) {
    return scaled_transform(which, which == kind::c2r ? direction::inverse : direction::forward, lengths, batch, in);
}

// dct2 and dct3 of n points invert each other up to 2 n, dct1 itself up to 2 n - 2.
cosine_transforms::cosine_transforms(kind which, const extents& lengths, std::size_t batch, precision in)
    : forward(scaled_transform(which, direction::forward, lengths, batch, in)), inverse(forward) {
    if (which == kind::dct2) inverse.kind = kind::dct3;
    for (const std::size_t n : lengths) inverse.scale /= static_cast<double>(which == kind::dct2 ? 2 * n : 2 * n - 2);
}

transform complex_transform(direction way, const extents& lengths, std::size_t batch, precision in) {
    return scaled_transform(kind::c2c, way, lengths, batch, in);
}

}  // namespace stockham::imaging_internal
