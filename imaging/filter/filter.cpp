// Filters on the device.
#include <stockham/imaging/filter.hpp>

#include <algorithm>
#include <cmath>

#include "imaging/base/check.hpp"
#include "imaging/base/frame.hpp"
#include "imaging/base/frequency.hpp"
#include "imaging/base/numbers.hpp"
#include "imaging/base/option_row.hpp"
#include "imaging/base/planes.hpp"
#include "imaging/base/product_in_parts.hpp"
#include "imaging/base/transforms.hpp"

namespace stockham::imaging_internal {

namespace {

using imaging::array_view;
using imaging::boundary;
using imaging::filter_options;

// True if the gain is the same at (u, v) and (-u, v): notches off the axes have one mirror image, not three.
bool is_symmetric(const filter_options& o) {
    const auto is_own_mirror = [](double f) { return f == 0 || std::abs(f) == 0.5; };
    return std::all_of(o.notch.begin(), o.notch.end(),
                       [&](const auto& each) { return is_own_mirror(each[0]) || is_own_mirror(each[1]); });
}

// A filter for pictures of one size.
class picture_filter {
  public:
    picture_filter(device_work& work, const extents& picture, const filter_options& o)
        : work_(work), picture_(picture), options_(o) {
        const bool is_long = *std::min_element(picture.begin(), picture.end()) > 1;
        if (is_symmetric(o) && o.boundary == boundary::reflect) forward_ = kind::dct2;
        if (is_symmetric(o) && o.boundary == boundary::mirror && is_long) forward_ = kind::dct1;
        continued_ = {picture, extents(picture.size(), 0), o.boundary};
        if (forward_ != kind::r2c || o.boundary == boundary::wrap) return;
        for (std::size_t a = 0; a < picture.size(); ++a) {
            const bool mirrors = o.boundary == boundary::mirror;
            continued_.lengths[a] = mirrors ? std::max<std::size_t>(1, 2 * picture[a] - 2) : 2 * picture[a];
            continued_.before[a] = (continued_.lengths[a] - picture[a]) / 2;
        }
    }

    bool fits(std::size_t planes) const {
        const std::size_t numbers = points(continued_.lengths) + 2 * continued_.lengths[0];  // of a half spectrum
        return fits_whole(work_, real_size(work_.precision()) * planes * numbers);
    }

    void run(const array_view& pictures, const array_view& result) {
        const device_array given = upload_planes(work_, pictures, 2);
        if (forward_ != kind::r2c) return work_.download(by_cosines(given), result);
        const bool grows = continued_.lengths != picture_;
        const std::size_t count = given.shape[0];
        const device_array periodic = grows ? extended(work_, given, frame_of(count)) : given;
        const device_array made = work_.make(periodic.shape);
        work_.convolve(periodic, factors(), made);
        if (!grows) return work_.download(made, result);
        const extents start{0, continued_.before[0], continued_.before[1]};
        work_.download(cut(work_, made, {start, given.shape}), result);
    }

    void run_in_parts(const array_view& picture, const array_view& result) {
        product_in_parts product;
        product.continued = continued_;
        product.forward = forward_;
        product.factors = [&](std::size_t first, std::size_t rows) {
            const std::size_t width = continued_.lengths[1];
            return masked(gains_of_rows(first, rows, forward_ == kind::r2c ? width / 2 + 1 : width), first);
        };
        product.run(work_, picture, result);
    }

  private:
    extension frame_of(std::size_t count) const {
        const auto with_count = [&](const extents& two, std::size_t first) { return extents{first, two[0], two[1]}; };
        const extents lengths = with_count(continued_.lengths, count);
        return {lengths, lengths, with_count(continued_.before, 0), continued_.beyond};
    }

    // The frequencies of a cosine transform of n points are those of the continuation, which has twice as many.
    double frequency_of(std::size_t k, std::size_t axis) const {
        const std::size_t n = continued_.lengths[axis];
        if (forward_ == kind::r2c) return frequency(k, n);
        return static_cast<double>(k) / static_cast<double>(forward_ == kind::dct2 ? 2 * n : 2 * n - 2);
    }

    // Rows of the gains on the device: real, or complex for a product of spectra.
    device_array gains_of_rows(std::size_t first, std::size_t rows, std::size_t columns) {
        std::vector<double> gains;
        gains.reserve(rows * columns);
        for (std::size_t y = first; y < first + rows; ++y)
            for (std::size_t x = 0; x < columns; ++x)
                gains.push_back(gain_at(options_, frequency_of(x, 1), frequency_of(y, 0)));
        if (forward_ != kind::r2c) return make_numbers(work_, {rows, columns}, gains);
        return make_numbers(work_, {rows, columns}, std::vector<std::complex<double>>(gains.begin(), gains.end()));
    }

    device_array factors() {
        const std::string key = "gains of" + key_of(options_) + ": " + text_of(picture_) +
                                (work_.precision() == precision::f64 ? " f64" : " f32");
        return masked(work_.kept(key, [&] { return gains_of_rows(0, continued_.lengths[0], continued_.lengths[1]); }),
                      0);
    }

    // Rows of the gains from number `first` on, times those of the mask.
    device_array masked(const device_array& gains, std::size_t first) {
        if (!options_.mask) return gains;
        const device_array made = work_.make(gains.shape, true), mask = work_.upload(options_.mask);
        const cl_uint4 n = lengths_of({first, gains.shape[1], picture_[0], picture_[1]});
        work_.run("imaging/cl/spectrum.cl", "mask_gains", made.size(), gains, mask, n, made, cl_ulong{made.size()});
        return made;
    }

    device_array by_cosines(const device_array& planes) {
        const cosine_transforms both(forward_, picture_, planes.shape[0], work_.precision());
        const device_array spectra = work_.make(planes.shape), gains = factors();
        work_.transform(both.forward, planes, spectra);
        work_.run(arithmetic_file, "multiply_reals", spectra.size(), spectra, gains, cl_ulong{spectra.size()},
                  cl_ulong{gains.size()});
        work_.transform(both.inverse, spectra, planes);
        return planes;
    }

    device_work& work_;
    extents picture_;
    const filter_options& options_;
    kind forward_ = kind::r2c;
    continuation continued_;
};

void check_arrays(const array_view& pictures, const array_view& result, const array_view& mask) {
    check_pictures("pictures", pictures);
    check_like("result", result, pictures.shape, pictures.precision);
    if (!mask) return;
    check_view("mask", mask, 2, 2);
    check_like("mask", mask, {pictures.shape.end() - 2, pictures.shape.end()}, pictures.precision);
}

}  // namespace

}  // namespace stockham::imaging_internal

namespace stockham {
inline namespace v0_2 {
namespace imaging {

void filter(const engine& on, const array_view& pictures, const array_view& result, const filter_options& options) {
    using namespace imaging_internal;
    check_arrays(pictures, result, options.mask);
    check(options);
    device_work work(on, pictures.precision);
    picture_filter own(work, {pictures.shape.end() - 2, pictures.shape.end()}, options);
    each_group(work, pictures, result, 2,
               {[&](std::size_t planes) { return own.fits(planes); },
                [&](const array_view& some, const array_view& to) { own.run(some, to); },
                [&](const array_view& one, const array_view& to) { own.run_in_parts(one, to); }});
}

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
