// Functions shared by the picture readers. A file's claimed size is checked before memory is allocated for it, and
// memory is touched only as rows are decoded. Also converts other sample types and CMYK, and applies orientations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "array/npy.hpp"
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

/// Readers refuse more channels: a claim of 2^32 would overflow.
constexpr std::size_t most_channels = 65535;

/// A picture without rows; the memory for all of them is reserved but not touched. Three channels beside alpha are RGB.
picture start_picture(const picture_claim& claim, unsigned channels, sample_type type,
                      alpha_kind alpha = alpha_kind::none);

/// Appends black rows and returns the bytes of the first one.
std::uint8_t* add_rows(picture& image, std::size_t rows);

/// The type of a picture whose file stores this type: the type itself for u1, u2, f4 and f8, else the smallest
/// floating-point type that holds every number of it; f8 for i8 and u8.
sample_type type_for(const npy_type& stored);

/// Converts `count` stored numbers to samples of type_for(stored).
void convert_samples(const npy_type& stored, const std::uint8_t* from, std::size_t count, std::uint8_t* to);

/// True if this machine stores the most significant byte first.
bool is_big_endian_machine();

/// Converts CMYK (0: no ink) of an integer type to RGB. Further channels are kept.
void cmyk_to_rgb(picture& image);

/// The orientation, 1 to 8, in EXIF data that starts with its byte order; 1 if the data is damaged or has none.
unsigned exif_orientation(const std::uint8_t* exif, std::size_t size);

/// Keeps EXIF data, which starts with its byte order, in the picture's metadata, with orientation 1.
void keep_exif(picture& image, const std::uint8_t* exif, std::size_t size);

/// Readers keep no colour profile and no EXIF data longer than this.
constexpr std::size_t most_metadata_bytes = std::size_t{4} << 20;

/// Rotates and mirrors a picture stored in this EXIF or TIFF orientation upright. Values other than 2 to 8 change
/// nothing.
void turn_upright(picture& image, unsigned orientation);

}  // namespace stockham::tools
