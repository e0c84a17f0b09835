// The shifts of pictures: what is compared, and the shift to a pixel. shift_refinement.cpp searches between pixels.
#include "imaging/registration/shift_finder.hpp"
#include "imaging/base/transforms.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <stockham/error.hpp>

#include "imaging/registration/masked_correlation.hpp"
#include "imaging/registration/peaks.hpp"

namespace stockham::imaging_internal {

namespace {

// The rounding error of numbers from 0 to 1 in the precision.
double rounding(precision p) {
    return p == precision::f64 ? 0x1p-53 : 0x1p-24;
}

double power(const std::vector<double>& w) {
    return std::inner_product(w.begin(), w.end(), w.begin(), 0.0);
}

// The noise bandwidth of a window: the number of neighbouring points of a spectrum that are correlated.
double bandwidth_of(const std::vector<double>& w) {
    const double sum = std::accumulate(w.begin(), w.end(), 0.0);
    return static_cast<double>(w.size()) * power(w) / (sum * sum);
}

}  // namespace

shift_finder::shift_finder(device_work& work, std::size_t height, std::size_t width, std::size_t most,
                           const imaging::registration_options& options)
    : work_(work), height_(height), width_(width), columns_(width / 2 + 1), most_(most),
      rings_(static_cast<std::size_t>(0.7072 * static_cast<double>(std::max(height, width))) + 2), options_(options),
      reduction_(work) {
    const std::vector<double> down = options.window ? hann_window(height) : std::vector<double>(height, 1.0);
    const std::vector<double> across = options.window ? hann_window(width) : std::vector<double>(width, 1.0);
    bandwidth_ = bandwidth_of(down) * bandwidth_of(across);
    down_window_ = make_numbers(work, {height}, down);
    across_window_ = make_numbers(work, {width}, across);
    if (options.fixed_mask || options.moving_mask) {
        each_has_weights_ = true;
        fixed_mask_ = uploaded_mask(options.fixed_mask, "fixed_mask");
        moving_mask_ = uploaded_mask(options.moving_mask, "moving_mask");
        fixed_taper_ = tapered(fixed_mask_);
        moving_taper_ = tapered(moving_mask_);
    }
    weights_ = work.make({each_has_weights_ ? most : 1, height, width});
    pictures_ = work.make({most, height, width});
    for (device_array* each : {&moving_spectra_, &spectra_, &agreement_})
        *each = work.make({most, height, columns_}, true);
    coarse_down_ = fine_table(height, height, coarse_step, false);
    coarse_across_ = fine_table(width, columns_, coarse_step, true);
    fine_down_ = fine_table(height, height, fine_step, false);
    fine_across_ = fine_table(width, columns_, fine_step, true);
    if (!each_has_weights_) make_window(false, {});
}

// A mask of ones and zeros.
device_array shift_finder::uploaded_mask(const imaging::array_view& mask, const char* field) const {
    if (!mask) return make_numbers(work_, {height_, width_}, std::vector<double>(height_ * width_, 1));
    const device_array made = work_.upload(mask);
    work_.run("imaging/cl/masked.cl", "binary_mask", made.size(), made, cl_ulong{made.size()});
    const double points = work_.sum(made);
    if (points < 9)
        throw argument_error(field, std::string(field) + ": only " + std::to_string(static_cast<int>(points)) +
                                        " points of the mask are not 0; a registration needs at least 9");
    return made;
}

// A hard edge of a mask has all frequencies, and it does not move with the content: the weights rise within some
// points. A mask that is too narrow for that gets a steeper edge.
device_array shift_finder::tapered(const device_array& mask) const {
    const device_array across = work_.make(mask.shape), both = work_.make(mask.shape);
    const std::size_t width = mask.shape[1], height = mask.shape[0];
    for (const int radius : {8, 4, 2, 1}) {
        work_.run_grid("imaging/cl/masked.cl", "box_mean", {width, height, 1}, mask, cl_uint(width), cl_uint(height),
                       cl_int(0), cl_int(radius), across);
        work_.run_grid("imaging/cl/masked.cl", "box_mean", {width, height, 1}, across, cl_uint(width), cl_uint(height),
                       cl_int(1), cl_int(radius), both);
        work_.run("imaging/cl/masked.cl", "taper", both.size(), both, cl_ulong{both.size()});
        if (work_.sum(both) > 0.25 * work_.sum(mask)) return both;
    }
    return mask;
}

std::size_t shift_finder::bytes_per_picture(std::size_t height, std::size_t width,
                                            const imaging::registration_options& options, precision in) {
    const std::size_t real = height * width * real_size(in), half = height * (width + 2) * real_size(in);
    std::size_t bytes = 3 * real + 5 * half;
    if (options.fixed_mask || options.moving_mask) bytes += real + masked_correlation_bytes(height, width, in);
    return bytes;
}

// The inverse transform's factors for shifts of (k - 7.5) steps: one row per frequency. A column of a half spectrum
// counts as often as it occurs in the full one. The Nyquist frequency does not tell a shift from the opposite one: it
// is left out, unless there are few others.
device_array shift_finder::fine_table(std::size_t n, std::size_t count, double step, bool is_half) const {
    std::vector<std::complex<double>> table(count * grid_side);
    for (std::size_t k = 0; k < grid_side; ++k) {
        const auto factors = shift_factors(n, count, -step * (static_cast<double>(k) - 0.5 * (grid_side - 1)));
        for (std::size_t j = 0; j < count; ++j) {
            const bool nyquist = 2 * j == n;
            table[j * grid_side + k] = factors[j] * (nyquist && n > 8                ? 0.0
                                                     : !is_half || j == 0 || nyquist ? 1.0
                                                                                     : 2.0);
        }
    }
    return make_numbers(work_, {count, grid_side}, table);
}

picture_group shift_finder::measured(device_array pictures, std::string name, std::size_t first) const {
    picture_group group{std::move(pictures), {}, std::move(name), first};
    const std::size_t count = group.count();
    if (each_has_weights_)
        work_.run_grid("imaging/cl/masked.cl", "hide", {width_, height_, count}, group.pictures,
                       group.name == "fixed" ? fixed_mask_ : moving_mask_, cl_uint(width_), cl_uint(height_));
    const device_array partial = work_.make({count, reduction_.size(), 5});
    work_.run_grid(registration_file, "statistics", {reduction_.lanes, reduction_.parts, count}, group.pictures,
                   cl_uint(width_), cl_uint(height_), cl_uint(reduction_.lanes), cl_uint(reduction_.parts), partial);
    const std::vector<double> values = read_numbers(work_, partial);
    // The first point of each picture, to which the sums refer.
    std::vector<double> firsts(count);
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t size = real_size(work_.precision()), at = k * height_ * width_ * size;
        float single = 0;
        void* to = size == sizeof(float) ? static_cast<void*>(&single) : &firsts[k];
        check_cl(clEnqueueReadBuffer(work_.queue(), group.pictures.get(), CL_TRUE, at, size, to, 0, nullptr, nullptr),
                 "clEnqueueReadBuffer");
        if (size == sizeof(float)) firsts[k] = static_cast<double>(single);
    }
    for (std::size_t k = 0; k < count; ++k) {
        double sum = 0, largest = 0, down = 0, across = 0, broken = 0;
        for (std::size_t i = 0; i < reduction_.size(); ++i) {
            const double* each = &values[(k * reduction_.size() + i) * 5];
            sum += each[0];
            largest = std::max(largest, each[1]);
            down = std::max(down, each[2]);
            across = std::max(across, each[3]);
            broken += each[4];
        }
        const double least = 4 * rounding(work_.precision()) * largest;
        const picture_facts facts{firsts[k] + sum / static_cast<double>(height_ * width_), largest, down > least,
                                  across > least};
        const std::string which = "picture " + std::to_string(group.first + k);
        if (broken > 0)
            throw argument_error(group.name, group.name + ": " + std::to_string(static_cast<long long>(broken)) +
                                                 " points of " + which +
                                                 " are not finite; use a mask, or replace them");
        if (!facts.varies_down && !facts.varies_across)
            throw argument_error(group.name, group.name + ": cannot register, all points of " + which + " are equal");
        group.facts.push_back(facts);
    }
    return group;
}

