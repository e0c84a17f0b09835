// Which OpenCL loader the module calls: found when the first OpenCL function is called, not when the module is
// imported.
#pragma once

#include <string>
#include <vector>

/// The loader's file names or paths, in the order in which they are tried, and drivers to be loaded before it, so that
/// it finds them where it knows their names alone. To be called before the first OpenCL call.
void set_opencl_loaders(std::vector<std::string> names, std::vector<std::string> drivers);

/// The one that was loaded; empty if there was no OpenCL call yet, or no loader.
std::string opencl_loader_in_use();
