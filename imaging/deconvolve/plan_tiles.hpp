// Divides a picture into tiles that fit the memory of a device.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "imaging/base/frame.hpp"

namespace stockham::imaging_internal {

/// A part of a picture that is computed at once. Of its points `whole`, only `core` is kept.
struct tile {
    box whole;
    box core;
};

/// Tiles of one size whose cores cover the picture, with at least `overlap` points around each core as far as the
/// picture has them. `bytes(size)` is the memory that a tile of this size takes. Divides the axis with the longest core
/// again and again until the tiles fit `memory`, but leaves at least `least` points in a core along each axis. Throws
/// memory_error if that does not fit.
std::vector<tile> plan_tiles(const extents& shape, const extents& overlap, const extents& least, std::size_t memory,
                             const std::function<std::size_t(const extents&)>& bytes);

}  // namespace stockham::imaging_internal
