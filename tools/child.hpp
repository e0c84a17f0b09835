// Child processes of this program.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace stockham::tools {

/// Starts this program with these arguments, without input and output, except that the standard output is `output` if
/// that is a descriptor. The child ends with the thread that calls this, which must wait for it. Not positive if the
/// system refuses.
pid_t start_child(const std::vector<std::string>& arguments, int output = -1);

}  // namespace stockham::tools
