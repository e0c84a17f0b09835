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

transform complex_transform(direction way, const extents& lengths, std::size_t batch, precision in) {
    return scaled_transform(kind::c2c, way, lengths, batch, in);
}

}  // namespace stockham::imaging_internal
