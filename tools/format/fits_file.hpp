// What the reader and the writer of FITS files share: the names of types, extensions, and the lock of cfitsio.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include <fitsio.h>

#include "format/format.hpp"

namespace stockham::tools {

std::string fits_status_text(int status);

/// The names of a sample type in memory and in a file.
struct fits_type {
    sample_type type;
    int memory;
    int stored;
};
const fits_type& fits_type_of(sample_type type);

/// The number of an extension; nothing for another text.
std::optional<int> extension_number(const std::string& text);

/// Moves to the extension NAME, NAME,VERSION or NUMBER of the file `name`. Throws job_error, with a list of those that
/// the file has.
void move_to_extension(fitsfile* file, const std::string& member, const std::string& name);

/// The lock of all calls of cfitsio.
std::mutex& fits_mutex();

std::unique_ptr<page_writer> create_fits(output_file& file, const write_request& request);

}  // namespace stockham::tools
