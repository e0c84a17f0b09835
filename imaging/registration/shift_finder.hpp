// The shifts of pictures against others of the same size, by the phases or the products of their spectra.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <stockham/imaging/registration.hpp>

#include "imaging/base/device_work.hpp"
#include "imaging/base/numbers.hpp"
#include "imaging/registration/picture_group.hpp"
#include "imaging/registration/picture_window.hpp"
#include "imaging/registration/spectrum_quality.hpp"
#include "imaging/registration/spectrum_rings.hpp"

namespace stockham::imaging_internal {

/// A shift is compared with others on a grid of 16 x 16, first a quarter of a pixel apart, then 3 hundredths.
constexpr std::size_t grid_side = 16;
constexpr double coarse_step = 0.25, fine_step = 0.03;

/// Finds shifts, for groups of up to `most` pictures of one size. Arrays are made once.
class shift_finder {
  public:
    shift_finder(device_work&, std::size_t height, std::size_t width, std::size_t most,
                 const imaging::registration_options&);

    /// Measures the pictures. Throws argument_error for one that is uniform or has points that are not finite. Points
    /// that a mask hides become 0.
    picture_group measured(device_array pictures, std::string name, std::size_t first) const;

    /// The pictures to compare with: one, or as many as each group that is passed to find().
    void set_fixed(const picture_group&);

    /// The shift of each picture. Masks hide points of the fixed and of the moving pictures.
    std::vector<imaging::registration> find(const picture_group& moving);

    std::size_t height() const noexcept { return height_; }
    std::size_t width() const noexcept { return width_; }
    device_work& work() const noexcept { return work_; }
    /// Half spectra of the pictures under the window; they stay valid until the next call of a member.
    const device_array& windowed_spectra(const picture_group&);
    /// The root mean squares of those spectra.
    const std::vector<double>& sizes_of_spectra() const noexcept { return moving_facts_.size; }

    /// Bytes of device memory that a group needs per picture, the pictures included.
    static std::size_t bytes_per_picture(std::size_t height, std::size_t width, const imaging::registration_options&,
                                         precision);

  private:
    using shifts = std::vector<imaging::registration>;
    using side = picture_window::side;
    using spectra_facts = picture_window::spectra_facts;
    struct weighed_rings {
        std::vector<double> weights;
        std::vector<double> peaks;
        bool any = false;  ///< a picture has a frequency that counts
    };
    struct ring_range {
        std::size_t first = 0, end = 0;
    };

    shifts first_shifts(const picture_group& moving);
    void transform_fixed(const shifts&);
    void transform_moving(const picture_group& moving, const shifts&);
    void judge_moving(const shifts&);
    void compare(const shifts&, bool by_phase);
    weighed_rings weigh(const shifts&, std::size_t count, std::size_t tried) const;
    shifts grid_peaks(const shifts& known, const weighed_rings&, const device_array& down, const device_array& across,
                      double step) const;
    ring_range band() const;
    device_array grid_table(std::size_t n, std::size_t count, double step, bool is_half) const;

    device_work& work_;
    std::size_t height_, width_, columns_, most_;
    const imaging::registration_options& options_;
    picture_window window_;
    spectrum_rings rings_;
    spectrum_quality quality_;
    ring_range band_;
    device_array coarse_down_, coarse_across_, fine_down_, fine_across_;
    picture_group fixed_;
    spectra_facts fixed_facts_, moving_facts_;
    device_array fixed_spectra_, fixed_phases_, spectra_, phases_, agreement_, windowed_;
};

}  // namespace stockham::imaging_internal
