// Code that the fuzz targets of picture readers share. A reader returns a whole picture or reports the reason.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "fault.hpp"
#include "image/picture.hpp"

/// Pictures are small here, so -malloc_limit_mb reveals readers that take more memory than the pixels need.
constexpr std::size_t fuzz_max_pixels = std::size_t{1} << 20;

inline void must(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "not so: %s\n", what);
    std::abort();
}

/// Any exception other than job_error ends the process.
template <class Decode>
void try_picture(Decode decode, const std::uint8_t* data, std::size_t size) {
    try {
        const auto image = decode(std::vector<std::uint8_t>(data, data + size), "x", fuzz_max_pixels);
        must(image.width >= 1 && image.height >= 1 && image.pixels() <= fuzz_max_pixels,
             "the size is within the limit");
        must(image.channels >= 1 && image.channels <= 4, "1 to 4 channels");
        must(image.samples.size() == image.pixels() * image.channels, "all samples are there");
        for (const auto sample : image.samples) must(sample <= image.highest(), "a sample is within its bits");
    } catch (const stockham::tools::job_error&) {
    }
}
