// Which API launches a library's work. An OpenCL launch costs more than a CUDA one, and a call on the host's threads
// costs none, so rivals through our own API are told apart from the others.
#pragma once

#include <string>

namespace bench::report {

// For rows that do not say it, as those before 2026-11-23: "opencl", "cuda", "none", or empty for a name not known.
std::string api_of_library(const std::string& library);

// "OpenCL", "CUDA", "host threads", "unknown API"; another word stays as it is.
std::string api_title(const std::string& api);

}  // namespace bench::report
