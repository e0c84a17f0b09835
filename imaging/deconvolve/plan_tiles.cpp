// Divides a picture into tiles that fit the memory of a device.
#include "imaging/deconvolve/plan_tiles.hpp"

#include <algorithm>

namespace stockham::imaging_internal {

namespace {

std::size_t core_of(std::size_t n, std::size_t parts) {
    return (n + parts - 1) / parts;
}

// The size of a tile.
extents tile_size(const extents& shape, const extents& overlap, const extents& parts) {
    extents size;
    for (std::size_t a = 0; a < shape.size(); ++a)
        size.push_back(parts[a] == 1 ? shape[a] : std::min(shape[a], core_of(shape[a], parts[a]) + 2 * overlap[a]));
    return size;
}

// The axis with the longest core that may be divided further; the number of axes if there is none.
std::size_t axis_to_divide(const extents& shape, const extents& least, const extents& parts) {
    std::size_t best = shape.size(), longest = 0;
    for (std::size_t a = 0; a < shape.size(); ++a) {
        const std::size_t core = core_of(shape[a], parts[a]);
        if (core_of(shape[a], parts[a] + 1) < least[a] || core <= longest) continue;
        best = a;
        longest = core;
    }
    return best;
}

// All tiles have one size, so that they share plans: those at the edges reach further into the picture.
tile tile_at(const extents& shape, const extents& overlap, const extents& parts, std::size_t number) {
    tile made;
    made.whole.size = tile_size(shape, overlap, parts);
    for (std::size_t a = 0; a < shape.size(); ++a) {
        const std::size_t core = core_of(shape[a], parts[a]), first = number % parts[a] * core;
        number /= parts[a];
        const std::size_t end = std::min(shape[a], first + core);
        made.whole.start.push_back(std::min(first - std::min(first, overlap[a]), shape[a] - made.whole.size[a]));
        made.core.start.push_back(first);
        made.core.size.push_back(end > first ? end - first : 0);
    }
    return made;
}

}  // namespace

std::vector<tile> plan_tiles(const extents& shape, const extents& overlap, const extents& least, std::size_t memory,
                             const std::function<std::size_t(const extents&)>& bytes) {
    extents parts(shape.size(), 1);
    for (;;) {
        const extents size = tile_size(shape, overlap, parts);
        const std::size_t needed = bytes(size);
        if (needed <= memory) break;
        const std::size_t axis = axis_to_divide(shape, least, parts);
        if (axis == shape.size())
            throw imaging::memory_error(needed, memory,
                                        "the smallest tile, " + text_of(size) + " points, needs " + bytes_text(needed) +
                                            " on the device and the limit is " + bytes_text(memory));
        ++parts[axis];
    }
    std::vector<tile> tiles;
    for (std::size_t k = 0; k < points(parts); ++k) {
        tile each = tile_at(shape, overlap, parts, k);
        if (points(each.core.size) > 0) tiles.push_back(std::move(each));
    }
    return tiles;
}

}  // namespace stockham::imaging_internal
