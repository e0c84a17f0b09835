// What a compiler sees of a kernel's source: its text after a C preprocessor of this machine.
#pragma once

#include <string>
#include <vector>

#include <stockham/device.hpp>

namespace stockham::tools {

/// The macros by which a device's OpenCL compiler names itself, as far as kernels ask for them: NAME=VALUE.
std::vector<std::string> compiler_macros(const device_description&);

/// Writes to `output` what is left of the OpenCL C in `source` when its macros are replaced and its conditions decided:
/// no comments, no #line lines. Runs the first of cc, clang and gcc that is on the PATH. Throws job_error if none is,
/// or if it fails; then there is no `output`.
void preprocess(const std::string& source, const std::vector<std::string>& macros, const std::string& output);

}  // namespace stockham::tools
