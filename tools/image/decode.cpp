// Functions shared by the picture readers: checks of claimed sizes, CMYK to RGB, orientations.
#include "image/decode.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "fault.hpp"

namespace stockham::tools {

void check_pixels(const picture_claim& claim, std::size_t max_pixels) {
    const auto [name, width, height, bytes] = claim;
    if (width == 0 || height == 0)
        throw job_error(fmt::format("{}: claims {} x {} pixels, must have at least 1 x 1", name, width, height));
    if (width > max_pixels || height > max_pixels / width)
        throw job_error(fmt::format("{}: claims {} x {} pixels, more than the limit of {} (see --max-pixels)", name,
                                    width, height, max_pixels));
}

void check_unpacked(const picture_claim& claim, std::size_t unpacked_bytes, std::size_t max_expansion) {
    if (unpacked_bytes / max_expansion <= claim.file_bytes) return;
    throw job_error(fmt::format("{}: claims {} x {} pixels, more than its {} bytes can hold", claim.name, claim.width,
                                claim.height, claim.file_bytes));
}

picture start_picture(const picture_claim& claim, unsigned channels, unsigned bits) {
    picture image;
    image.width = claim.width;
    image.height = claim.height;
    image.channels = channels;
    image.bits = bits;
    image.samples.reserve(image.pixels() * channels);
    return image;
}

std::uint16_t* add_rows(picture& image, std::size_t rows) {
    const std::size_t first = image.samples.size();
    image.samples.resize(first + rows * image.width * image.channels);
    return image.samples.data() + first;
}

void cmyk_to_rgb(picture& image) {
    const std::uint32_t highest = image.highest();
    for (std::size_t i = 0; i < image.pixels(); ++i) {
        const std::uint16_t* inks = &image.samples[4 * i];
        const std::uint32_t light = highest - inks[3];
        for (std::size_t c = 0; c < 3; ++c)
            image.samples[3 * i + c] =
                static_cast<std::uint16_t>((light * (highest - image.samples[4 * i + c]) + highest / 2) / highest);
    }
    image.channels = 3;
    image.samples.resize(3 * image.pixels());
}

unsigned exif_orientation(const std::uint8_t* exif, std::size_t size) {
    if (size < 8) return 1;
    const bool big = std::memcmp(exif, "MM\0*", 4) == 0;
    if (!big && std::memcmp(exif, "II*\0", 4) != 0) return 1;
    // An integer of `bytes` bytes at offset `at`; 0 beyond the end.
    const auto number = [&](std::size_t at, std::size_t bytes) {
        std::size_t value = 0;
        if (at > size || size - at < bytes) return value;
        for (std::size_t i = 0; i < bytes; ++i) value = value << 8 | exif[at + (big ? i : bytes - 1 - i)];
        return value;
    };
    const std::size_t directory = number(4, 4);
    const std::size_t entries = number(directory, 2);
    for (std::size_t entry = directory + 2; entry < directory + 2 + 12 * entries; entry += 12) {
        if (number(entry, 2) != 0x0112) continue;
        const bool is_short = number(entry + 2, 2) == 3 && number(entry + 4, 4) == 1;
        const std::size_t value = number(entry + 8, 2);
        return is_short && value >= 1 && value <= 8 ? static_cast<unsigned>(value) : 1;
    }
    return 1;
}

void turn_upright(picture& image, unsigned orientation) {
    if (orientation < 2 || orientation > 8) return;
    const bool transposed = orientation >= 5;
    const bool from_right = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    const bool from_bottom = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    picture upright = image;
    if (transposed) std::swap(upright.width, upright.height);
    std::uint16_t* to = upright.samples.data();
    for (std::size_t y = 0; y < upright.height; ++y)
        for (std::size_t x = 0; x < upright.width; ++x) {
            const std::size_t u = transposed ? y : x;
            const std::size_t v = transposed ? x : y;
            const std::size_t column = from_right ? image.width - 1 - u : u;
            const std::size_t row = from_bottom ? image.height - 1 - v : v;
            to = std::copy_n(&image.samples[(row * image.width + column) * image.channels], image.channels, to);
        }
    image = std::move(upright);
}

}  // namespace stockham::tools
