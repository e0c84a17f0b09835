// What the readers of pictures share: a file's claims are checked before memory is taken for them, and memory is
// touched only as rows arrive; inks become colours, and pictures are turned upright.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "image/picture.hpp"

namespace stockham::tools {

/// What a file's header says, and the bytes that it is in.
struct picture_claim {
    const std::string& name;
    std::size_t width;
    std::size_t height;
    std::size_t file_bytes;
};

/// Throws job_error unless the claim is 1 to `max_pixels` pixels.
void check_pixels(const picture_claim& claim, std::size_t max_pixels);

/// Throws job_error if the picture, as long as `unpacked_bytes` when unpacked, cannot come from the file, of whose
/// bytes each stands for `most_a_byte` at most.
void check_unpacked(const picture_claim& claim, std::size_t unpacked_bytes, std::size_t most_a_byte);

/// Deflate stands for 258 bytes with two bits at best.
constexpr std::size_t most_deflated = 1032;

/// A picture without rows; the memory for all of them is set aside, not touched.
picture start_picture(const picture_claim& claim, unsigned channels, unsigned bits);

/// Appends black rows and returns the first one's samples.
std::uint16_t* add_rows(picture& image, std::size_t rows);

/// Makes RGB of four channels of ink, cyan, magenta, yellow and black, 0 being none.
void inks_to_colours(picture& image);

/// The orientation, 1 to 8, in a block of EXIF data (from its byte order on); 1 if it is damaged or has none.
unsigned exif_orientation(const std::uint8_t* exif, std::size_t size);

/// Turns and mirrors a picture stored in this EXIF orientation (as TIFF has it, too) upright. Others than 2 to 8 change
/// nothing.
void turn_upright(picture& image, unsigned orientation);

}  // namespace stockham::tools
