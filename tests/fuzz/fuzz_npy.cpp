// Fuzz target for the reader of .npy arrays: as a picture, and as numbers of any type.
#include "array/npy.hpp"
#include "image/plane.hpp"
#include "picture_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    // Other formats have separate targets.
    if (size > 0 && data[0] != 0x93) return 0;
    try_picture(stockham::tools::open_pages, data, size);
    try {
        const std::vector<std::uint8_t> file(data, data + size);
        const auto header = stockham::tools::parse_npy(file, "x");
        must(header.data_offset + header.data_bytes() == size, "the data fill the file");
        const auto plane = stockham::tools::decode_plane(file, "x", fuzz_max_pixels);
        must(plane.values.size() == header.elements, "all numbers are there");
    } catch (const stockham::tools::job_error&) {
    }
    return 0;
}
