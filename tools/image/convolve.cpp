// Convolution and correlation of planes with a smaller plane, by the library's fused plans.
#include "image/convolve.hpp"

#include <algorithm>
#include <optional>
#include <type_traits>

#include "image/spectra.hpp"
#include "tools/harness/progress.hpp"

namespace stockham::tools {

namespace {

// The weights extend by half their width to either side; what they reach beyond one edge must not be what they reach
// beyond the other, unless it is zero. If n is already a good size, circular convolution wraps without padding.
framed_axis axis_for_weights(std::size_t n, std::size_t weights, boundary beyond) {
    const std::size_t reach = weights / 2;
    if (beyond == boundary::constant) return {n, good_size(n + reach), beyond};
    if (beyond == boundary::wrap && good_size(n) == n) return {n, n, beyond};
    return {n, good_size(n + 2 * reach), beyond};
}

// The weights, zero-padded and rotated circularly so that their origin is at (0, 0).
template <class T>
planes_of<T> origin_at_corner(const planes_of<T>& weights, std::size_t width, std::size_t height) {
    planes_of<T> out(width, height);
    for (std::size_t y = 0; y < weights.height; ++y)
        for (std::size_t x = 0; x < weights.width; ++x) {
            const std::size_t row = (y + height - weights.height / 2) % height;
            const std::size_t column = (x + width - weights.width / 2) % width;
            out.values[row * width + column] = weights.values[y * weights.width + x];
        }
    return out;
}

template <class T>
harness::memory_object upload(const engine& e, const harness::queue_object& queue, const planes_of<T>& p) {
    const std::size_t bytes = p.values.size() * sizeof(T);
    harness::memory_object buffer = e.make_buffer(bytes);
    check_cl(clEnqueueWriteBuffer(queue.get(), buffer.get(), CL_TRUE, 0, bytes, p.values.data(), 0, nullptr, nullptr),
             "clEnqueueWriteBuffer");
    return buffer;
}

// Circular convolution with the spectra in host memory, for planes that do not fit the device.
template <class T>
void convolve_apart(const engine& e, planes_of<T>& planes, const planes_of<T>& weights, bool correlate) {
    complex_planes<T> spectra = half_spectra(e, planes);
    const complex_planes<T> factors = half_spectra(e, weights);
    for (std::size_t i = 0; i < spectra.values.size(); ++i) {
        const std::complex<T> factor = factors.values[i % factors.values.size()];
        spectra.values[i] *= correlate ? std::conj(factor) : factor;
    }
    planes = from_half_spectra<T>(e, spectra, planes.width);
}

// Circular convolution of all planes with one spectrum.
template <class T>
void convolve_framed(const engine& e, planes_of<T>& planes, const planes_of<T>& weights, bool correlate) {
    convolution_description d;
    d.signal.precision = std::is_same_v<T, double> ? precision::f64 : precision::f32;
    d.signal.kind = kind::r2c;
    d.signal.lengths = {planes.height, planes.width};
    d.signal.batch = planes.count;
    d.signal.scale = 1 / (static_cast<double>(planes.width) * static_cast<double>(planes.height));
    d.correlate = correlate;
    const std::size_t bytes = planes.values.size() * sizeof(T);
    const std::size_t weight_bytes = weights.values.size() * sizeof(T);
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

template <class T>
planes_of<T> convolve(const engine& e, const planes_of<T>& planes, const planes_of<T>& weights, bool correlate,
                      boundary beyond) {
    const framed_axis down = axis_for_weights(planes.height, weights.height, beyond);
    const framed_axis across = axis_for_weights(planes.width, weights.width, beyond);
    planes_of<T> framed_planes = framed(planes, down, across);
    convolve_framed(e, framed_planes, origin_at_corner(weights, across.length, down.length), correlate);
    return unframed(framed_planes, down, across);
}

template planes_of<float> convolve(const engine&, const planes_of<float>&, const planes_of<float>&, bool, boundary);
template planes_of<double> convolve(const engine&, const planes_of<double>&, const planes_of<double>&, bool, boundary);

}  // namespace stockham::tools
