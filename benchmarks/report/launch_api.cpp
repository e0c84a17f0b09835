// The table of APIs by library, and their titles.
#include "launch_api.hpp"

#include <utility>

namespace bench::report {

namespace {

using text_pair = std::pair<const char*, const char*>;

// Prefixes of libraries' names.
constexpr text_pair api_by_name[] = {
    {"stockham", "opencl"}, {"copy-", "opencl"},    {"clfft", "opencl"}, {"vkfft-opencl", "opencl"},
    {"planted-", "opencl"}, {"vkfft-cuda", "cuda"}, {"cufft", "cuda"},   {"fftw", "none"},
};

constexpr text_pair titles[] = {{"opencl", "OpenCL"}, {"cuda", "CUDA"}, {"none", "host threads"}, {"", "unknown API"}};

}  // namespace

std::string api_of_library(const std::string& library) {
    for (const auto& [name, api] : api_by_name)
        if (library.rfind(name, 0) == 0) return api;
    return "";
}

std::string api_title(const std::string& api) {
    for (const auto& [word, title] : titles)
        if (api == word) return title;
    return api;
}

}  // namespace bench::report
