// The metadata of a TIFF directory, read and written.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tiffio.h>

#include "format/format.hpp"

namespace stockham::tools {

/// The text of the current directory; empty if there is none.
std::string read_description(TIFF*);

/// The metadata of the current directory, at `offset` of the file. `description` is that of the first directory.
picture_metadata read_tiff_metadata(TIFF*, const file_bytes& file, std::uint64_t offset,
                                    const std::string& description);

/// Sets the colour profile, the resolution and the tags of GeoTIFF, and on the first of `pages` pages the description
/// of the stack.
void set_tiff_metadata(TIFF*, const picture_metadata&, bool is_first, std::size_t pages);

/// The writer (tiff_writer.cpp).
std::unique_ptr<page_writer> create_tiff(output_file& file, const write_request& request);

}  // namespace stockham::tools
