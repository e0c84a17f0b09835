// A picture in memory, and the functions that read and write pictures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace stockham::tools {

class output_file;

struct picture {
    std::size_t width = 0;
    std::size_t height = 0;
    unsigned channels = 1;               ///< 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha
    unsigned bits = 8;                   ///< bits per sample: 8 or 16
    std::vector<std::uint16_t> samples;  ///< row by row, the channels of a pixel interleaved

    bool has_alpha() const noexcept { return channels % 2 == 0; }
    unsigned colours() const noexcept { return has_alpha() ? channels - 1 : channels; }
    unsigned highest() const noexcept { return bits == 8 ? 255 : 65535; }
    std::size_t pixels() const noexcept { return width * height; }
};

/// A reader refuses a file that claims more than `max_pixels` pixels before it allocates memory for them.
constexpr std::size_t default_max_pixels = std::size_t{1} << 27;
constexpr std::size_t highest_max_pixels = std::size_t{1} << 40;  ///< largest allowed value of the limit

/// A black picture. Throws job_error, with `name`, for a picture without pixels or above highest_max_pixels.
picture make_picture(const std::string& name, std::size_t width, std::size_t height, unsigned channels, unsigned bits);

/// Reads PNG, JPEG, TIFF, or a .npy array of u1 or u2 with shape (height, width) or (height, width, 1 to 4); "-" is
/// standard input. Applies the EXIF or TIFF orientation and converts CMYK to RGB. Throws job_error.
picture read_picture(const std::string& path, std::size_t max_pixels = default_max_pixels);

/// The same from the bytes of a file; `name` is used in errors.
picture decode_picture(const std::vector<std::uint8_t>& bytes, const std::string& name,
                       std::size_t max_pixels = default_max_pixels);

/// The picture as a .npy file: u1 or u2 of shape (height, width), with a third axis for several channels.
std::vector<std::uint8_t> encode_npy(const picture& image);

/// True for a regular file that starts like a PNG, JPEG or TIFF. Throws job_error if it cannot be read.
bool is_picture_file(const std::string& path);

/// The bytes of a file; "-" is standard input. Throws job_error if it does not start like one of the four formats or is
/// longer than any of them needs for `max_pixels`.
std::vector<std::uint8_t> read_picture_file(const std::string& path, std::size_t max_pixels = default_max_pixels);

/// True for a .npy file whose array is not a picture. Throws job_error for a broken file.
bool is_other_array(const std::vector<std::uint8_t>& bytes, const std::string& name);

// One reader per format (png.cpp, jpeg.cpp, tiff.cpp), and the only writer.
picture decode_png(const std::vector<std::uint8_t>& bytes, const std::string& name, std::size_t max_pixels);
picture decode_jpeg(const std::vector<std::uint8_t>& bytes, const std::string& name, std::size_t max_pixels);
picture decode_tiff(const std::vector<std::uint8_t>& bytes, const std::string& name, std::size_t max_pixels);
std::vector<std::uint8_t> encode_png(const picture& image);

/// Writes the picture as PNG and commits the file. Throws job_error.
void write_png(const picture& image, output_file& file);

}  // namespace stockham::tools
