// Convolution on the device, by the library's fused plans.
#include <stockham/imaging/convolve.hpp>

#include <algorithm>
#include <cstring>

#include "imaging/base/check.hpp"
#include "imaging/base/frame.hpp"
#include "imaging/base/option_row.hpp"
#include "imaging/base/planes.hpp"
#include "imaging/base/product_in_parts.hpp"
#include "imaging/base/transforms.hpp"

namespace stockham::imaging_internal {

namespace {

using imaging::array_view;
using imaging::boundary;
using imaging::convolve_options;

constexpr imaging::option<convolve_options> convolve_rows[] = {
    row<&convolve_options::correlate>("correlate", "Correlate instead: the kernel is not flipped"),
    row<&convolve_options::boundary>("boundary", "Pixels beyond the edges, as in scipy.ndimage"),
    row<&convolve_options::magnitude>("magnitude",
                                      "The kernel's first axis counts several kernels; the result is the root of "
                                      "the sum of their squared convolutions"),
};

// The shape of a kernel, or of one of several.
extents one_kernel(const array_view& kernel, const convolve_options& o) {
    return {kernel.shape.begin() + (o.magnitude ? 1 : 0), kernel.shape.end()};
}

// Convolution of pictures of one size with a kernel.
class convolver {
  public:
    // The kernel extends by half its width to either side; what it reaches beyond one edge must not be what it reaches
    // beyond the other, unless that is zero. If n is already a good size, circular convolution wraps without padding.
    convolver(device_work& work, const extents& picture, const array_view& kernel, const convolve_options& o)
        : work_(work), picture_(picture), kernel_(kernel), options_(o) {
        extended_ = continued_ = {{}, {}, o.boundary};
        for (std::size_t a = 0; a < picture.size(); ++a) {
            const std::size_t n = picture[a], reach = one_kernel(kernel, o)[a] / 2;
            const bool wraps = o.boundary == boundary::wrap && good_size(n) == n;
            const std::size_t around = wraps || o.boundary == boundary::constant ? 0 : reach;
            extended_.lengths.push_back(n + 2 * around);
            continued_.lengths.push_back(wraps ? n : good_size(n + (around == 0 ? reach : 2 * reach)));
            continued_.before.push_back(around);
        }
    }

    bool fits(std::size_t pictures) const {
        if (picture_.size() == 3 && pictures > 1) return false;  // frames have three axes
        const std::size_t all = points(continued_.lengths);
        const std::size_t numbers = all + 2 * all / continued_.lengths.back();  // of a half spectrum
        return fits_whole(work_, real_size(work_.precision()) * pictures * numbers);
    }

    void run(const array_view& pictures, const array_view& result) {
        const device_array given = upload_planes(work_, pictures, picture_.size());
        const std::size_t count = given.shape[0];
        const auto with_count = [](const extents& shape, std::size_t first) {
            extents all{first};
            all.insert(all.end(), shape.begin(), shape.end());
            return all;
        };
        const bool grows = continued_.lengths != picture_;
        const device_array periodic =
            grows ? extended(work_, given,
                             {with_count(continued_.lengths, count), with_count(extended_.lengths, count),
                              with_count(continued_.before, 0), options_.boundary})
                  : given;
        const device_array made = convolved(periodic);
        work_.download(grows ? cut(work_, made, {with_count(continued_.before, 0), given.shape}) : made, result);
    }

    void run_in_parts(const array_view& picture, const array_view& result) {
        if (options_.magnitude)
            throw imaging::memory_error(work_.memory() + 1, work_.memory(),
                                        "pictures of " + text_of(picture_) +
                                            " points do not fit the device, which magnitudes need");
        const kernel_spectrum factors(work_, kernel_, continued_.lengths);
        product_in_parts product;
        product.continued = continued_;
        product.factors = [&](std::size_t first, std::size_t rows) { return factors.rows(work_, first, rows); };
        product.correlate = options_.correlate;
        product.run(work_, picture, result);
    }

  private:
    static constexpr std::size_t most_known_bytes = std::size_t{1} << 16;  // of kernels whose spectra are kept

    // The convolution of continued pictures with the kernel, or the magnitude of those with several.
    device_array convolved(const device_array& pictures) {
        const device_array made = work_.make(pictures.shape);
        if (!options_.magnitude) {
            work_.convolve(pictures, spectrum_of(kernel_), made, options_.correlate);
            return made;
        }
        const device_array one = work_.make(pictures.shape);
        for (std::size_t k = 0; k < kernel_.shape.front(); ++k) {
            work_.convolve(pictures, spectrum_of(part_of(kernel_, k)), one, options_.correlate);
            work_.run(arithmetic_file, "add_to_magnitude", made.size(), one, cl_uint{k > 0}, made,
                      cl_ulong{made.size()});
        }
        return made;
    }

    device_array spectrum_of(const array_view& kernel) {
        const auto make = [&] {
            return work_.whole_spectrum(centred(work_, work_.upload(kernel), continued_.lengths, 1));
        };
        const std::size_t bytes = memory_bytes(kernel);
        if (kernel.host == nullptr || bytes > most_known_bytes) return make();
        std::string key = "spectrum of " + text_of(kernel.shape) + " in " + text_of(continued_.lengths) + ' ' +
                          (work_.precision() == precision::f64 ? 'd' : 'f');
        key.append(static_cast<const char*>(kernel.host), bytes);
        return work_.kept(key, make);
    }

    device_work& work_;
    extents picture_;
    const array_view& kernel_;
    const convolve_options& options_;
    continuation continued_, extended_;
};

void check_arrays(const array_view& pictures, const array_view& kernel, const array_view& result,
                  const convolve_options& o) {
    check_view("kernel", kernel, o.magnitude ? 2 : 1, o.magnitude ? 4 : 3);
    const extents one = one_kernel(kernel, o);
    check_pictures("pictures", pictures, one.size(), 4);
    const extents picture(pictures.shape.end() - static_cast<std::ptrdiff_t>(one.size()), pictures.shape.end());
    for (std::size_t a = 0; a < one.size(); ++a)
        if (one[a] > picture[a])
            refuse("kernel",
                   "must be no larger than a picture, " + text_of(picture) + " points (got " + text_of(one) + ")");
    if (kernel.precision != pictures.precision) refuse("kernel", "must have the precision of the pictures");
    check_like("result", result, pictures.shape, pictures.precision);
}

}  // namespace

}  // namespace stockham::imaging_internal

namespace stockham {
inline namespace v0_2 {
namespace imaging {

template <>
option_table<convolve_options> options_of<convolve_options>() {
    return {imaging_internal::convolve_rows, std::size(imaging_internal::convolve_rows)};
}

void convolve(const engine& on, const array_view& pictures, const array_view& kernel, const array_view& result,
              const convolve_options& options) {
    using namespace imaging_internal;
    imaging_internal::check_arrays(pictures, kernel, result, options);
    device_work work(on, pictures.precision);
    const std::size_t axes = one_kernel(kernel, options).size();
    convolver own(work, {pictures.shape.end() - static_cast<std::ptrdiff_t>(axes), pictures.shape.end()}, kernel,
                  options);
    each_group(work, pictures, result, axes,
               {[&](std::size_t some) { return own.fits(some); },
                [&](const array_view& some, const array_view& to) { own.run(some, to); },
                [&](const array_view& one, const array_view& to) { own.run_in_parts(one, to); }});
}

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
