// FFTW's names for the kinds of cosine and sine transforms.
#pragma once

#include <stdexcept>
#include <utility>

#include <fftw3.h>
#include <stockham/transform.hpp>

namespace reference {

inline fftwl_r2r_kind fftw_kind(stockham::kind k) {
    using stockham::kind;
    constexpr std::pair<kind, fftwl_r2r_kind> names[] = {
        {kind::dct1, FFTW_REDFT00}, {kind::dct2, FFTW_REDFT10}, {kind::dct3, FFTW_REDFT01}, {kind::dct4, FFTW_REDFT11},
        {kind::dst1, FFTW_RODFT00}, {kind::dst2, FFTW_RODFT10}, {kind::dst3, FFTW_RODFT01}, {kind::dst4, FFTW_RODFT11}};
    for (const auto& [own, theirs] : names)
        if (own == k) return theirs;
    throw std::logic_error("no cosine or sine transform");
}

}  // namespace reference
