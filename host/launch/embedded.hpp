// The kernel files that the build embeds (cmake/EmbedKernels.cmake writes the tables).
#pragma once

#include <vector>

namespace stockham::internal {

/// A file, or a part of a long one, which its other parts follow.
struct embedded_file {
    const char* name;  ///< path from the repository's root; null ends a table
    const char* text;
};
using embedded_tables = std::vector<const embedded_file*>;

extern const embedded_file stockham_host_files[];
extern const embedded_file stockham_transpose_files[];

}  // namespace stockham::internal
