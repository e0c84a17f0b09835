// The quality of the frequencies of a picture: their power against leakage and noise.
#pragma once

#include <cstddef>
#include <vector>

#include <stockham/imaging/registration.hpp>

#include "imaging/base/device_work.hpp"
#include "imaging/registration/spectrum_rings.hpp"

namespace stockham::imaging_internal {

/// Judges the frequencies of half spectra of pictures of one size.
///
/// Leakage: a picture does not end as it begins. This step at the edges of the frame, however small the window makes
/// it, has all frequencies. In a smooth picture it is all there is beyond the picture's own band, and it does not move
/// with the content. A second window removes it, and a known share of the content all over the picture. The rest that
/// it leaves of a frequency, relative to that share, is the frequency's share without leakage.
///
/// Noise: the power of the weakest ring, since noise of a camera has the same power everywhere. In pictures without
/// noise that is the content of the highest frequencies.
class spectrum_quality {
  public:
    spectrum_quality(device_work&, const spectrum_rings&, std::size_t height, std::size_t width, bool is_hann);

    /// The phases of the frequencies {pictures, height, columns}, of a magnitude that is their information about a
    /// shift; 0 within the rounding errors, `least` of each picture. `phases` has room for as many pictures as there
    /// are shifts, those of the windows; `scratch`, too.
    void judge(const device_array& spectra, const std::vector<imaging::registration>& shifts,
               const std::vector<double>& least, const device_array& scratch, const device_array& phases) const;

  private:
    device_work& work_;
    const spectrum_rings& rings_;
    std::size_t height_, width_;
    bool is_hann_;
    device_array shares_;  ///< 1 / points of each ring that noise is measured in, else 0
};

}  // namespace stockham::imaging_internal
