// Windows, masks, and the spectra of pictures under them.
#include "imaging/registration/picture_window.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include <stockham/error.hpp>

#include "imaging/base/transforms.hpp"

namespace stockham::imaging_internal {

namespace {

constexpr const char* mask_kernels = "imaging/cl/masked.cl";

double bandwidth_of(const std::vector<double>& w) {
    const double sum = std::accumulate(w.begin(), w.end(), 0.0);
    return static_cast<double>(w.size()) * std::inner_product(w.begin(), w.end(), w.begin(), 0.0) / (sum * sum);
}

}  // namespace

picture_window::picture_window(device_work& work, std::size_t height, std::size_t width,
                               const imaging::registration_options& options)
    : work_(work), height_(height), width_(width), is_hann_(options.window),
      has_masks_(options.fixed_mask || options.moving_mask),
      bandwidth_(is_hann_ ? bandwidth_of(hann_window(height)) * bandwidth_of(hann_window(width)) : 1),
      reduction_(work) {
    if (!has_masks_) return;
    fixed_ = made_mask(options.fixed_mask, "fixed_mask");
    moving_ = made_mask(options.moving_mask, "moving_mask");
}

// A mask of ones and zeros.
picture_window::masked picture_window::made_mask(const imaging::array_view& given, const char* field) const {
    if (!given) {
        const device_array all = make_numbers(work_, {height_, width_}, std::vector<double>(height_ * width_, 1));
        return {all, tapered(all)};
    }
    const device_array made = work_.upload(given);
    work_.run(mask_kernels, "binary_mask", made.size(), made, cl_ulong{made.size()});
    const double points = work_.sum(made);
    if (points < 9)
        throw argument_error(field, std::string(field) + ": only " + std::to_string(static_cast<int>(points)) +
                                        " points of the mask are not 0; a registration needs at least 9");
    return {made, tapered(made)};
}

// A hard edge of a mask has all frequencies, and it does not move with the content: the weights rise within some
// points. A mask that is too narrow for that gets a steeper edge.
device_array picture_window::tapered(const device_array& mask) const {
    const device_array across = work_.make({height_, width_}), both = work_.make({height_, width_});
    for (const int radius : {8, 4, 2, 1}) {
        work_.run_grid(mask_kernels, "box_mean", {width_, height_, 1}, mask, cl_uint(width_), cl_uint(height_),
                       cl_int(0), cl_int(radius), across);
        work_.run_grid(mask_kernels, "box_mean", {width_, height_, 1}, across, cl_uint(width_), cl_uint(height_),
                       cl_int(1), cl_int(radius), both);
        work_.run(mask_kernels, "taper", both.size(), both, cl_ulong{both.size()});
        if (work_.sum(both) > 0.25 * work_.sum(mask)) return both;
    }
    return mask;
}

void picture_window::hide(const picture_group& group, side of) const {
    work_.run_grid(mask_kernels, "hide", {width_, height_, group.count()}, group.pictures, mask(of), cl_uint(width_),
                   cl_uint(height_));
}

// The window lies on the fixed picture and moves with the content of the moving one. The mask of the other side moves
// the opposite way.
picture_window::placed picture_window::place(side of, const shifts& known) const {
    const double sign = of == side::moving ? 1 : -1;
    std::vector<double> down, across, offsets;
    for (const imaging::registration& each : known) {
        const auto window = [&](std::size_t n, double shift) {
            return is_hann_ ? hann_window(n, of == side::moving ? shift : 0) : std::vector<double>(n, 1);
        };
        const std::vector<double> one = window(height_, each.down), other = window(width_, each.right);
        down.insert(down.end(), one.begin(), one.end());
        across.insert(across.end(), other.begin(), other.end());
        offsets.insert(offsets.end(), {-sign * each.down, -sign * each.right});
    }
    const placed plain{make_numbers(work_, {down.size()}, down), make_numbers(work_, {across.size()}, across), 1};
    if (!has_masks_) return plain;
    const masked &own = of == side::fixed ? fixed_ : moving_, &other = of == side::fixed ? moving_ : fixed_;
    const device_array weights = work_.make({known.size(), height_, width_});
    work_.run_grid(registration_file, "mask_weights", {width_, height_, known.size()}, plain.weights, own.taper,
                   other.taper, make_numbers(work_, {offsets.size()}, offsets),
                   structure(cl_uint(width_), cl_uint(height_)), weights);
    return {plain.down, weights, cl_uint(height_)};
}

// The kernels' structure.
auto picture_window::weighing(const picture_group& group, const placed& at) const {
    return structure(cl_uint(width_), cl_uint(height_), cl_uint(reduction_.lanes), cl_uint(reduction_.parts), at.rows,
                     cl_uint{group.count() == 1});
}

std::vector<picture_window::sums> picture_window::sum(const picture_group& group, const placed& at,
                                                      const std::vector<double>& means) const {
    const std::size_t count = means.size();
    const device_array partial = work_.make({count, reduction_.size(), 5});
    work_.run_grid(registration_file, "weighted_sums", {reduction_.lanes, reduction_.parts, count}, group.pictures,
                   make_numbers(work_, {count}, means), at.down, at.weights, weighing(group, at), partial);
    const std::vector<double> values = read_numbers(work_, partial);
    std::vector<sums> all(count);
    for (std::size_t k = 0; k < count; ++k)
        for (std::size_t i = 0; i < reduction_.size(); ++i) {
            const double* each = &values[(k * reduction_.size() + i) * 5];
            all[k].w += each[0];
            all[k].w2 += each[1];
            all[k].wv += each[2];
            all[k].w2v += each[3];
            all[k].w2v2 += each[4];
        }
    return all;
}

// The mean under the window is subtracted, so that the zero frequency is 0. There are two kinds of rounding errors:
// those of the transform, relative to the size of the spectrum, and those of the points, relative to the largest one.
// The former are those of single precision: a camera has no content below them.
picture_window::spectra_facts picture_window::transform(const picture_group& group, side of, const shifts& known,
                                                        const device_array& windowed,
                                                        const device_array& spectra) const {
    const std::size_t count = known.size();
    const auto facts = [&](std::size_t k) -> const picture_facts& { return group.facts[group.count() == 1 ? 0 : k]; };
    std::vector<double> means;
    for (std::size_t k = 0; k < count; ++k) means.push_back(facts(k).mean);
    const placed at = place(of, known);
    const std::vector<sums> under = sum(group, at, means);
    std::vector<std::complex<double>> levels;  // what is subtracted, and the scale
    spectra_facts found;
    for (std::size_t k = 0; k < count; ++k) {
        const sums& s = under[k];
        const double rest = s.w > 0 ? s.wv / s.w : 0;
        // Scaled to magnitudes of 1, so that squares in the spectrum stay within the range of the precision.
        const double scale = 1 / facts(k).largest;
        levels.emplace_back(means[k] + rest, scale);
        const double energy = std::max(0.0, s.w2v2 - 2 * rest * s.w2v + rest * rest * s.w2) * scale * scale;
        const double transform_noise = 1e-5 * std::sqrt(energy);
        found.size.push_back(std::sqrt(energy));
        found.least.push_back(std::max(transform_noise, rounding(work_.precision()) * std::sqrt(s.w2)));
    }
    work_.run_grid(registration_file, "apply_weights", {width_, height_, count}, group.pictures,
                   make_numbers(work_, {count}, levels), at.down, at.weights, weighing(group, at), windowed);
    work_.transform(real_transform(kind::r2c, {height_, width_}, spectra.shape[0], work_.precision()), windowed,
                    spectra);
    return found;
}

}  // namespace stockham::imaging_internal
