// The OpenCL loader of the module. It is opened by the first OpenCL call, not when the module is imported.
#pragma once

#include <string>
#include <vector>

/// Sets the loaders to try, as file names or paths in order. `drivers` are opened first, so that a loader that knows
/// only their names finds them. Call it before the first OpenCL call.
void set_opencl_loaders(std::vector<std::string> names, std::vector<std::string> drivers);

/// The loader that was opened; empty before the first OpenCL call and if no loader was found.
std::string opencl_loader_in_use();
