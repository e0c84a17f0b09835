// Richardson-Lucy iterations, with acceleration, total variation and rules that stop them.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "imaging/deconvolve/method.hpp"

namespace stockham::imaging_internal {

namespace {

constexpr const char* lucy_file = "imaging/cl/richardson_lucy.cl";

// Weights below this share of the blur are too uncertain to divide by.
constexpr double least_weight = 1e-3;

// Gradients are rounded off below this share of the largest value, where their direction has no meaning.
constexpr double least_gradient = 1e-4;

class lucy_iterations {
  public:
    lucy_iterations(device_work& work, const blurred_tile& tile, const imaging::deconvolution_options& options)
        : work_(work), options_(options), picture_(tile.picture.shape), largest_(tile.largest),
          blur_(psf_spectrum(work, tile)), spectrum_(work.make_spectrum(tile.frame)) {
        const bool knows_edges = options.beyond.has_value();
        data_ = framed(work, tile.picture, tile.frame, options.beyond.value_or(imaging::boundary::constant));
        if (!options.negative) work.run(lucy_file, "raise_to_zero", data_.size(), data_, cl_ulong{data_.size()});
        estimate_ = start(tile, options);
        blurred_ = work.make(tile.frame);
        if (!knows_edges) make_gain(tile);
        if (options.accelerate) {
            before_ = copy_of(estimate_);
            step_ = filled(tile.frame, 0);
        }
        if (options.total_variation > 0) smoothing_ = work.make(tile.frame);
        // Rounding errors of the transforms must not act as intensities.
        floor_ = std::max(1e-12, (work.precision() == precision::f32 ? 5e-7 : 1e-15) * largest_);
    }

    const device_array& result() const { return options_.accelerate ? before_ : estimate_; }

    /// The first half of an iteration: blurs the estimate.
    void blur() { convolve(estimate_, "multiply_spectra"); }

    /// Root mean square of picture minus blurred estimate.
    double misfit() {
        const std::size_t items = device_work::reduction_items(points(picture_));
        const device_array partial = work_.make({items});
        work_.run(lucy_file, "misfits", items, data_, blurred_, lengths_of(data_.shape), lengths_of(picture_), partial,
                  cl_ulong{items});
        const double sum = work_.values(work_.sum_columns(partial, items, 1)).front();
        return std::sqrt(sum / static_cast<double>(points(picture_)));
    }

    /// The second half: corrects the estimate. Returns its relative change if that is to be compared, else 0.
    double correct() {
        const std::size_t n = data_.size();
        work_.run(lucy_file, "ratio", n, data_, blurred_, real_argument{floor_}, real_argument{options_.least_estimate},
                  cl_ulong{n});
        convolve(blurred_, "multiply_conjugate");
        return options_.accelerate ? accelerated_step() : plain_step();
    }

  private:
    // blurred_ = `from` convolved with the blur or correlated with it.
    void convolve(const device_array& from, const char* product) {
        work_.forward(from, spectrum_);
        work_.run(arithmetic_file, product, spectrum_.size(), spectrum_, blur_, cl_ulong{spectrum_.size()});
        work_.inverse(spectrum_, blurred_);
    }

    device_array filled(const extents& frame, double value) {
        const device_array made = work_.make(frame);
        work_.run(lucy_file, "fill", made.size(), made, real_argument{value}, cl_ulong{made.size()});
        return made;
    }

    device_array copy_of(const device_array& from) {
        const device_array made = work_.make(from.shape);
        work_.copy(from.get(), 0, made.get(), 0, made.bytes());
        return made;
    }

    // A constant; beyond edges that are known to be 0 the estimate is 0, too, and stays so.
    device_array start(const blurred_tile& tile, const imaging::deconvolution_options& options) {
        const double value = options.start ? *options.start : std::max(tile.mean, 1e-3 * tile.largest);
        if (options.beyond != imaging::boundary::constant) return filled(tile.frame, value);
        const device_array inside = filled(picture_, value);
        return framed(work_, inside, tile.frame, imaging::boundary::constant);
    }

    // 1 / (the share of each point's blur that the picture has), or 0 where that is too little.
    void make_gain(const blurred_tile& tile) {
        const device_array inside = filled(picture_, 1);
        work_.forward(framed(work_, inside, tile.frame, imaging::boundary::constant), spectrum_);
        work_.run(arithmetic_file, "multiply_conjugate", spectrum_.size(), spectrum_, blur_,
                  cl_ulong{spectrum_.size()});
        gain_ = work_.make(tile.frame);
        work_.inverse(spectrum_, gain_);
        work_.run(lucy_file, "invert_weights", gain_.size(), gain_, real_argument{least_weight},
                  cl_ulong{gain_.size()});
    }

