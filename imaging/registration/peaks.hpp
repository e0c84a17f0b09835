// The highest points of surfaces on the device.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "imaging/base/device_work.hpp"

namespace stockham::imaging_internal {

/// A point of a surface, as a shift: the upper half of the indices are negative shifts.
struct high_point {
    double down = 0, right = 0;
    bool negative = false;  ///< the value there is negative
};

/// The point of largest magnitude of each of the first `count` surfaces of {surfaces, height, width}. Among nearly
/// equal points it is the one with the smallest shift, because pictures that do not vary along an axis fit any shift
/// along it.
std::vector<high_point> highest_points(device_work&, const device_array& surface, std::size_t count);

/// Moves points to the vertices of parabolas through their neighbours along both axes.
void interpolate(device_work&, const device_array& surface, std::vector<high_point>&);

/// The place of the maximum of a parabola through three values at -1, 0, 1, from -1/2 to 1/2.
double vertex(double before, double here, double after);

/// The place of the maximum of a paraboloid around the highest of 3 x 3 values, rows `pitch` apart: steps down and
/// right of the middle one, from -1 to 1. The axes of the paraboloid may have any direction.
std::array<double, 2> vertex_around(const double* middle, std::size_t pitch);

}  // namespace stockham::imaging_internal
