// The tags of GeoTIFF, and the rule of metadata.hpp for them.
#pragma once

#include <cstdint>

#include "format/metadata.hpp"

namespace stockham::tools {

/// Tags that a GeoTIFF file has beside those of TIFF.
enum geo_tag : std::uint16_t {
    geo_pixel_scale = 33550,  ///< 3 doubles: units of the map per pixel across, down (positive) and in depth
    geo_tie_points = 33922,   ///< 6 doubles each: a point of the picture (i, j, k), and its place on the map (x, y, z)
    geo_transformation = 34264,  ///< 16 doubles, by rows: (i, j, k, 1) to (x, y, z, 1)
    geo_keys = 34735,            ///< shorts: version, revision, minor revision, number, and four for each key
    geo_doubles = 34736,
    geo_texts = 34737
};
bool is_geo_tag(std::uint16_t tag);

bool move_geo_tags(picture_metadata&, const grid_map&);

}  // namespace stockham::tools
