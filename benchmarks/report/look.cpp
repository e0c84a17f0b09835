// The table of libraries: title, colour class and marker of each.
#include "look.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace bench::report {

namespace {

const std::vector<library_look>& known_looks() {
    static const std::vector<library_look> looks = {
        {our_library, "stockham", "ours", marker::circle, false},
        {"vkfft-opencl", "VkFFT OpenCL", "l3", marker::diamond, false},
        {"clfft", "clFFT", "l4", marker::wedge, false},
        {"cufft", "cuFFT", "l1", marker::square, false},
        {"vkfft-cuda", "VkFFT CUDA", "l2", marker::triangle, false},
        {"cufft-f16", "cuFFT f16", "l6", marker::square, false},
        {"fftw3", "FFTW3", "l5", marker::cross, false},
        {"copy-kernel", "copy kernel", "c1", marker::circle, true},
        {"copy-runtime", "runtime copy", "c2", marker::circle, true},
    };
    return looks;
}

std::size_t rank_of(const std::string& library) {
    const auto& looks = known_looks();
    const auto found =
        std::find_if(looks.begin(), looks.end(), [&](const library_look& look) { return look.library == library; });
    return static_cast<std::size_t>(std::distance(looks.begin(), found));
}

// FNV-1a: an unknown library's look must depend only on its name.
unsigned name_hash(const std::string& name) {
    unsigned hash = 2166136261U;
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    return hash;
}

}  // namespace

library_look look_of(const std::string& library) {
    const std::size_t rank = rank_of(library);
    if (rank < known_looks().size()) return known_looks()[rank];
    const unsigned hash = name_hash(library);
    library_look look{library, library, hash % 2 == 0 ? "x1" : "x2", static_cast<marker>(hash / 2 % 6), false};
    look.is_copy = is_copy(library);
    if (look.is_copy) look.style = "c2";
    return look;
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
