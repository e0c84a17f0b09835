// The table of libraries.
#include "library.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace bench::report {

namespace {

constexpr std::pair<const char*, const char*> library_titles[] = {
    {our_library, "stockham"}, {"vkfft-opencl", "VkFFT OpenCL"}, {"clfft", "clFFT"},
    {"cufft", "cuFFT"},        {"vkfft-cuda", "VkFFT CUDA"},     {"cufft-f16", "cuFFT f16"},
    {"fftw3", "FFTW3"},        {"copy-kernel", "copy kernel"},   {"copy-runtime", "runtime copy"},
};

auto row_of(const std::string& library) {
    return std::find_if(std::begin(library_titles), std::end(library_titles),
                        [&](const auto& row) { return library == row.first; });
}

}  // namespace

std::string title_of(const std::string& library) {
    const auto row = row_of(library);
    return row == std::end(library_titles) ? library : row->second;
}

bool is_copy(const std::string& library) {
    return library.rfind("copy", 0) == 0;
}

bool is_ours(const std::string& library) {
    return library.rfind(our_library, 0) == 0;
}

std::vector<std::string> in_reading_order(std::vector<std::string> libraries) {
    std::sort(libraries.begin(), libraries.end(), [](const std::string& a, const std::string& b) {
        return std::make_pair(row_of(a), a) < std::make_pair(row_of(b), b);
    });
    libraries.erase(std::unique(libraries.begin(), libraries.end()), libraries.end());
    return libraries;
}

}  // namespace bench::report
