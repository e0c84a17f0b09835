// PoCL's own cache of machine code, and the entries of the program cache that refer to it.
#pragma once

#include <string>

#include <stockham/device.hpp>

namespace stockham::internal {

bool is_pocl(const device_description&);

/// True if PoCL keeps machine code on disk. `switched` is the value of POCL_KERNEL_CACHE, null if it is not set.
bool pocl_keeps_programs(const char* switched);

/// The entry of a program that PoCL's cache has: another process builds the program from source, and PoCL finds the
/// rest, or compiles what no process has run yet. An entry with the binary would be loaded a little faster. But PoCL
/// does not hand out the code that it has: for a binary it compiles each kernel once more, for every work-group size,
/// which doubles the time of a first start. `kernel` is unique among all programs.
std::string pocl_reference(const std::string& kernel);

}  // namespace stockham::internal
