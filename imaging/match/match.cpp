// Template matching: checks, the correlation and its normalisation, and the list of peaks.
#include <stockham/imaging/match.hpp>

#include <algorithm>
#include <cmath>

#include "imaging/base/check.hpp"
#include "imaging/base/frame.hpp"

namespace stockham::imaging_internal {

namespace {

using imaging::array_view;
using imaging::match_options;
using imaging::match_peak;

constexpr const char* match_file = "imaging/cl/match.cl";
constexpr std::size_t shortest_run = 32;  // places of a work-item that moves a window
constexpr cl_uint most_candidates = 1 << 20;

// Points of all windows that are summed directly: a few seconds on two cores.
constexpr double most_direct_points = 8e9;

void check_match(const array_view& picture, const array_view& pattern, const match_options& o) {
    check_view("picture", picture, 1, 3);
    check_view("template", pattern, 1, 3);
    if (pattern.shape.size() != picture.shape.size())
        refuse("template", "must have as many axes as the picture, " + std::to_string(picture.shape.size()) + " (got " +
                               std::to_string(pattern.shape.size()) + ")");
    for (std::size_t a = 0; a < pattern.shape.size(); ++a)
        if (pattern.shape[a] > picture.shape[a])
            refuse("template", "must be no larger than the picture, " + text_of(picture.shape) + " points (got " +
                                   text_of(pattern.shape) + ")");
    if (pattern.precision != picture.precision) refuse("template", "must have the precision of the picture");
    if (!(o.threshold >= -1 && o.threshold <= 1)) refuse("threshold", "must be from -1 to 1");
    if (o.distance == 0) refuse("distance", "must be 1 or more");
    if (o.most == 0) refuse("most", "must be 1 or more");
    if (!std::isfinite(o.pad_value)) refuse("pad_value", "must be finite");
}

extents shape_of_response(const extents& picture, const extents& pattern, bool pad) {
    extents shape = picture;
    for (std::size_t a = 0; a < shape.size() && !pad; ++a) shape[a] -= pattern[a] - 1;
    return shape;
}

// Matching on the device. The picture is extended so that each place of the response has a whole window in it.
class matcher {
  public:
    matcher(device_work& work, const array_view& picture, const array_view& pattern, const match_options& o)
        : work_(work), options_(o), window_(pattern.shape), extent_(picture.shape), before_(picture.shape.size(), 0) {
        for (std::size_t a = 0; a < extent_.size() && o.pad; ++a) {
            extent_[a] += window_[a] - 1;
            before_[a] = window_[a] / 2;
        }
        frame_ = work.good_lengths(extent_);
        response_shape_ = shape_of_response(picture.shape, window_, o.pad);
        check_memory(picture);
        take_template(pattern);
        take_picture(picture);
    }

    device_array response() {
        const device_array correlation = correlate();
        const device_array sums = window_sums();
        const device_array made = work_.make(response_shape_);
        const bool single = work_.precision() == precision::f32;
        const auto points_of_window = static_cast<double>(points(window_));
        const double part = single ? 1e-5 : 1e-12;
        // The transforms' rounding errors are up to 2e-6 (f32) of the correlation's root mean square, and the
        // response's must be below 1e-4.
        const double certain = single ? 0.05 : 1e-10;
        const double mean_square = work_.sum_of_squares(correlation) / static_cast<double>(points(frame_));
        const auto matching = [&](double uncertain) {
            return structure(lengths_of(response_shape_), lengths_of(window_), lengths_of(frame_),
                             lengths_of(exact_picture_.shape), real_argument{points_of_window},
                             real_argument{template_mean_}, real_argument{template_squares_}, real_argument{mean_},
                             real_argument{part * part * contrast_ * contrast_}, real_argument{uncertain},
                             real_argument{0}, real_argument{0});
        };
        double uncertain = certain * certain * mean_square;
        work_.run(match_file, "mark_uncertain", made.size(), sums, matching(uncertain), made);
        if (work_.sum(made) * points_of_window > most_direct_points) uncertain = 0;
        work_.run(match_file, "normalise", made.size(), correlation, sums, exact_picture_, exact_template_,
                  matching(uncertain), made);
        return made;
    }

  private:
    // At most: the picture, its extension, with and without its mean, two spectra and a workspace, then two arrays of
    // pairs in twice the precision.
    void check_memory(const array_view& picture) const {
        const std::size_t spectrum = 2 * points(half_spectrum(frame_));
        const std::size_t correlation = 4 * points(frame_) + 3 * spectrum;
        const std::size_t needed = real_size(work_.precision()) * (count(picture) + correlation + 8 * points(extent_));
        if (needed > work_.memory())
            throw imaging::memory_error(needed, work_.memory(),
                                        "matching in a picture of " + text_of(picture.shape) + " points needs " +
                                            bytes_text(needed) + " on the device and the limit is " +
                                            bytes_text(work_.memory()));
    }

    void take_template(const array_view& pattern) {
        const device_array given = work_.upload(pattern);
        const auto range = check_finite("template", work_, given);
        if (range.least == range.most) refuse("template", "is constant, so that it has no contrast to match");
        template_mean_ = work_.sum(given) / static_cast<double>(given.size());
        exact_template_ = given;
        template_ = work_.make(frame_);
        double rest = 0;
        for (int round = 0; round < 2; ++round) {
            work_.run(match_file, "place_template", template_.size(), given, lengths_of(window_), template_,
                      lengths_of(frame_), real_argument{template_mean_}, real_argument{rest});
            if (round == 0) rest = work_.sum(template_) / static_cast<double>(given.size());
        }
        template_squares_ = work_.sum_of_squares(template_);
    }

