// Fuzz target for the reader of PNG: with the file unchanged, and with corrected checksums, so that later code is
// reached.
#include <algorithm>

#include <zlib.h>

#include "picture_target.hpp"

namespace {

std::vector<std::uint8_t> with_right_checksums(std::vector<std::uint8_t> file) {
    for (std::size_t at = 8; file.size() >= 12 && at <= file.size() - 12;) {
        const std::size_t size = std::size_t{file[at]} << 24 | file[at + 1] << 16 | file[at + 2] << 8 | file[at + 3];
        if (size > file.size() - 12 - at) break;
        const auto crc = crc32(0, &file[at + 4], static_cast<uInt>(size + 4));
        for (std::size_t i = 0; i < 4; ++i) file[at + 8 + size + i] = static_cast<std::uint8_t>(crc >> (24 - 8 * i));
        at += 12 + size;
    }
    return file;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try_picture(stockham::tools::open_png, data, size);
    const auto right = with_right_checksums({data, data + size});
    if (!std::equal(right.begin(), right.end(), data)) try_picture(stockham::tools::open_png, right.data(), size);
    return 0;
}
