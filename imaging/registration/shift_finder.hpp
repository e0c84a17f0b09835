// The shifts of pictures against others of the same size, by the phases or the products of their spectra.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <stockham/imaging/registration.hpp>

#include "imaging/base/device_work.hpp"
#include "imaging/base/numbers.hpp"

namespace stockham::imaging_internal {

constexpr const char* registration_file = "imaging/cl/registration.cl";

/// A shift is compared with others on a grid of 16 x 16, first a quarter of a pixel apart, then 3 hundredths.
constexpr std::size_t grid_side = 16;
constexpr double coarse_step = 0.25, fine_step = 0.03;

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

/// Finds shifts, for groups of up to `most` pictures of one size. Arrays are made once.
class shift_finder {
  public:
    shift_finder(device_work&, std::size_t height, std::size_t width, std::size_t most,
                 const imaging::registration_options&);

    /// Measures the pictures. Throws argument_error for one that is uniform or has points that are not finite.
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
    std::vector<double> sizes_of_spectra() const;

    /// Bytes of device memory that a group needs per picture, the pictures included.
    static std::size_t bytes_per_picture(std::size_t height, std::size_t width, const imaging::registration_options&,
                                         precision);

  private:
    struct window_sums {
        double w = 0, w2 = 0, wv = 0, w2v = 0, w2v2 = 0;
    };
    using shifts = std::vector<imaging::registration>;

    void make_window(bool masked, const shifts&);
    std::vector<window_sums> sum_under_window(const device_array& pictures, const std::vector<double>& means) const;
    // Windows the pictures into pictures_ and transforms them to `spectra`. Returns the magnitudes that rounding
    // errors reach in each spectrum.
    std::vector<double> transform_windowed(const device_array& pictures, const std::vector<picture_facts>&,
                                           const std::vector<double>& means, const device_array& spectra);
    void undo(const shifts&);
    shifts first_shifts(const picture_group& moving);
    void compare(const std::vector<double>& ring_weights);
    struct rings {
        std::vector<double> weights;
        std::vector<double> peaks;
        double points = 0;  ///< of all pictures
    };
    rings weigh(const shifts&, std::size_t count, std::size_t tried);
    shifts refined(const shifts&, bool is_near);
    std::vector<imaging::registration> grid_peaks(const shifts& around, const device_array& down,
                                                  const device_array& across, double step, bool interpolates);
    std::vector<double> band_weights() const;
    device_array fine_table(std::size_t n, std::size_t count, double step, bool is_half) const;
    std::vector<double> limits() const;
    device_array tapered(const device_array& mask) const;
    device_array uploaded_mask(const imaging::array_view& mask, const char* field) const;

    device_work& work_;
    std::size_t height_, width_, columns_, most_, rings_;
    const imaging::registration_options& options_;
    reduction_shape reduction_;
    device_array fixed_mask_, moving_mask_, fixed_taper_, moving_taper_;
    device_array weights_;
    bool each_has_weights_ = false;
    double bandwidth_ = 1;
    device_array down_window_, across_window_;
    picture_group fixed_;
    device_array fixed_spectra_, moving_spectra_, spectra_, agreement_, pictures_;
    std::vector<double> fixed_least_, moving_least_, energies_;
    device_array coarse_down_, coarse_across_, fine_down_, fine_across_;
};

}  // namespace stockham::imaging_internal
