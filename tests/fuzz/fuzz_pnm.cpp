// Fuzz target for the readers of PNM and PFM.
#include "picture_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    // Files that start with P and a digit, F or f.
    try_picture(size > 1 && (data[1] | 0x20) == 'f' ? stockham::tools::open_pfm : stockham::tools::open_pnm, data,
                size);
    return 0;
}
