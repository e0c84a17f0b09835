// A spectrum's magnitudes as values from 0 to 1 that a colour map paints.
#pragma once

#include "image/colour_map.hpp"
#include "image/plane.hpp"

namespace stockham::tools {

// The owner of the magnitudes must outlive these functions' results.

/// log(1 + 1024 |F| / sqrt(number of points)), scaled to 0 .. 1. The factor maps magnitudes below the resolution of 8
/// bits to the dark end; the highest thousandth of the points is 1.
value_rows log_magnitude(const real_plane& magnitudes);

/// The magnitudes in decibels below the largest one, scaled so that `low` is 0 and `high` is 1, and cut to that range.
value_rows decibel_share(const real_plane& magnitudes, double low, double high);

/// The numbers themselves.
value_rows rows_of(const real_plane& values);

}  // namespace stockham::tools
