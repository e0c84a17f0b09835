// The metadata of a picture, and the rules by which they hold for a picture that is computed from it.
//
// Each kind of metadata has one row in the table of metadata.cpp, with its rule for each operation:
//   same grid     it is kept
//   moved grid    cropped, shifted, turned or scaled: positions and pixel sizes are corrected (move_metadata)
//   other domain  a spectrum or a response: nothing about places and values holds (leave_domain)
//   restated      another type, other levels or another number of pages: corrected before writing (restate_metadata)
// What cannot be corrected, or what a format does not hold, is left out, and its name is kept for a line to the user.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "format/exif.hpp"

namespace stockham::tools {

/// Where the pixels of a result lie in the picture that it comes from: pixel (x, y) of the result shows the point
/// (across[0] x + across[1] y + across[2], down[0] x + down[1] y + down[2]). Pixel centres are whole numbers from 0.
struct grid_map {
    double across[3] = {1, 0, 0};
    double down[3] = {0, 1, 0};

    bool is_shift() const { return across[0] == 1 && across[1] == 0 && down[0] == 0 && down[1] == 1; }
    bool is_identity() const { return is_shift() && across[2] == 0 && down[2] == 0; }
};

/// Moves a point of the original picture to the pixel of the result that shows it.
void move_point(const grid_map& map, double& x, double& y);

/// The metadata of a file that readers keep.
struct picture_metadata {
    std::vector<std::uint8_t> icc;   ///< the colour profile
    std::vector<std::uint8_t> exif;  ///< from its byte order on, with orientation 1: readers turn pictures upright
    double across = 0;               ///< pixels per `unit`; 0: unknown
    double down = 0;
    double depth = 0;           ///< the distance of slices that are pages, in `unit`; 0: unknown
    bool uncompressed = false;  ///< a TIFF file without compression
    std::string unit = "inch";  ///< of length, as ImageJ writes it, such as "um"; another text: only the ratio is known
    std::string description;    ///< of a stack of pages: description_kind, not `text`
    std::vector<exif_entry> geo;        ///< the tags of GeoTIFF
    std::vector<std::string> cards;     ///< FITS: 80 characters each, without those of the size and type
    std::vector<std::string> left_out;  ///< names of metadata that only the file has
};

/// Kinds of metadata, as bits: what a format can hold.
enum metadata_bits : unsigned {
    holds_profile = 1,
    holds_exif = 2,
    holds_print_size = 4,  ///< pixels per inch
    holds_pixel_size = 8,  ///< pixels per any unit of length
    holds_description = 16,
    holds_geo = 32,
    holds_cards = 64
};

/// The pixels per inch across and down, or 0 if the unit is no unit of length.
struct print_size {
    double across, down;
};
print_size pixels_per_inch(const picture_metadata&);

/// Facts about the picture that is written.
struct written_facts {
    std::size_t width, height, pages;
    unsigned channels;
    bool rgb;
    std::string type;  ///< of the samples: u1, u2, f4 or f8
    bool same_type;    ///< as in the file that the metadata come from
    bool same_levels;  ///< the numbers have the unit that they had there
    unsigned holds;    ///< metadata_bits of the format
};

/// Corrects the metadata of a picture whose pixels lie elsewhere in the original one.
void move_metadata(picture_metadata&, const grid_map&);

/// Leaves out all metadata of a picture for one whose pixels are no places of it. Measured facts are named, and those
/// about looks, such as a colour profile, are not.
void leave_domain(picture_metadata&);

/// Corrects the metadata for the file to write, and leaves out what does not hold or what its format does not hold.
void restate_metadata(picture_metadata&, const written_facts&);

}  // namespace stockham::tools
