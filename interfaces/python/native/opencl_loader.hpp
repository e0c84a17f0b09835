// The OpenCL loader of the module. It is opened by the first OpenCL call, not when the module is imported.
#pragma once

#include <string>
#include <vector>

/// Sets the loaders to try, as file names or paths in order. `drivers` are opened first, so that a loader that knows
/// only their names finds them. Call it before the first OpenCL call.
void set_opencl_loaders(std::vector<std::string> names, std::vector<std::string> drivers);

/// Throws stockham::argument_error with the file name if `set_opencl_loaders` named one loader, as STOCKHAM_OPENCL
/// does, and it cannot be loaded.
void check_named_loader();

/// The loader that was opened; empty before the first OpenCL call and if no loader was found.
std::string opencl_loader_in_use();