// The window, times the masks as they overlap after the shifts.
void shift_finder::make_window(bool masked, const shifts& known) {
    std::vector<cl_int> moves(2 * most_);
    for (std::size_t k = 0; k < known.size(); ++k) {
        moves[2 * k] = static_cast<cl_int>(std::lround(known[k].down));
        moves[2 * k + 1] = static_cast<cl_int>(std::lround(known[k].right));
    }
    const owned_buffer moved = make_integers(work_, moves);
    const cl_mem nothing = down_window_.get();
    work_.run_grid(registration_file, "make_weights", {width_, height_, weights_.shape[0]}, down_window_,
                   across_window_, cl_uint(width_), cl_uint(height_), cl_int(masked),
                   masked ? fixed_taper_.get() : nothing, masked ? moving_taper_.get() : nothing, moved.get(),
                   weights_);
}

std::vector<shift_finder::window_sums> shift_finder::sum_under_window(const device_array& pictures,
                                                                      const std::vector<double>& means) const {
    const std::size_t count = means.size();
    const device_array partial = work_.make({count, reduction_.size(), 5});
    const cl_ulong stride = each_has_weights_ ? height_ * width_ : 0;
    work_.run_grid(registration_file, "weighted_sums", {reduction_.lanes, reduction_.parts, count}, pictures,
                   make_numbers(work_, {count}, means), weights_, stride, cl_uint(width_), cl_uint(height_),
                   cl_uint(reduction_.lanes), cl_uint(reduction_.parts), partial);
    const std::vector<double> values = read_numbers(work_, partial);
    std::vector<window_sums> sums(count);
    for (std::size_t k = 0; k < count; ++k)
        for (std::size_t i = 0; i < reduction_.size(); ++i) {
            const double* each = &values[(k * reduction_.size() + i) * 5];
            sums[k].w += each[0];
            sums[k].w2 += each[1];
            sums[k].wv += each[2];
            sums[k].w2v += each[3];
            sums[k].w2v2 += each[4];
        }
    return sums;
}

