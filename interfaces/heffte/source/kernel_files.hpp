// The text of boxes.cl, embedded by cmake/EmbedKernels.cmake.
#pragma once

namespace stockham::boxes_internal {

struct embedded_file {
    const char* name;  ///< path from the repository's root; null ends the table
    const char* text;
};
extern const embedded_file stockham_heffte_objects_files[];

}  // namespace stockham::boxes_internal
