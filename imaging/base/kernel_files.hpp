// The text of the kernel files of imaging/cl/, embedded by cmake/EmbedKernels.cmake.
#pragma once

#include <string>

namespace stockham::imaging_internal {

/// A file, or one of several consecutive parts of a long file.
struct embedded_file {
    const char* name;  ///< path from the repository's root; null ends a table
    const char* text;
};
extern const embedded_file stockham_imaging_objects_files[];

/// The text of a file such as "imaging/cl/arithmetic.cl": from the folder in the environment variable
/// STOCKHAM_KERNEL_DIR (the repository's root) if it is set, else the embedded text. Throws argument_error (field
/// "kernel") if there is no such file.
std::string kernel_file(const std::string& name);

}  // namespace stockham::imaging_internal