// The mean under the window is subtracted, so that the zero frequency is 0. There are two kinds of rounding errors:
// those of the transform, relative to the size of the spectrum, and those of the points, relative to the largest one.
std::vector<double> shift_finder::transform_windowed(const device_array& pictures,
                                                     const std::vector<picture_facts>& facts,
                                                     const std::vector<double>& means, const device_array& spectra) {
    const std::size_t count = means.size();
    const std::vector<window_sums> sums = sum_under_window(pictures, means);
    std::vector<double> offsets(means), least(count), scales(count);
    energies_.assign(count, 0);
    for (std::size_t k = 0; k < count; ++k) {
        const window_sums& s = sums[k];
        const double rest = s.w > 0 ? s.wv / s.w : 0;
        offsets[k] += rest;
        // Scaled to magnitudes of 1, so that squares in the spectrum stay within the range of the precision.
        scales[k] = 1 / facts[k].largest;
        const double energy = std::max(0.0, s.w2v2 - 2 * rest * s.w2v + rest * rest * s.w2) * scales[k] * scales[k];
        energies_[k] = energy;
        const double transform_noise = (work_.precision() == precision::f64 ? 1e-13 : 1e-5) * std::sqrt(energy);
        least[k] = std::max(transform_noise, rounding(work_.precision()) * std::sqrt(s.w2));
    }
    const cl_ulong stride = each_has_weights_ ? height_ * width_ : 0;
    work_.run_grid(registration_file, "apply_weights", {width_, height_, count}, pictures,
                   make_numbers(work_, {count}, offsets), make_numbers(work_, {count}, scales), weights_, stride,
                   cl_uint(width_), cl_uint(height_), pictures_);
    work_.transform(real_transform(kind::r2c, {height_, width_}, spectra.shape[0], work_.precision()), pictures_,
                    spectra);
    return least;
}

namespace {

std::vector<imaging::registration> shifts_of(const std::vector<high_point>& points) {
    std::vector<imaging::registration> shifts;
    for (const high_point& each : points) {
        imaging::registration one;
        one.down = each.down;
        one.right = each.right;
        one.inverted = each.negative;
        shifts.push_back(one);
    }
    return shifts;
}

std::vector<double> means_of(const picture_group& group) {
    std::vector<double> means;
    for (const picture_facts& each : group.facts) means.push_back(each.mean);
    return means;
}

}  // namespace

