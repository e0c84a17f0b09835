// The kernel files that the build embeds (cmake/EmbedKernels.cmake writes the tables).
#pragma once

namespace stockham {

struct embedded_file {
    const char* name;  ///< path from the repository's root; null ends a table
    const char* text;
};

extern const embedded_file stockham_host_files[];
extern const embedded_file stockham_transpose_files[];

}  // namespace stockham
