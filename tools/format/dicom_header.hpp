// The elements of a DICOM file that say how its pixels are stored and what they mean.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "format/file_bytes.hpp"

namespace stockham::tools {

/// How the pixels are packed. Other transfer syntaxes are refused.
enum class dicom_packing { none, run_lengths, jpeg, jpeg2000 };

struct dicom_header {
    dicom_packing packing = dicom_packing::none;
    bool big_endian = false;
    std::size_t rows = 0, columns = 0, frames = 1;
    unsigned channels = 1;
    unsigned bits_allocated = 0, bits_stored = 0, high_bit = 0;
    bool is_signed = false, is_float = false;
    bool in_words = false;       ///< the bytes of a big-endian file are swapped by pairs
    bool planes_apart = false;   ///< the channels of a frame follow each other
    std::string interpretation;  ///< "MONOCHROME2", "RGB"
    double slope = 1, intercept = 0;
    double down = 0, across = 0;  ///< distances of pixels in mm; 0: unknown
    double depth = 0;             ///< distance of slices in mm; 0: unknown
    bool is_in_time = false;      ///< the frames follow each other in time
    std::size_t other_elements = 0;
    /// Where the pixels of each frame are: pieces of the file, offset and length. Without packing there is one piece
    /// for all frames.
    std::vector<std::pair<std::size_t, std::size_t>> pieces;
    std::vector<std::size_t> frame_offsets;  ///< of packed frames in the bytes of all pieces, as the file lists them
};

/// Reads the elements of a file with the word DICM at byte 128. Throws job_error, with `name`. DICOM PS3.5 and PS3.10.
dicom_header read_dicom_header(const file_bytes& file, const std::string& name);

}  // namespace stockham::tools
