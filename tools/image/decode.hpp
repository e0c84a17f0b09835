// Functions shared by the picture readers. A file's claimed size is checked before memory is allocated for it, and
// memory is touched only as rows are decoded. Also converts CMYK to RGB and applies orientations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "image/picture.hpp"

namespace stockham::tools {

/// The size that a file's header claims, and the size of the file.
struct picture_claim {
    const std::string& name;
    std::size_t width;
    std::size_t height;
    std::size_t file_bytes;
};

/// Throws job_error if the claim has no pixels or more than `max_pixels`.
void check_pixels(const picture_claim& claim, std::size_t max_pixels);

/// Throws job_error if the file is too short for the picture: `unpacked_bytes` is the decompressed size,
/// `max_expansion` the largest number of decompressed bytes per byte of the file.
void check_unpacked(const picture_claim& claim, std::size_t unpacked_bytes, std::size_t max_expansion);

/// The largest expansion of deflate: 258 bytes from two bits.
constexpr std::size_t max_deflate_expansion = 1032;

/// A picture without rows; the memory for all of them is reserved but not touched.
picture start_picture(const picture_claim& claim, unsigned channels, unsigned bits);

/// Appends black rows and returns the samples of the first one.
std::uint16_t* add_rows(picture& image, std::size_t rows);

/// Converts CMYK (0: no ink) to RGB.
void cmyk_to_rgb(picture& image);

/// The orientation, 1 to 8, in EXIF data that starts with its byte order; 1 if the data is damaged or has none.
unsigned exif_orientation(const std::uint8_t* exif, std::size_t size);

/// Rotates and mirrors a picture stored in this EXIF or TIFF orientation upright. Values other than 2 to 8 change
/// nothing.
void turn_upright(picture& image, unsigned orientation);

}  // namespace stockham::tools
