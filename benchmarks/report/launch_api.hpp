// The API that launches a library's work. OpenCL launches cost more than CUDA launches, and host threads need none, so
// rivals with our API are reported separately.
#pragma once

#include <string>

namespace bench::report {

// The API by the library's name, for rows without the field (before 2026-11-23): "opencl", "cuda", "none", or empty if
// unknown.
std::string api_of_library(const std::string& library);

// "OpenCL", "CUDA", "host threads", "unknown API"; other words are returned unchanged.
std::string api_title(const std::string& api);

}  // namespace bench::report
