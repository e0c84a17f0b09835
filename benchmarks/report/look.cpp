// The table of libraries, in reading order.
#include "look.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace bench::report {

namespace {

struct known_library {
    const char* name;
    const char* title;
};
constexpr std::array<known_library, 9> known{{{our_library, "stockham"},
                                              {"vkfft-opencl", "VkFFT OpenCL"},
                                              {"clfft", "clFFT"},
                                              {"cufft", "cuFFT"},
                                              {"vkfft-cuda", "VkFFT CUDA"},
                                              {"cufft-f16", "cuFFT f16"},
                                              {"fftw3", "FFTW3"},
                                              {"copy-kernel", "copy kernel"},
                                              {"copy-runtime", "runtime copy"}}};

std::size_t rank_of(const std::string& library) {
    const auto found =
        std::find_if(known.begin(), known.end(), [&](const known_library& each) { return each.name == library; });
    return static_cast<std::size_t>(std::distance(known.begin(), found));
}

}  // namespace

std::string title_of(const std::string& library) {
    const std::size_t rank = rank_of(library);
    return rank < known.size() ? known[rank].title : library;
}

bool is_copy(const std::string& library) {
    return library.rfind("copy", 0) == 0;
}

bool is_ours(const std::string& library) {
    return library.rfind(our_library, 0) == 0;
}

std::vector<std::string> in_reading_order(std::vector<std::string> libraries) {
    std::sort(libraries.begin(), libraries.end(), [](const std::string& a, const std::string& b) {
        return std::make_pair(rank_of(a), a) < std::make_pair(rank_of(b), b);
    });
    libraries.erase(std::unique(libraries.begin(), libraries.end()), libraries.end());
    return libraries;
}

}  // namespace bench::report
