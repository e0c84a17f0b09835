// Rotation and scale between pictures, from their spectra in log-polar coordinates (Reddy and Chatterji 1996).
#pragma once

#include <vector>

#include "imaging/registration/shift_finder.hpp"

namespace stockham::imaging_internal {

/// A rotation in degrees, counter-clockwise, and a scale.
struct turn {
    double angle = 0;
    double scale = 1;
};

/// Finds turns, with the windows and arrays of a shift finder. A rotation by half a turn more has the same spectrum, so
/// an angle is known up to that.
class turn_finder {
  public:
    turn_finder(shift_finder&, std::size_t most);
    void set_fixed(const picture_group&);
    std::vector<turn> find(const picture_group& moving);

    /// Bytes of device memory for each picture.
    static std::size_t bytes_per_picture(std::size_t height, std::size_t width, precision);

  private:
    void transform_log_polar(const picture_group&, const device_array& spectra);

    shift_finder& shifts_;
    device_work& work_;
    std::size_t turns_, radii_;
    double least_radius_;
    device_array directions_;      // {turns}: cosine and sine
    device_array weighted_radii_;  // {radii}: radius and weight
    device_array maps_, fixed_, moving_, products_;
};

}  // namespace stockham::imaging_internal