    // blurred_, which is the correction, becomes the next estimate.
    void multiply() {
        const std::size_t n = estimate_.size();
        if (options_.total_variation > 0) {
            const double rounded = least_gradient * largest_;
            work_.run(lucy_file, "total_variation", n, estimate_, lengths_of(estimate_.shape),
                      real_argument{options_.total_variation}, real_argument{rounded * rounded}, smoothing_,
                      cl_ulong{n});
            work_.run(lucy_file, "multiply", n, estimate_, smoothing_, blurred_, cl_ulong{n});
            if (gain_.get() != nullptr) work_.run(lucy_file, "scale_by", n, blurred_, gain_, cl_ulong{n});
        } else if (gain_.get() != nullptr) {
            work_.run(lucy_file, "multiply", n, estimate_, gain_, blurred_, cl_ulong{n});
        } else {
            work_.run(lucy_file, "scale_by", n, blurred_, estimate_, cl_ulong{n});
        }
    }

    double change_from(const device_array& before) {
        if (options_.tolerance == 0) return 0;
        const std::size_t items = device_work::reduction_items(before.size());
        const device_array partial = work_.make({items, 2});
        work_.run(lucy_file, "changes", items, before, blurred_, cl_ulong{before.size()}, partial, cl_ulong{items});
        const std::vector<double> sums = work_.values(work_.sum_columns(partial, items, 2));
        return sums[1] > 0 ? std::sqrt(sums[0] / sums[1]) : 0;
    }

    double plain_step() {
        multiply();
        const double change = change_from(estimate_);
        std::swap(estimate_, blurred_);
        return change;
    }

    // Biggs and Andrews: the step g_k that an iteration takes from its prediction gives the factor
    // alpha = g_k . g_(k-1) / g_(k-1) . g_(k-1), by which the next prediction goes beyond the estimate.
    double accelerated_step() {
        multiply();
        const double change = change_from(before_);
        const std::size_t n = estimate_.size(), items = device_work::reduction_items(n);
        const device_array partial = work_.make({items, 2});
        work_.run(lucy_file, "steps", items, estimate_, blurred_, step_, cl_ulong{n}, partial, cl_ulong{items});
        const device_array products = work_.sum_columns(partial, items, 2);
        work_.run(lucy_file, "predict", n, blurred_, before_, products, estimate_, cl_ulong{n});
        return change;
    }

    device_work& work_;
    const imaging::deconvolution_options& options_;
    extents picture_;
    double largest_, floor_ = 0;
    device_array blur_, spectrum_;
    device_array data_;      // the picture in its frame
    device_array estimate_;  // or, accelerated, the prediction
    device_array blurred_;   // the blurred estimate, the ratio, the correction and the next estimate in turn
    device_array gain_, smoothing_;
    device_array before_, step_;  // accelerated: the estimate, and the last step
};

}  // namespace

device_array richardson_lucy(device_work& work, const blurred_tile& tile, const imaging::deconvolution_options& options,
                             imaging::deconvolution_report& report, const step_function& step) {
    lucy_iterations lucy(work, tile, options);
    for (std::size_t k = 0; k < options.iterations; ++k) {
        lucy.blur();
        if (k > 0 && options.noise && lucy.misfit() <= *options.noise) break;
        report.change = lucy.correct();
        report.iterations = std::max(report.iterations, k + 1);
        if (step) step(k + 1, report.change);
        if (options.tolerance > 0 && report.change <= options.tolerance) break;
    }
    return lucy.result();
}

std::size_t richardson_lucy_bytes(const extents& tile, const extents& frame, precision in,
                                  const imaging::deconvolution_options& options) {
    // The picture in its frame, the estimate, the blurred estimate.
    std::size_t frames = 3;
    if (!options.beyond) ++frames;
    if (options.accelerate) frames += 2;
    if (options.total_variation > 0) ++frames;
    const std::size_t spectrum = 2 * points(half_spectrum(frame));  // of the blur, of the estimate; a workspace
    return real_size(in) * (points(tile) + frames * points(frame) + 3 * spectrum);
}

}  // namespace stockham::imaging_internal
