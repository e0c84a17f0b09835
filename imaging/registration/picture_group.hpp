// Groups of pictures on the device, with statistics of each.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "imaging/base/device_work.hpp"

namespace stockham::imaging_internal {

constexpr const char* registration_file = "imaging/cl/registration.cl";
constexpr const char* quality_file = "imaging/cl/spectrum_quality.cl";

/// Statistics of a picture.
struct picture_facts {
    double mean = 0;
    double largest = 0;  ///< magnitude
    bool varies_down = false;
    bool varies_across = false;
};

/// A group of pictures on the device. `name` is for errors: the field of the call that they came from.
struct picture_group {
    device_array pictures;  ///< {count, height, width}
    std::vector<picture_facts> facts;
    std::string name;
    std::size_t first = 0;  ///< the number of the first one in the array of the call
    std::size_t count() const noexcept { return pictures.shape.front(); }
};

/// The statistics of each picture. Throws argument_error for one that is uniform or has points that are not finite.
std::vector<picture_facts> facts_of(device_work&, const picture_group&);

/// The mean of each picture.
std::vector<double> means_of(const picture_group&);

}  // namespace stockham::imaging_internal
