// The embedded kernel files. cmake/EmbedKernels.cmake generates the tables at build time.
#pragma once

#include <vector>

namespace stockham::internal {

/// A file, or one of several consecutive parts of a long file.
struct embedded_file {
    const char* name;  ///< path from the repository's root; null ends a table
    const char* text;
};
using embedded_tables = std::vector<const embedded_file*>;

extern const embedded_file stockham_host_files[];
extern const embedded_file stockham_transpose_files[];

}  // namespace stockham::internal
