// Opens files that one run keeps and a later run continues, under names that both derive from the output's.
#pragma once

#include <string>

#include <sys/types.h>

namespace stockham::tools {

/// Opens the file for reading and writing, or makes it with this mode, and locks it (flock) as long as the descriptor,
/// or a copy of it, is open. Throws job_error ("cannot write OUTPUT: ..") if another process has the lock, and if an
/// earlier run of this user cannot have left the file: it is a link, a folder, a pipe or a device, has a second name,
/// or belongs to another user.
int open_continued(const std::string& path, mode_t mode, const std::string& output);

}  // namespace stockham::tools
