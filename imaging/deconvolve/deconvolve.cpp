// Deconvolution of a picture: checks, tiles and the choice of a frame.
#include <stockham/imaging/deconvolve.hpp>

#include <algorithm>
#include <cmath>

#include "imaging/base/check.hpp"
#include "imaging/base/shared_memory.hpp"
#include "imaging/deconvolve/method.hpp"
#include "imaging/deconvolve/plan_tiles.hpp"

namespace stockham::imaging_internal {

namespace {

using imaging::array_view;
using imaging::boundary;
using imaging::deconvolution_method;
using imaging::deconvolution_options;
using imaging::deconvolution_report;

void check_positive(const char* name, std::optional<double> value) {
    if (value && !(*value > 0 && std::isfinite(*value)))
        refuse(name, "must be above 0 (got " + number_text(*value) + ")");
}

void check_range(const char* name, double value, double most, const char* range) {
    if (!(value >= 0 && value <= most))
        refuse(name, "must be " + std::string(range) + " (got " + number_text(value) + ")");
}

void refuse_other_method(const char* name, bool given, const char* method) {
    if (given) refuse(name, std::string("has no effect; it belongs to the method ") + method);
}

void check_options(const deconvolution_options& o, const extents& shape) {
    check_positive("balance", o.balance);
    check_positive("noise", o.noise);
    check_positive("start", o.start);
    check_range("total_variation", o.total_variation, 0.1, "from 0 to 0.1");
    check_range("tolerance", o.tolerance, 1, "from 0 to 1");
    check_range("least_estimate", o.least_estimate, 1e300, "0 or more");
    if (o.iterations == 0) refuse("iterations", "must be 1 or more");
    if (!o.overlap.empty() && o.overlap.size() != shape.size())
        refuse("overlap", "must have one number per axis, " + std::to_string(shape.size()) + " (got " +
                              std::to_string(o.overlap.size()) + ")");
    if (o.method == deconvolution_method::wiener) {
        if (o.balance && o.noise) refuse("noise", "has no effect if the balance is given");
        refuse_other_method("accelerate", o.accelerate, "richardson_lucy");
        refuse_other_method("total_variation", o.total_variation > 0, "richardson_lucy");
        refuse_other_method("tolerance", o.tolerance > 0, "richardson_lucy");
        refuse_other_method("start", o.start.has_value(), "richardson_lucy");
        refuse_other_method("negative", o.negative, "richardson_lucy");
        refuse_other_method("least_estimate", o.least_estimate > 0, "richardson_lucy");
    } else {
        refuse_other_method("balance", o.balance.has_value(), "wiener");
    }
}

// The frame of a tile. Beyond the picture there is room for the blur, or for a smooth transition; with `wrap` the frame
// is the tile.
extents frame_of(device_work& work, const extents& tile, const extents& psf, const deconvolution_options& o) {
    if (o.beyond == boundary::wrap) return tile;
    const bool estimates = !o.beyond && o.method == deconvolution_method::richardson_lucy;
    extents frame;
    for (std::size_t a = 0; a < tile.size(); ++a) {
        const std::size_t room =
            estimates || o.beyond == boundary::constant ? psf[a] - 1 : std::max<std::size_t>(2 * psf[a], 16);
        frame.push_back(tile[a] > 1 ? tile[a] + room : 1);
    }
    return work.good_lengths(frame);
}

// Bytes that a tile takes, or more than any device has if one of its arrays exceeds the largest buffer.
std::size_t bytes_of(device_work& work, const extents& tile, const extents& psf, const deconvolution_options& o) {
    const precision in = work.precision();
    const extents frame = frame_of(work, tile, psf, o);
    const std::size_t whole = o.method == deconvolution_method::wiener ? wiener_bytes(tile, frame, in)
                                                                       : richardson_lucy_bytes(tile, frame, in, o);
    const std::size_t bytes = whole + real_size(in) * points(psf);
    const std::size_t spectrum = 2 * real_size(in) * points(half_spectrum(frame));
    return spectrum > work.largest_array() ? std::max(bytes, work.memory() + 1) : bytes;
}

void check_arrays(const array_view& picture, const array_view& psf, const array_view& result) {
    check_view("picture", picture, 1, 3);
    check_view("psf", psf, 1, 3);
    if (psf.shape.size() != picture.shape.size())
        refuse("psf", "must have as many axes as the picture, " + std::to_string(picture.shape.size()) + " (got " +
                          std::to_string(psf.shape.size()) + ")");
    for (std::size_t a = 0; a < psf.shape.size(); ++a)
        if (psf.shape[a] > picture.shape[a])
            refuse("psf", "must be no larger than the picture, " + imaging_internal::text_of(picture.shape) +
                              " points (got " + imaging_internal::text_of(psf.shape) + ")");
    if (psf.precision != picture.precision) refuse("psf", "must have the precision of the picture");
    check_like("result", result, picture.shape, picture.precision);
}

// The point-spread function on the device, with the factor that it is used with.
void take_psf(device_work& work, const array_view& psf, const deconvolution_options& o, blurred_tile& into) {
    into.psf = work.upload(psf);
    check_finite("psf", work, into.psf);
    const double sum = work.sum(into.psf);
    if (!(sum > 1e-12)) refuse("psf", "its sum must be above 0 (got " + number_text(sum) + ")");
    into.psf_factor = o.normalise_psf ? 1 / sum : 1;
}

// One tile of a picture from upload to download.
void run_tile(device_work& work, const array_view& picture, const tile& part, const array_view& result,
              const deconvolution_options& o, blurred_tile& blurred, deconvolution_report& report,
              const step_function& step) {
    blurred.picture = upload_box(work, picture, part.whole);
    blurred.frame = frame_of(work, part.whole.size, blurred.psf.shape, o);
    const auto range = check_finite("picture", work, blurred.picture);
    const bool estimates_noise = o.method == deconvolution_method::wiener && !o.balance && !o.noise;
    if (estimates_noise && range.least == range.most)
        refuse("picture", "is flat, so that its noise cannot be estimated; give the noise or the balance");
    blurred.largest = std::max(std::abs(range.least), std::abs(range.most));
    blurred.mean = work.sum(blurred.picture) / static_cast<double>(blurred.picture.size());
    const device_array frame = o.method == deconvolution_method::wiener
                                   ? wiener(work, blurred, o, report)
                                   : richardson_lucy(work, blurred, o, report, step);
    box core{{}, part.core.size};
    for (std::size_t a = 0; a < core.size.size(); ++a) core.start.push_back(part.core.start[a] - part.whole.start[a]);
    download_box(work, cut(work, frame, core), result, part.core);
}

}  // namespace

deconvolution_report run_deconvolution(const imaging::engine& on, const array_view& picture, const array_view& psf,
                                       const array_view& result, const deconvolution_options& o) {
    check_arrays(picture, psf, result);
    check_options(o, picture.shape);
    device_work work(on, picture.precision);
    deconvolution_report report;
    report.overlap = o.overlap.empty() ? psf.shape : o.overlap;
    const std::size_t memory = o.memory == 0 ? work.memory() : std::min(o.memory, work.memory());
    const auto tiles = plan_tiles(picture.shape, report.overlap, psf.shape, memory,
                                  [&](const extents& size) { return bytes_of(work, size, psf.shape, o); });
    report.tiles = tiles.size();
    blurred_tile blurred;
    take_psf(work, psf, o, blurred);
    const bool iterates = o.method == deconvolution_method::richardson_lucy;
    imaging::progress now;
    now.total = tiles.size() * (iterates ? o.iterations : 1);
    std::size_t finished = 0;
    const auto tell = [&](std::size_t done, double change) {
        if (!o.progress) return;
        work.wait();
        now.done = finished + done;
        now.change = change;
        if (!o.progress(now)) throw imaging::cancelled_error("deconvolve: cancelled");
    };
    const lasting_input given(work, picture, tiles.size() > 1 && share_memory(picture, result));
    for (const tile& each : tiles) {
        run_tile(work, given.view(), each, result, o, blurred, report, tell);
        if (!iterates) tell(1, 0);
        finished += iterates ? o.iterations : 1;
    }
    return report;
}

}  // namespace stockham::imaging_internal

namespace stockham {
inline namespace v0_2 {
namespace imaging {

deconvolution_report deconvolve(const engine& on, const array_view& picture, const array_view& psf,
                                const array_view& result, const deconvolution_options& options) {
    return imaging_internal::run_deconvolution(on, picture, psf, result, options);
}

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
