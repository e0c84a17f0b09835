// Convolution and correlation of planes with a smaller plane, by the library's fused plans.
#include "image/convolve.hpp"

#include <algorithm>
#include <optional>

#include "image/spectra.hpp"
#include "tools/harness/progress.hpp"

namespace stockham::tools {

namespace {

// One axis of a plane of n points, padded for circular convolution to `length` points: `margin` points from beyond the
// first edge, the plane, then points from beyond the other edge, or zeros.
struct axis_frame {
    std::size_t n;
    std::size_t length;
    std::size_t margin;
    bool wraps;

    std::optional<std::size_t> source(std::size_t place) const {
        if (!wraps) return place < n ? std::optional(place) : std::nullopt;
        if (place >= n + 2 * margin) return std::nullopt;
        return (place + n - margin) % n;
    }
};

// The weights extend by half their width to either side. If n is already a good size, circular convolution wraps
// without padding.
axis_frame frame_axis(std::size_t n, std::size_t weights, boundary beyond) {
    const std::size_t reach = weights / 2;
    if (beyond == boundary::zero) return {n, good_size(n + reach), 0, false};
    if (good_size(n) == n) return {n, n, 0, true};
    return {n, good_size(n + 2 * reach), reach, true};
}

real_plane framed(const real_plane& p, const axis_frame& down, const axis_frame& across) {
    real_plane out(across.length, down.length, p.count);
    for (std::size_t c = 0; c < p.count; ++c)
        for (std::size_t y = 0; y < out.height; ++y) {
            const auto row = down.source(y);
            if (!row) continue;
            const float* from = &p.values[(c * p.height + *row) * p.width];
            float* to = &out.values[(c * out.height + y) * out.width];
            for (std::size_t x = 0; x < out.width; ++x)
                if (const auto column = across.source(x)) to[x] = from[*column];
        }
    return out;
}

real_plane unframed(const real_plane& p, const axis_frame& down, const axis_frame& across) {
    real_plane out(across.n, down.n, p.count);
    for (std::size_t c = 0; c < p.count; ++c)
        for (std::size_t y = 0; y < out.height; ++y)
            std::copy_n(&p.values[(c * p.height + y + down.margin) * p.width + across.margin], out.width,
                        &out.values[(c * out.height + y) * out.width]);
    return out;
}

// The weights, zero-padded and rotated circularly so that their origin is at (0, 0).
real_plane centred(const real_plane& weights, std::size_t width, std::size_t height) {
    real_plane out(width, height);
    for (std::size_t y = 0; y < weights.height; ++y)
        for (std::size_t x = 0; x < weights.width; ++x) {
            const std::size_t row = (y + height - weights.height / 2) % height;
            const std::size_t column = (x + width - weights.width / 2) % width;
            out.values[row * width + column] = weights.values[y * weights.width + x];
        }
    return out;
}

harness::memory_object upload(const engine& e, const harness::queue_object& queue, const real_plane& p) {
    const std::size_t bytes = p.values.size() * sizeof(float);
    harness::memory_object buffer = e.make_buffer(bytes);
    check_cl(clEnqueueWriteBuffer(queue.get(), buffer.get(), CL_TRUE, 0, bytes, p.values.data(), 0, nullptr, nullptr),
             "clEnqueueWriteBuffer");
    return buffer;
}

// Circular convolution with the spectra in host memory, for planes that do not fit the device.
void convolve_apart(const engine& e, real_plane& planes, const real_plane& weights, bool correlate) {
    plane spectra = half_spectra(e, planes);
    const plane factors = half_spectra(e, weights);
    for (std::size_t i = 0; i < spectra.values.size(); ++i) {
        const std::complex<float> factor = factors.values[i % factors.values.size()];
        spectra.values[i] *= correlate ? std::conj(factor) : factor;
    }
    planes = from_half_spectra(e, spectra, planes.width);
}

// Circular convolution of all planes with one spectrum.
void convolve_framed(const engine& e, real_plane& planes, const real_plane& weights, bool correlate) {
    convolution_description d;
    d.signal.kind = kind::r2c;
    d.signal.lengths = {planes.height, planes.width};
    d.signal.batch = planes.count;
    d.signal.scale = 1 / (static_cast<double>(planes.width) * static_cast<double>(planes.height));
    d.correlate = correlate;
    const std::size_t bytes = planes.values.size() * sizeof(float);
    const std::size_t weight_bytes = weights.values.size() * sizeof(float);
    if (!e.shortage({}, {bytes, bytes, weight_bytes}).empty()) return convolve_apart(e, planes, weights, correlate);
    std::optional<harness::late_note> note(std::in_place, compiling_text(e.description()));
    const convolution fused(e.context(), e.device(), d);
    const transform& t = fused.spectrum_transform();
    const plan spectral(e.context(), e.device(), t);
    note.reset();
    const std::size_t workspace = std::max(fused.workspace_size(), spectral.workspace_size());
    if (!e.shortage({}, {bytes, bytes, weight_bytes, output_bytes(t), workspace}).empty())
        return convolve_apart(e, planes, weights, correlate);

    const harness::queue_object queue = e.make_queue();
    const harness::memory_object kernel = upload(e, queue, weights);
    const harness::memory_object spectrum = e.make_buffer(output_bytes(t));
    const harness::memory_object in = upload(e, queue, planes);
    const harness::memory_object out = e.make_buffer(bytes);
    spectral.execute(queue.get(), kernel.get(), spectrum.get());
    buffers b;
    b.input = in.get();
    b.output = out.get();
    b.spectrum = spectrum.get();
    fused.execute(queue.get(), b);
    check_cl(clEnqueueReadBuffer(queue.get(), out.get(), CL_TRUE, 0, bytes, planes.values.data(), 0, nullptr, nullptr),
             "clEnqueueReadBuffer");
}

}  // namespace

real_plane convolve(const engine& e, const real_plane& planes, const real_plane& weights, bool correlate,
                    boundary beyond) {
    const axis_frame down = frame_axis(planes.height, weights.height, beyond);
    const axis_frame across = frame_axis(planes.width, weights.width, beyond);
    real_plane framed_planes = framed(planes, down, across);
    convolve_framed(e, framed_planes, centred(weights, across.length, down.length), correlate);
    return unframed(framed_planes, down, across);
}

}  // namespace stockham::tools
