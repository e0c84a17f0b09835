// Runs an installed C preprocessor on a kernel's source.
#pragma once

#include <string>
#include <vector>

#include <stockham/device.hpp>

namespace stockham::tools {

/// The predefined macros of a device's OpenCL compiler that kernels test, as NAME=VALUE.
std::vector<std::string> compiler_macros(const device_description&);

/// Preprocesses the OpenCL C file `source` into the file `output`, without comments and #line directives. Runs the
/// first of cc, clang and gcc that is on the PATH. Throws job_error if there is none or if it fails; `output` does not
/// exist then.
void preprocess(const std::string& source, const std::vector<std::string>& macros, const std::string& output);

}  // namespace stockham::tools
