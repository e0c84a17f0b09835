// Convolution and correlation of planes with a smaller plane, by the library's fused plans.
#include "image/convolve.hpp"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "image/spectral_planes.hpp"
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
device_buffer upload(const engine& e, const planes_of<T>& p) {
    const std::size_t bytes = p.values.size() * sizeof(T);
    device_buffer made = e.buffer(bytes);
    e.upload(made.get(), bytes, p.values.data());
    return made;
}

}  // namespace

// A fused plan for planes of one size, and the spectrum of the weights on the device. Without a plan, the planes do not
// fit the device.
template <class T>
struct convolver<T>::prepared {
    std::optional<convolution> fused;
    device_buffer spectrum;
    std::size_t bytes = 0;  // of a convolution's buffers
};

template <class T>
convolver<T>::convolver(const engine& e, planes_of<T> weights, bool correlate, boundary beyond)
    : engine_(e), weights_(std::move(weights)), correlate_(correlate), beyond_(beyond),
      prepared_(std::make_unique<by_size<prepared>>()) {}

template <class T>
convolver<T>::~convolver() = default;

template <class T>
typename convolver<T>::prepared convolver<T>::prepare(std::size_t width, std::size_t height, std::size_t count) const {
    convolution_description d;
    d.signal.precision = std::is_same_v<T, double> ? precision::f64 : precision::f32;
    d.signal.kind = kind::r2c;
    d.signal.lengths = {height, width};
    d.signal.batch = count;
    d.signal.scale = 1 / (static_cast<double>(width) * static_cast<double>(height));
    d.correlate = correlate_;
    const std::size_t weight_bytes = width * height * sizeof(T), bytes = weight_bytes * count;
    prepared made;
    if (!is_one_part(engine_, d.signal) || !engine_.shortage(std::vector{bytes, bytes, weight_bytes}).empty())
        return made;
    std::optional<harness::late_note> note(std::in_place, compiling_text(engine_.description()));
    convolution fused(engine_.context(), engine_.device(), d);
    const transform& t = fused.spectrum_transform();
    const auto spectral = engine_.session::plan(t);
    note.reset();
    const std::size_t workspace = std::max(fused.workspace_size(), spectral->workspace_size());
    if (!engine_.shortage(std::vector{bytes, bytes, weight_bytes, output_bytes(t), workspace}).empty()) return made;

    const device_buffer kernel = upload(engine_, origin_at_corner(weights_, width, height));
    made.spectrum = engine_.buffer(output_bytes(t));
    spectral->execute(engine_.queue(), kernel.get(), made.spectrum.get());
    made.bytes = 2 * bytes + fused.workspace_size();
    made.fused.emplace(std::move(fused));
    return made;
}

// Circular convolution with the spectra in host memory, for planes that are transformed in parts.
template <class T>
void convolver<T>::convolve_apart(planes_of<T>& planes) const {
    spectral_planes<T> spectra(planes);
    planes.values = std::vector<T>();
    spectra.to_spectra(engine_);
    spectral_planes<T> factors(origin_at_corner(weights_, planes.width, planes.height));
    factors.to_spectra(engine_);
    for (std::size_t c = 0; c < spectra.count(); ++c)
        for (std::size_t y = 0; y < spectra.height(); ++y) {
            std::complex<T>* row = spectra.spectrum_row(c, y);
            const std::complex<T>* factor = factors.spectrum_row(0, y);
            for (std::size_t x = 0; x < spectra.columns(); ++x) row[x] *= correlate_ ? std::conj(factor[x]) : factor[x];
        }
    spectra.to_planes(engine_);
    planes = planes_of<T>(spectra.width(), spectra.height(), spectra.count());
    for (std::size_t c = 0; c < planes.count; ++c)
        for (std::size_t y = 0; y < planes.height; ++y)
            std::copy_n(spectra.row(c, y), planes.width, &planes.values[(c * planes.height + y) * planes.width]);
}

// Circular convolution of all planes with one spectrum.
template <class T>
void convolver<T>::convolve_framed(planes_of<T>& planes) const {
    const auto prepared = prepared_->get(planes.width, planes.height, planes.count,
                                         [&] { return prepare(planes.width, planes.height, planes.count); });
    if (!prepared->fused) return convolve_apart(planes);
    const convolution& fused = *prepared->fused;
    const auto share = engine_.take_memory(prepared->bytes);
    const std::size_t bytes = planes.values.size() * sizeof(T);
    const device_buffer in = upload(engine_, planes), out = engine_.buffer(bytes);
    const device_buffer workspace = engine_.buffer(fused.workspace_size());
    buffers b;
    b.input = in.get();
    b.output = out.get();
    b.spectrum = prepared->spectrum.get();
    b.workspace = workspace.get();
    fused.execute(engine_.queue(), b);
    engine_.download(out.get(), bytes, planes.values.data());
}

template <class T>
planes_of<T> convolver<T>::operator()(const planes_of<T>& planes) const {
    const framed_axis down = axis_for_weights(planes.height, weights_.height, beyond_);
    const framed_axis across = axis_for_weights(planes.width, weights_.width, beyond_);
    planes_of<T> framed_planes = framed(planes, down, across);
    convolve_framed(framed_planes);
    return unframed(framed_planes, down, across);
}

template class convolver<float>;
template class convolver<double>;

}  // namespace stockham::tools
