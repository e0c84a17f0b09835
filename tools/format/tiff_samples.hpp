// The samples of a TIFF directory, and the errors of libtiff.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include <tiffio.h>

#include "format/decode.hpp"
#include "format/format.hpp"

namespace stockham::tools {

/// Makes libtiff keep the first message of this thread. Call it before a series of calls.
void prepare_libtiff();

/// Throws job_error with libtiff's message.
[[noreturn]] void fail_tiff(const std::string& name);

/// The largest number of decompressed bytes per byte of the file; 0: for any compression.
std::size_t max_tiff_expansion(std::uint16_t compression);

/// The tags that tell how samples are stored.
struct layout_tags {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint16_t bits = 1;
    std::uint16_t samples = 1;
    std::uint16_t photometric = PHOTOMETRIC_MINISBLACK;
    std::uint16_t planar = PLANARCONFIG_CONTIG;
    std::uint16_t sample_format = SAMPLEFORMAT_UINT;
    std::uint16_t compression = COMPRESSION_NONE;
    std::uint16_t orientation = ORIENTATION_TOPLEFT;
    alpha_kind alpha = alpha_kind::none;
    unsigned alpha_sample = 0;  ///< the number of the sample that is alpha

    unsigned planes() const noexcept { return planar == PLANARCONFIG_SEPARATE ? samples : 1; }
};

layout_tags read_tags(TIFF*);

/// The stored type of samples that are read directly, in the order of this machine; nothing for kinds that libtiff's
/// RGBA reader converts.
std::optional<npy_type> stored_type(const layout_tags&);

/// Makes stored samples those of a picture: white is not 0, inks and palettes become RGB, alpha is the last channel.
void apply_meaning(TIFF*, const layout_tags&, picture&, const std::string& name);

/// True if the samples are converted to 8 bits although they have more.
bool loses_precision(const layout_tags&);

/// Reads the pixels of the current directory of a file of `file_bytes` bytes, not yet upright. Alpha is the last
/// channel. Throws job_error.
picture read_samples(TIFF*, const layout_tags&, const std::string& name, std::size_t file_bytes,
                     std::size_t max_pixels);

}  // namespace stockham::tools
