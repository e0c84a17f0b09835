// Stacks whose planes lie one behind the other and have one directory: ImageJ's above 4 GB, tifffile's truncated series
// and MetaMorph's STK.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <tiffio.h>

#include "format/tiff_samples.hpp"

namespace stockham::tools {

struct plane_stack {
    std::size_t planes = 1;   ///< 1: an ordinary directory
    std::size_t missing = 0;  ///< planes that the description states and the file does not have
    std::uint64_t first = 0;  ///< where the samples of the first plane begin
    std::size_t plane_bytes = 0;
};

/// The planes of the current directory at `offset`, in a file whose other directories have no pages. Throws job_error
/// if some of them are cut off, and for MetaMorph's planes that are compressed or not in one piece.
plane_stack find_planes(TIFF*, const layout_tags&, const std::string& description, std::uint64_t offset,
                        const file_bytes& file, const std::string& name);

/// Reads one plane, as read_samples() does.
picture read_plane(TIFF*, const layout_tags&, const plane_stack&, std::size_t plane, const file_bytes& file,
                   const std::string& name, std::size_t max_pixels);

}  // namespace stockham::tools
