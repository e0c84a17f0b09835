// EXIF data: the directories of tags that cameras write, as entries that move between files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "format/file_bytes.hpp"

namespace stockham::tools {

/// One tag. Numbers are in the order of this machine.
struct exif_entry {
    std::uint16_t tag = 0;
    std::uint16_t type = 0;  ///< as in TIFF: 1 BYTE, 2 ASCII, 3 SHORT and so on
    std::uint32_t count = 0;
    std::vector<std::uint8_t> value;
};

/// The tags that survive a change of the picture. Sizes, thumbnails and the orientation, which readers apply, do not.
struct exif_data {
    std::vector<exif_entry> camera;    ///< of the main directory: maker, model, date, artist and the like
    std::vector<exif_entry> exposure;  ///< of the EXIF directory
    std::vector<exif_entry> position;  ///< of the GPS directory

    bool empty() const noexcept { return camera.empty() && exposure.empty() && position.empty(); }
};

/// Reads the directory at `offset` of a TIFF file, or BigTIFF file, and the EXIF and GPS directories that it names.
/// Broken entries are left out.
exif_data read_exif(const file_bytes& file, std::uint64_t offset);

/// The number and the length of a tag.
struct tag_count {
    std::uint16_t tag;
    std::uint32_t count;
};

/// All tags of the directory at `offset` of a TIFF or BigTIFF file, without broken ones.
std::vector<tag_count> list_tags(const file_bytes& file, std::uint64_t offset);

/// Those of them for which wanted(tag) is true, with their values, as far as they fit the limit of a picture's
/// metadata.
std::vector<exif_entry> read_tags(const file_bytes& file, std::uint64_t offset, bool (*wanted)(std::uint16_t tag));

/// Reads a block of EXIF data, which starts with its byte order.
exif_data read_exif(const file_bytes& block);

/// A block of EXIF data in the order of this machine.
std::vector<std::uint8_t> encode_exif(const exif_data&);

/// The bytes of a directory and its values at byte `offset`, an even number, of a TIFF or BigTIFF file.
std::vector<std::uint8_t> encode_directory(const std::vector<exif_entry>& entries, std::uint64_t offset, bool big_tiff);

}  // namespace stockham::tools
