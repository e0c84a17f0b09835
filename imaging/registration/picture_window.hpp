// The window through which pictures are compared: a Hann window, masks, or both.
#pragma once

#include <cstddef>
#include <vector>

#include <stockham/imaging/registration.hpp>

#include "imaging/base/device_work.hpp"
#include "imaging/base/numbers.hpp"
#include "imaging/registration/picture_group.hpp"

namespace stockham::imaging_internal {

/// Spectra of pictures under a window that moves with their content, so that a picture and a shifted one have the same
/// content under it. A shift is that of a moving picture against its fixed one.
class picture_window {
  public:
    using shifts = std::vector<imaging::registration>;
    enum class side { fixed, moving };

    picture_window(device_work&, std::size_t height, std::size_t width, const imaging::registration_options&);

    bool has_masks() const noexcept { return has_masks_; }
    /// Whether the weight of a point depends on the shift.
    bool depends_on(side of) const noexcept { return has_masks_ || (of == side::moving && is_hann_); }
    /// Points where a picture does not count become 0. Only with masks.
    void hide(const picture_group&, side) const;
    const device_array& mask(side of) const noexcept { return of == side::fixed ? fixed_.mask : moving_.mask; }
    /// The number of neighbouring points of a spectrum that are correlated.
    double bandwidth() const noexcept { return bandwidth_; }

    /// The windowed pictures without their means, in `windowed`, and their half spectra, both with room for as many.
    /// With one picture and several shifts, each shift gets a spectrum of it.
    struct spectra_facts {
        std::vector<double> least;  ///< the magnitudes that rounding errors reach in each spectrum
        std::vector<double> size;   ///< the root mean square of each spectrum
    };
    spectra_facts transform(const picture_group&, side, const shifts&, const device_array& windowed,
                            const device_array& spectra) const;

  private:
    struct masked {
        device_array mask, taper;
    };
    struct sums {
        double w = 0, w2 = 0, wv = 0, w2v = 0, w2v2 = 0;
    };
    // Arguments of the kernels: the weights of each picture's points, as mask_weights in the kernels defines them.
    struct placed {
        device_array down, weights;
        cl_uint rows;
    };
    placed place(side, const shifts&) const;
    auto weighing(const picture_group&, const placed&) const;
    std::vector<sums> sum(const picture_group&, const placed&, const std::vector<double>& means) const;
    masked made_mask(const imaging::array_view&, const char* field) const;
    device_array tapered(const device_array& mask) const;

    device_work& work_;
    std::size_t height_, width_;
    bool is_hann_, has_masks_;
    double bandwidth_;
    reduction_shape reduction_;
    masked fixed_, moving_;
};

}  // namespace stockham::imaging_internal
