// Convolutions for digits without a chain: Rader's algorithm where it applies, else Bluestein's.
#include "decompose/digit_convolution.hpp"

#include "base/smooth.hpp"

namespace stockham::internal {

std::uint64_t tile_points(std::uint64_t digit) {
    if (has_chain(digit)) return digit;
    return is_permuted(digit) ? digit - 1 : filter_length(2 * digit - 2);
}

std::optional<digit_convolution> convolution_of(std::uint64_t digit, precision p) {
    if (has_chain(digit)) return {};
    digit_convolution c{digit, tile_points(digit), {}, {}};
    if (is_permuted(digit)) {
        c.filter = twiddle_table::rader_filter(p, digit);
    } else {
        c.filter = twiddle_table::filter(p, c.length, chirp{4 * digit, 2}, digit, digit);
        c.weights = chirp{4 * digit, 2, 0, 0, digit};
    }
    return c;
}

}  // namespace stockham::internal