    void take_picture(const array_view& picture) {
        const device_array given = work_.upload(picture);
        const auto range = check_finite("picture", work_, given);
        if (range.least == range.most) refuse("picture", "is flat, so that nothing can match");
        mean_ = work_.sum(given) / static_cast<double>(given.size());
        contrast_ = std::max(range.most - mean_, mean_ - range.least);
        picture_ = extended(given, mean_);
        exact_picture_ = options_.pad ? extended(given, 0) : given;
    }

    // In the frame, minus a number.
    device_array extended(const device_array& given, double minus) {
        return imaging_internal::extended(work_, given,
                                          {frame_, extent_, before_, options_.beyond, minus, options_.pad_value});
    }

    device_array correlate() {
        const device_array spectrum = work_.make_spectrum(frame_), other = work_.make_spectrum(frame_);
        work_.forward(picture_, spectrum);
        work_.forward(template_, other);
        work_.run(arithmetic_file, "multiply_conjugate", spectrum.size(), spectrum, other, cl_ulong{spectrum.size()});
        work_.inverse(spectrum, template_);
        return template_;
    }

    // Sums of points and of their squares over each window, axis by axis.
    device_array window_sums() {
        device_array sums = cut(work_, picture_, {extents(extent_.size(), 0), extent_});
        const char* kernel = "sums_of_points";
        for (std::size_t a = extent_.size(); a-- > 0; kernel = "sums_of_sums") sums = sums_along(sums, a, kernel);
        return sums;
    }

    device_array sums_along(const device_array& from, std::size_t axis, const char* kernel) {
        extents shape(from.shape.begin(), from.shape.begin() + static_cast<std::ptrdiff_t>(extent_.size()));
        std::size_t outer = 1, inner = 1;
        for (std::size_t a = 0; a < axis; ++a) outer *= shape[a];
        for (std::size_t a = axis + 1; a < shape.size(); ++a) inner *= shape[a];
        const std::size_t n = shape[axis], run = std::max(shortest_run, window_[axis]);
        shape[axis] -= window_[axis] - 1;
        extents pairs = shape;
        pairs.push_back(4);  // numbers of a `pair` of the kernels
        const device_array made = work_.make(std::move(pairs));
        work_.run(match_file, kernel, outer * inner * ((shape[axis] + run - 1) / run), from, made,
                  structure(cl_ulong{outer}, cl_ulong{n}, cl_ulong{inner}, cl_ulong{window_[axis]}, cl_ulong{run}));
        return made;
    }

    device_work& work_;
    const match_options& options_;
    extents window_, extent_, before_, frame_, response_shape_;
    device_array picture_, template_;              // in the frame, without their means
    device_array exact_picture_, exact_template_;  // as given; the picture continues beyond its edges
    double mean_ = 0, contrast_ = 0, template_mean_ = 0, template_squares_ = 0;
};

std::vector<match_peak> peaks_of(device_work& work, const device_array& response, const match_options& o) {
    const std::size_t capacity = std::min<std::size_t>(response.size(), most_candidates);
    const device_buffer places = work.buffer(capacity * sizeof(cl_ulong));
    const device_buffer number = work.buffer(sizeof(cl_uint));
    const device_array values = work.make({capacity});
    cl_uint found = 0;
    work.session().upload(number.get(), sizeof found, &found);
    const cl_ulong distance = std::min<std::size_t>(o.distance, 0x7fffffff);
    work.run(match_file, "find_peaks", response.size(), response, real_argument{o.threshold},
             structure(lengths_of(response.shape), distance, cl_ulong{capacity}), places.get(), values, number.get());
    work.session().download(number.get(), sizeof found, &found);
    if (found > capacity)
        throw unsupported_error("peaks", "match: " + std::to_string(found) + " peaks are above the threshold and " +
                                             std::to_string(capacity) + " can be listed; raise the threshold");
    if (found == 0) return {};
    std::vector<cl_ulong> at(found);
    work.session().download(places.get(), found * sizeof(cl_ulong), at.data());
    const std::vector<double> responses = work.values(values);
    std::vector<std::size_t> order(found);
    for (std::size_t k = 0; k < found; ++k) order[k] = k;
    // Work-items find peaks in any order: the place decides between equal responses.
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return responses[a] != responses[b] ? responses[a] > responses[b] : at[a] < at[b];
    });
    order.resize(std::min(order.size(), o.most));
    std::vector<match_peak> peaks;
    for (const std::size_t k : order) {
        match_peak each{std::vector<std::size_t>(response.shape.size()), responses[k]};
        std::uint64_t rest = at[k];
        for (std::size_t a = response.shape.size(); a-- > 0; rest /= response.shape[a])
            each.position[a] = static_cast<std::size_t>(rest % response.shape[a]);
        peaks.push_back(std::move(each));
    }
    return peaks;
}

}  // namespace

}  // namespace stockham::imaging_internal

namespace stockham {
inline namespace v0_2 {
namespace imaging {

using namespace imaging_internal;

std::vector<std::size_t> match_shape(const array_view& picture, const array_view& pattern,
                                     const match_options& options) {
    check_match(picture, pattern, options);
    return shape_of_response(picture.shape, pattern.shape, options.pad);
}

std::vector<match_peak> match(const engine& on, const array_view& picture, const array_view& pattern,
                              const array_view& response, const match_options& options) {
    const extents shape = match_shape(picture, pattern, options);
    if (response) check_like("response", response, shape, picture.precision);
    device_work work(on, picture.precision);
    const device_array made = matcher(work, picture, pattern, options).response();
    std::vector<match_peak> peaks = peaks_of(work, made, options);
    if (response) work.download(made, response);
    return peaks;
}

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
