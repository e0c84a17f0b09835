// Fuzz target for the reader of TIFF.
#include "picture_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try_picture(stockham::tools::open_tiff, data, size);
    return 0;
}
