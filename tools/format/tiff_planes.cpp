// Stacks whose planes lie one behind the other and have one directory.
#include "format/tiff_planes.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "bytes.hpp"
#include "fault.hpp"
#include "format/exif.hpp"
#include "format/stack_axes.hpp"

namespace stockham::tools {

namespace {

// MetaMorph's second private tag has one entry for each plane.
constexpr std::uint16_t metamorph_planes = 33629;

std::size_t planes_of_metamorph(const file_bytes& file, std::uint64_t offset) {
    const auto tags = list_tags(file, offset);
    const auto found =
        std::find_if(tags.begin(), tags.end(), [](const tag_count& t) { return t.tag == metamorph_planes; });
    return found != tags.end() ? found->count : 1;
}

std::size_t planes_of_description(const std::string& description, const layout_tags& tags) {
    if (kind_of_description(description) == description_kind::imagej)
        return imagej_lines(description).count("images", 1);
    if (description.find("\"truncated\": true") == description.npos) return 1;
    const auto samples = product(shape_in_description(description));
    const std::size_t page = std::size_t{tags.width} * tags.height * tags.samples;
    return samples && page > 0 && *samples % page == 0 ? std::max<std::size_t>(*samples / page, 1) : 1;
}

// True if the samples of the directory are in one piece, with the layout of memory except for their byte order.
bool is_one_piece(TIFF* tiff, const layout_tags& tags) {
    if (!stored_type(tags) || tags.compression != COMPRESSION_NONE || TIFFIsTiled(tiff) != 0 || tags.planes() > 1)
        return false;
    std::uint64_t end = TIFFGetStrileOffset(tiff, 0);
    for (std::uint32_t strip = 0; strip < TIFFNumberOfStrips(tiff); ++strip) {
        if (TIFFGetStrileOffset(tiff, strip) != end) return false;
        end += TIFFGetStrileByteCount(tiff, strip);
    }
    return true;
}

}  // namespace

plane_stack find_planes(TIFF* tiff, const layout_tags& tags, const std::string& description, std::uint64_t offset,
                        const file_bytes& file, const std::string& name) {
    const std::size_t of_metamorph = planes_of_metamorph(file, offset);
    const std::size_t stated = of_metamorph > 1 ? of_metamorph : planes_of_description(description, tags);
    plane_stack stack;
    if (stated <= 1) return stack;
    stack.missing = stated - 1;
    const auto bytes = product({tags.width, tags.height, tags.samples, tags.bits / 8u});
    if (!is_one_piece(tiff, tags) || !bytes || *bytes == 0) {
        if (of_metamorph > 1)
            throw job_error(
                fmt::format("{}: unsupported TIFF: {} planes of MetaMorph that are compressed or not in one "
                            "piece",
                            name, stated));
        return stack;
    }
    const std::uint64_t first = TIFFGetStrileOffset(tiff, 0);
    const std::size_t there = first < file.size() ? (file.size() - static_cast<std::size_t>(first)) / *bytes : 0;
    if (there < 2 && of_metamorph <= 1) return stack;  // a description that was copied from another file
    if (there < stated)
        throw job_error(fmt::format("{}: broken TIFF: the file ends after {} of {} planes", name, there, stated));
    return {stated, 0, first, *bytes};
}

picture read_plane(TIFF* tiff, const layout_tags& tags, const plane_stack& stack, std::size_t plane,
                   const file_bytes& file, const std::string& name, std::size_t max_pixels) {
    const picture_claim claim{name, tags.width, tags.height, file.size()};
    check_pixels(claim, max_pixels);
    npy_type stored = *stored_type(tags);
    stored.big_endian = TIFFIsBigEndian(tiff) != 0;
    picture image = start_picture(claim, tags.samples, type_for(stored));
    std::uint8_t* to = add_rows(image, image.height);
    const std::size_t first = static_cast<std::size_t>(stack.first) + plane * stack.plane_bytes;
    convert_samples(stored, file.part(first, stack.plane_bytes).data(), image.samples(), to);
    apply_meaning(tiff, tags, image, name);
    return image;
}

}  // namespace stockham::tools
