// The Wiener filter with a Laplacian prior, and the choice of its balance.
#include <cmath>
#include <numeric>
#include <vector>

#include "imaging/base/check.hpp"
#include "imaging/base/numbers.hpp"
#include "imaging/deconvolve/method.hpp"

namespace stockham::imaging_internal {

namespace {

constexpr const char* wiener_file = "imaging/cl/wiener.cl";

// Tables have no line for an axis of one point, except for the last axis.
bool is_left_out(const extents& shape, std::size_t axis) {
    return shape[axis] == 1 && axis + 1 < shape.size();
}

// 2 - 2 cos(2 pi k / n) for each axis, slowest first: their sum is the transfer function of the Laplacian.
device_array laplacian_table(device_work& work, const extents& frame) {
    std::vector<double> table;
    for (std::size_t a = 0; a < frame.size(); ++a) {
        const std::size_t n = frame[a], bins = a + 1 == frame.size() ? n / 2 + 1 : n;
        if (is_left_out(frame, a)) continue;
        for (std::size_t k = 0; k < bins; ++k) {
            const double sine = std::sin(3.14159265358979323846 * static_cast<double>(k) / static_cast<double>(n));
            table.push_back(4 * sine * sine);
        }
    }
    return make_numbers(work, {table.size()}, table);
}

// The spectra that the filter needs, and the criterion by which a balance is chosen.
class wiener_filter {
  public:
    wiener_filter(device_work& work, const blurred_tile& tile)
        : work_(work), spectrum_(work.make_spectrum(tile.frame)), blur_(psf_spectrum(work, tile)),
          laplacian_(laplacian_table(work, tile.frame)), width_(tile.frame.back()),
          points_(static_cast<double>(points(tile.frame))) {}

    const device_array& spectrum() const { return spectrum_; }

    void apply(double balance) {
        work_.run(wiener_file, "apply", spectrum_.size(), spectrum_, blur_, laplacian_, lengths_of(spectrum_.shape),
                  real_argument{balance}, cl_ulong{spectrum_.size()});
    }

    // With T = |H|^2 / (|H|^2 + b |L|^2), the share of the picture that the filter keeps, per point:
    // the mean square of (1 - T) Y, and the mean of 1 - T.
    struct residual {
        double power, share;
    };
    residual residual_of(double balance) {
        const std::size_t items = device_work::reduction_items(spectrum_.size());
        const device_array partial = work_.make({items, 2});
        work_.run(wiener_file, "residuals", items, spectrum_, blur_, laplacian_,
                  structure(lengths_of(spectrum_.shape), cl_ulong{width_}, cl_ulong{items}), real_argument{balance},
                  partial);
        const std::vector<double> sums = work_.values(work_.sum_columns(partial, items, 2));
        return {sums[0] * points_ / weight_, sums[1] / points_};
    }
    /// The spectrum is that of a picture under a window whose squares have this sum.
    void set_weight(double weight) { weight_ = weight; }

  private:
    device_work& work_;
    device_array spectrum_, blur_, laplacian_;
    std::size_t width_;
    double points_, weight_ = 1;
};

// The criterion to minimise. With known noise it is the unbiased estimate of the predictive risk (Mallows' Cp), else
// generalised cross validation.
double risk(wiener_filter& filter, double balance, std::optional<double> noise) {
    const auto rest = filter.residual_of(balance);
    if (noise) return rest.power + 2 * *noise * *noise * (1 - rest.share);
    return rest.power / (rest.share * rest.share);
}

// The minimum on a logarithmic scale: a coarse grid, then golden sections around the best point. Below the grid the
// filter would amplify rounding errors of the picture and of the transforms.
double best_balance(wiener_filter& filter, std::optional<double> noise) {
    constexpr double lowest = -8, highest = 4, step = 1, golden = 0.6180339887498949;
    const auto at = [&](double decades) { return risk(filter, std::pow(10.0, decades), noise); };
    double best = lowest, least = at(lowest);
    for (double decades = lowest + step; decades <= highest; decades += step)
        if (const double value = at(decades); value < least) {
            least = value;
            best = decades;
        }
    if (best == lowest)
        refuse("balance", "cannot be estimated, because the picture has no visible noise or is sharper than the blur "
                          "allows; give it, such as 1e-4");
    double from = best - step, to = best + step;
    double left = to - golden * (to - from), right = from + golden * (to - from);
    double at_left = at(left), at_right = at(right);
    while (to - from > 0.05) {
        if (at_left < at_right) {
            to = right;
            right = left;
            at_right = at_left;
            left = to - golden * (to - from);
            at_left = at(left);
        } else {
            from = left;
            left = right;
            at_left = at_right;
            right = from + golden * (to - from);
            at_right = at(right);
        }
    }
    return std::pow(10.0, (from + to) / 2);
}

// A picture in its frame under a Hann window. At the edges it continues otherwise than the blurred scene did, with
// steps that are sharper than the blur allows: they would look like the strongest detail, and any noise like none.
// Returns the sum of the window's squares.
double window(device_work& work, const extents& tile, const device_array& frame) {
    std::vector<double> table;
    double weight = 1;
    for (std::size_t a = 0; a < frame.shape.size(); ++a) {
        std::vector<double> line = tile[a] > 2 ? hann_window(tile[a]) : std::vector<double>(tile[a], 1);
        weight *= std::inner_product(line.begin(), line.end(), line.begin(), 0.0);
        if (is_left_out(frame.shape, a)) continue;
        line.resize(frame.shape[a]);
        table.insert(table.end(), line.begin(), line.end());
    }
    work.run(wiener_file, "taper", frame.size(), frame, lengths_of(frame.shape),
             make_numbers(work, {table.size()}, table), cl_ulong{frame.size()});
    return weight;
}

}  // namespace

device_array psf_spectrum(device_work& work, const blurred_tile& tile) {
    const device_array spectrum = work.make_spectrum(tile.frame);
    work.forward(centred(work, tile.psf, tile.frame, tile.psf_factor), spectrum);
    return spectrum;
}

device_array wiener(device_work& work, const blurred_tile& tile, const imaging::deconvolution_options& options,
                    imaging::deconvolution_report& report) {
    wiener_filter filter(work, tile);
    const auto transform = [&](imaging::boundary beyond, const auto& change) {
        const device_array frame = framed(work, tile.picture, tile.frame, beyond);
        change(frame);
        work.forward(frame, filter.spectrum());
        return frame;
    };
    if (!options.balance)
        transform(imaging::boundary::constant,
                  [&](const device_array& frame) { filter.set_weight(window(work, tile.picture.shape, frame)); });
    report.balance = options.balance ? *options.balance : best_balance(filter, options.noise);
    const device_array frame =
        transform(options.beyond.value_or(imaging::boundary::reflect), [](const device_array&) {});
    filter.apply(report.balance);
    work.inverse(filter.spectrum(), frame);
    return frame;
}

// The tile, the frame, the point-spread function in the frame, two spectra and a workspace.
std::size_t wiener_bytes(const extents& tile, const extents& frame, precision in) {
    const std::size_t spectrum = 2 * points(half_spectrum(frame));
    return real_size(in) * (points(tile) + 2 * points(frame) + 3 * spectrum);
}

}  // namespace stockham::imaging_internal