void shift_finder::set_fixed(const picture_group& fixed) {
    fixed_ = fixed;
    fixed_spectra_ = work_.make({each_has_weights_ ? most_ : fixed.count(), height_, columns_}, true);
    if (!each_has_weights_)
        fixed_least_ = transform_windowed(fixed.pictures, fixed.facts, means_of(fixed), fixed_spectra_);
}

const device_array& shift_finder::windowed_spectra(const picture_group& group) {
    transform_windowed(group.pictures, group.facts, means_of(group), spectra_);
    return spectra_;
}

std::vector<double> shift_finder::sizes_of_spectra() const {
    std::vector<double> sizes;
    for (const double each : energies_) sizes.push_back(std::sqrt(each));
    return sizes;
}

// Rings within the band get weight 1.
std::vector<double> shift_finder::band_weights() const {
    const auto longer = static_cast<double>(std::max(height_, width_));
    std::vector<double> weights(rings_);
    for (std::size_t r = 0; r < rings_; ++r) {
        const double frequency = static_cast<double>(r) / longer;
        weights[r] = frequency >= options_.low && frequency <= options_.high ? 1 : 0;
    }
    return weights;
}

// Magnitudes that rounding errors reach, in pairs of the fixed and the moving spectrum.
std::vector<double> shift_finder::limits() const {
    std::vector<double> pairs;
    for (std::size_t k = 0; k < moving_least_.size(); ++k) {
        pairs.push_back(fixed_least_[fixed_least_.size() == 1 ? 0 : k]);
        pairs.push_back(moving_least_[k]);
    }
    return pairs;
}

// The agreement of the fixed spectra and spectra_, with the weights of all pictures' rings.
void shift_finder::compare(const std::vector<double>& ring_weights) {
    const std::size_t count = moving_least_.size();
    const cl_ulong stride = fixed_spectra_.shape[0] == 1 ? 0 : height_ * columns_;
    work_.run_grid(registration_file, "agreements", {columns_, height_, count}, fixed_spectra_, stride, spectra_,
                   make_numbers(work_, {2 * count}, limits()), make_numbers(work_, {count * rings_}, ring_weights),
                   cl_uint(width_), cl_uint(height_), cl_uint(rings_),
                   cl_int(options_.normalisation == imaging::normalisation::phase), agreement_);
}

shift_finder::shifts shift_finder::first_shifts(const picture_group& moving) {
    const std::size_t count = moving.count();
    if (each_has_weights_) {
        const device_array surface = masked_correlation(work_, fixed_, fixed_mask_, moving, moving_mask_, 0.1);
        return shifts_of(highest_points(work_, surface, count));
    }
    moving_least_ = transform_windowed(moving.pictures, moving.facts, means_of(moving), spectra_);
    const std::vector<double> band = band_weights();
    std::vector<double> weights;
    for (std::size_t k = 0; k < count; ++k) weights.insert(weights.end(), band.begin(), band.end());
    compare(weights);
    work_.transform(real_transform(kind::c2r, {height_, width_}, most_, work_.precision()), agreement_, pictures_);
    return shifts_of(highest_points(work_, pictures_, count));
}

// Moves the pictures whose spectra are moving_spectra_ back by the shifts, into pictures_.
void shift_finder::undo(const shifts& known) {
    const std::size_t count = known.size();
    std::vector<std::complex<double>> down, across;
    for (const auto& each : known) {
        const auto one = shift_factors(height_, height_, -each.down);
        const auto other = shift_factors(width_, columns_, -each.right);
        down.insert(down.end(), one.begin(), one.end());
        across.insert(across.end(), other.begin(), other.end());
    }
    work_.run_grid(registration_file, "ramp", {columns_, height_, count}, moving_spectra_,
                   make_numbers(work_, {count * height_}, down), make_numbers(work_, {count * columns_}, across),
                   cl_uint(columns_), cl_uint(height_), spectra_);
    work_.transform(real_transform(kind::c2r, {height_, width_}, most_, work_.precision()), spectra_, pictures_);
}

}  // namespace stockham::imaging_internal
