// Fuzz target for the reader of the format with the extension STOCKHAM_FUZZ_EXTENSION. It returns whole pictures or
// reports the reason.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "fault.hpp"
#include "format/format.hpp"

namespace {

/// Pictures are small here, so -malloc_limit_mb reveals readers that take more memory than the pixels need.
constexpr std::size_t fuzz_max_pixels = std::size_t{1} << 20;

void must(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "not so: %s\n", what);
    std::abort();
}

void check_page(const stockham::tools::picture& image) {
    must(image.width >= 1 && image.height >= 1 && image.pixels() <= fuzz_max_pixels, "the size is within the limit");
    must(image.channels >= 1 && image.channels <= 65535, "a number of channels that files can state");
    must(image.bytes.size() == image.row_bytes() * image.height, "all samples are there");
}

}  // namespace

/// Opens a file and reads its first pages. Any exception other than job_error ends the process.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t most_pages = 4;
    try {
        static const auto* format = stockham::tools::format_by_extension(STOCKHAM_FUZZ_EXTENSION);
        const auto pages = format->open({std::vector<std::uint8_t>(data, data + size), "x", {}, fuzz_max_pixels, {}});
        must(pages->pages() >= 1, "there is a page");
        for (std::size_t k = 0; k < std::min(pages->pages(), most_pages); ++k) check_page(pages->read(k));
    } catch (const stockham::tools::job_error&) {
    }
    return 0;
}
