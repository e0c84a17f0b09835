// Functions shared by the picture readers: checks of claimed sizes, sample types, CMYK to RGB, orientations.
#include "format/decode.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "array/convert.hpp"
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

picture start_picture(const picture_claim& claim, unsigned channels, sample_type type, alpha_kind alpha) {
    picture image;
    image.width = claim.width;
    image.height = claim.height;
    image.channels = channels;
    image.set_alpha(alpha);
    image.type = type;
    image.bytes.reserve(image.row_bytes() * image.height);
    return image;
}

std::uint8_t* add_rows(picture& image, std::size_t rows) {
    const std::size_t first = image.bytes.size();
    image.bytes.resize(first + rows * image.row_bytes());
    return image.bytes.data() + first;
}

sample_type type_for(const npy_type& stored) {
    if (stored.kind == 'u' && stored.size <= 2) return stored.size == 1 ? sample_type::u8 : sample_type::u16;
    if (stored.kind == 'f') return stored.size <= 4 ? sample_type::f32 : sample_type::f64;
    return stored.size <= 2 ? sample_type::f32 : sample_type::f64;
}

bool is_big_endian_machine() {
    const std::uint16_t one = 1;
    std::uint8_t first = 0;
    std::memcpy(&first, &one, 1);
    return first == 0;
}

void convert_samples(const npy_type& stored, const std::uint8_t* from, std::size_t count, std::uint8_t* to) {
    const sample_type type = type_for(stored);
    const bool swapped = stored.size > 1 && stored.big_endian != is_big_endian_machine();
    const bool same = stored.kind == (is_float(type) ? 'f' : 'u') && stored.size == size_of(type);
    if (same && !swapped) {
        std::memcpy(to, from, count * stored.size);
    } else if (type == sample_type::u16) {
        for (std::size_t i = 0; i < count; ++i) {
            to[2 * i] = from[2 * i + 1];
            to[2 * i + 1] = from[2 * i];
        }
    } else {
        const precision p = type == sample_type::f32 ? precision::f32 : precision::f64;
        find_converter(stored, p, true)(from, count, to);
    }
}

void cmyk_to_rgb(picture& image) {
    const auto highest = static_cast<std::uint32_t>(image.white());
    const std::size_t before = image.channels, after = before - 1;
    with_samples(image, [&](auto* samples) {
        using sample = std::decay_t<decltype(*samples)>;
        for (std::size_t i = 0; i < image.pixels(); ++i) {
            const auto light = highest - static_cast<std::uint32_t>(samples[before * i + 3]);
            for (std::size_t c = 0; c < 3; ++c) {
                const auto kept = highest - static_cast<std::uint32_t>(samples[before * i + c]);
                samples[after * i + c] = static_cast<sample>((light * kept + highest / 2) / highest);
            }
            std::copy_n(samples + before * i + 4, before - 4, samples + after * i + 3);
        }
    });
    image.channels = static_cast<unsigned>(after);
    image.rgb = true;
    image.bytes.resize(image.row_bytes() * image.height);
}

namespace {

// The place of the two bytes of the orientation in EXIF data, and their order; nothing if the data is damaged or has
// none.
struct orientation_place {
    std::size_t at;
    bool big;
};

std::optional<orientation_place> find_orientation(const std::uint8_t* exif, std::size_t size) {
    if (size < 8) return std::nullopt;
    const bool big = std::memcmp(exif, "MM\0*", 4) == 0;
    if (!big && std::memcmp(exif, "II*\0", 4) != 0) return std::nullopt;
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
        if (is_short && value >= 1 && value <= 8) return orientation_place{entry + 8, big};
        return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace

unsigned exif_orientation(const std::uint8_t* exif, std::size_t size) {
    const auto place = find_orientation(exif, size);
    return place ? exif[place->at + (place->big ? 1 : 0)] : 1;
}

void keep_exif(picture& image, const std::uint8_t* exif, std::size_t size) {
    if (size > most_metadata_bytes) return;
    image.metadata.exif.assign(exif, exif + size);
    if (const auto place = find_orientation(exif, size)) image.metadata.exif[place->at + (place->big ? 1 : 0)] = 1;
}

void turn_upright(picture& image, unsigned orientation) {
    if (orientation < 2 || orientation > 8) return;
    const bool transposed = orientation >= 5;
    const bool from_right = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    const bool from_bottom = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    picture upright = image;
    if (transposed) {
        std::swap(upright.width, upright.height);
        std::swap(upright.metadata.across, upright.metadata.down);
    }
    const std::size_t pixel = image.channels * size_of(image.type);
    std::uint8_t* to = upright.bytes.data();
    for (std::size_t y = 0; y < upright.height; ++y)
        for (std::size_t x = 0; x < upright.width; ++x) {
            const std::size_t u = transposed ? y : x;
            const std::size_t v = transposed ? x : y;
            const std::size_t column = from_right ? image.width - 1 - u : u;
            const std::size_t row = from_bottom ? image.height - 1 - v : v;
            to = std::copy_n(&image.bytes[(row * image.width + column) * pixel], pixel, to);
        }
    image = std::move(upright);
}

}  // namespace stockham::tools
