// Real planes that a transform replaces by their spectra, in the same memory.
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

#include <stockham/transform.hpp>

#include "engine.hpp"
#include "image/plane.hpp"

namespace stockham::tools {

/// `count` real planes, or their half spectra: columns 0 to width / 2, the others are mirror images. Both have the same
/// memory, so a large picture takes little more than its own samples. Defined for float and double.
template <class T>
class spectral_planes {
  public:
    spectral_planes(std::size_t width, std::size_t height, std::size_t count = 1);
    explicit spectral_planes(const plane_rows<T>& planes);

    std::size_t width() const noexcept { return width_; }
    std::size_t height() const noexcept { return height_; }
    std::size_t count() const noexcept { return count_; }
    std::size_t columns() const noexcept { return width_ / 2 + 1; }

    /// A row of a real plane: width() numbers.
    T* row(std::size_t plane, std::size_t y) { return reinterpret_cast<T*>(spectrum_row(plane, y)); }
    const T* row(std::size_t plane, std::size_t y) const { return reinterpret_cast<const T*>(spectrum_row(plane, y)); }
    /// A row of a spectrum: columns() numbers.
    std::complex<T>* spectrum_row(std::size_t plane, std::size_t y) {
        return &points_[(plane * height_ + y) * columns()];
    }
    const std::complex<T>* spectrum_row(std::size_t plane, std::size_t y) const {
        return &points_[(plane * height_ + y) * columns()];
    }

    /// The first columns and rows of the real planes.
    plane_rows<T> part(std::size_t width, std::size_t height) const;

    /// Replaces the planes by their spectra, and spectra by the planes that have them. In parts if they do not fit the
    /// device, or if the device has no memory of its own and they would take much of the host's.
    void to_spectra(const engine& e);
    void to_planes(const engine& e);

    /// The transform of to_planes(), if the planes are not transformed in parts.
    static transform inverse(std::size_t width, std::size_t height, std::size_t count);

  private:
    std::size_t width_, height_, count_;
    std::vector<std::complex<T>> points_;
};

/// The luminance of a picture divided by luminance_unit(), and the luminance itself.
spectral_planes<float> scaled_spectral_luminance(const picture& image);
template <class T>
spectral_planes<T> spectral_luminance(const picture& image);

/// True if a transform in place is computed in one part on this device.
bool is_one_part(const engine& e, const transform& t);

/// Replaces a complex plane by its spectrum.
void to_spectrum(const engine& e, plane& p);

}  // namespace stockham::tools
