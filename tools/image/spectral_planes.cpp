// Real planes that a transform replaces by their spectra, in the same memory.
#include "image/spectral_planes.hpp"

#include <algorithm>
#include <type_traits>

#include <stockham/out_of_core.hpp>

#include "bytes.hpp"

namespace stockham::tools {

namespace {

// A device without memory of its own copies planes within the host's, and its workspace has the size of the planes.
// Beyond the first limit, parts within the second one are copied instead.
constexpr std::size_t most_whole_bytes = std::size_t{1} << 30;
constexpr std::size_t part_bytes = std::size_t{1} << 28;

transform in_place_transform(kind k, std::size_t width, std::size_t height, std::size_t count, precision p) {
    transform t;
    t.kind = k;
    t.precision = p;
    t.lengths = {height, width};
    t.batch = count;
    t.placement = placement::in_place;
    return t;
}

template <class T>
transform planes_transform(kind k, std::size_t width, std::size_t height, std::size_t count) {
    return in_place_transform(k, width, height, count, std::is_same_v<T, double> ? precision::f64 : precision::f32);
}

void transform_in_place(const engine& e, const transform& t, void* data) {
    const bool one_part = is_one_part(e, t);
    if (one_part && try_transform(e, t, data).empty()) return;
    const std::size_t memory = std::min(e.usable_memory(), one_part ? ~std::size_t{0} : part_bytes);
    const auto share = e.take_memory(memory);
    out_of_core_options options;
    options.devices = {e.device()};
    options.device_memory = memory;
    out_of_core(t, options).run(data);
}

}  // namespace

bool is_one_part(const engine& e, const transform& t) {
    return !e.shares_host_memory() || std::max(input_bytes(t), output_bytes(t)) <= most_whole_bytes;
}

template <class T>
spectral_planes<T>::spectral_planes(std::size_t width, std::size_t height, std::size_t count)
    : width_(width), height_(height), count_(count), points_(columns() * height * count) {}

template <class T>
spectral_planes<T>::spectral_planes(const plane_rows<T>& planes)
    : spectral_planes(planes.width, planes.height, planes.count) {
    for (std::size_t c = 0; c < count_; ++c)
        for (std::size_t y = 0; y < height_; ++y) std::copy_n(planes.row(c, y), width_, row(c, y));
}

template <class T>
plane_rows<T> spectral_planes<T>::part(std::size_t width, std::size_t height) const {
    return {row(0, 0), width, height, count_, 2 * columns(), 2 * columns() * height_};
}

template <class T>
void spectral_planes<T>::to_spectra(const engine& e) {
    transform_in_place(e, planes_transform<T>(kind::r2c, width_, height_, count_), points_.data());
}

template <class T>
transform spectral_planes<T>::inverse(std::size_t width, std::size_t height, std::size_t count) {
    transform t = planes_transform<T>(kind::c2r, width, height, count);
    t.direction = direction::inverse;
    t.scale = 1 / (static_cast<double>(width) * static_cast<double>(height));
    return t;
}

template <class T>
void spectral_planes<T>::to_planes(const engine& e) {
    transform_in_place(e, inverse(width_, height_, count_), points_.data());
}

template class spectral_planes<float>;
template class spectral_planes<double>;

spectral_planes<float> scaled_spectral_luminance(const picture& image) {
    const double unit = luminance_unit(image);
    spectral_planes<float> p(image.width, image.height);
    std::vector<double> row(p.width());
    for (std::size_t y = 0; y < p.height(); ++y) {
        take_luminance(image, y, row.data());
        std::transform(row.begin(), row.end(), p.row(0, y), [&](double v) { return static_cast<float>(v / unit); });
    }
    return p;
}

template <class T>
spectral_planes<T> spectral_luminance(const picture& image) {
    spectral_planes<T> p(image.width, image.height);
    for (std::size_t y = 0; y < p.height(); ++y) take_luminance(image, y, p.row(0, y));
    return p;
}

template spectral_planes<float> spectral_luminance(const picture&);
template spectral_planes<double> spectral_luminance(const picture&);

void to_spectrum(const engine& e, plane& p) {
    transform_in_place(e, in_place_transform(kind::c2c, p.width, p.height, 1, precision::f32), p.values.data());
}

}  // namespace stockham::tools
