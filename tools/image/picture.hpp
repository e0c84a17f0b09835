// A picture in memory: rows of integer or floating-point samples, and metadata.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "format/metadata.hpp"

namespace stockham::tools {

/// The types of a sample, in the order of their precision. Readers convert all other types to one of these.
enum class sample_type { u8, u16, f32, f64 };

/// NumPy's name of the type: u1, u2, f4 or f8.
const char* name_of(sample_type type);
std::size_t size_of(sample_type type);
constexpr bool is_float(sample_type type) {
    return type == sample_type::f32 || type == sample_type::f64;
}
/// The level of white: 255, 65535, or 1 for floating point. Black is 0.
double white_of(sample_type type);

/// The meaning of a picture's last channel: a number like the others, or the opacity, by which the colours are
/// multiplied
/// (`associated`, as in OpenEXR) or not (`straight`, as in PNG).
enum class alpha_kind { none, straight, associated };

struct picture {
    std::size_t width = 0;
    std::size_t height = 0;
    unsigned channels = 1;                ///< any number, with that of alpha
    alpha_kind alpha = alpha_kind::none;  ///< only what the file or the user calls alpha
    bool rgb = false;                     ///< the first three channels are red, green and blue
    sample_type type = sample_type::u8;
    std::vector<std::uint8_t> bytes;  ///< the samples row by row, the channels of a pixel interleaved, in native order
    picture_metadata metadata;

    bool has_alpha() const noexcept { return alpha != alpha_kind::none; }
    /// The number of channels without alpha.
    unsigned colours() const noexcept { return has_alpha() ? channels - 1 : channels; }
    /// Makes the last of several channels alpha, or a channel like the others. Three others are RGB.
    void set_alpha(alpha_kind kind) {
        alpha = kind;
        rgb = colours() == 3;
    }
    double white() const { return white_of(type); }
    std::size_t pixels() const noexcept { return width * height; }
    std::size_t row_bytes() const { return width * channels * size_of(type); }
    /// The number of samples in `bytes`.
    std::size_t samples() const { return bytes.size() / size_of(type); }

    /// The samples as T, which must be the type of the picture.
    template <class T>
    T* data() noexcept {
        return reinterpret_cast<T*>(bytes.data());
    }
    template <class T>
    const T* data() const noexcept {
        return reinterpret_cast<const T*>(bytes.data());
    }

    /// Frees the samples.
    void release() { bytes = std::vector<std::uint8_t>(); }

    /// One sample. For many samples use with_samples().
    double at(std::size_t index) const;
    /// Sets one sample; a value for an integer type must be a level of it.
    void set(std::size_t index, double value);
};

/// Returns use(pointer to the samples), with the pointer's type that of the picture's samples.
template <class Picture, class Use>
auto with_samples(Picture& image, Use use) {
    switch (image.type) {
    case sample_type::u8:
        return use(image.template data<std::uint8_t>());
    case sample_type::u16:
        return use(image.template data<std::uint16_t>());
    case sample_type::f32:
        return use(image.template data<float>());
    default:
        return use(image.template data<double>());
    }
}

/// A reader refuses a page that claims more than `max_pixels` pixels before it allocates memory for them.
constexpr std::size_t default_max_pixels = std::size_t{1} << 27;
constexpr std::size_t highest_max_pixels = std::size_t{1} << 40;  ///< largest allowed value of the limit

/// A black picture. Throws job_error, with `name`, for a picture without pixels or above highest_max_pixels.
picture make_picture(const std::string& name, std::size_t width, std::size_t height, unsigned channels,
                     sample_type type, alpha_kind alpha = alpha_kind::none);

}  // namespace stockham::tools
