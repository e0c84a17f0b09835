// Unsigned 128-bit integers for products of 64-bit ones: the compiler's type, or a class of two halves.
#pragma once

#include <cstdint>

namespace stockham::internal {

/// The operations that the library needs, modulo 2^128.
class uint128_of_halves {
  public:
    constexpr uint128_of_halves(std::uint64_t value) : low_(value) {}
    constexpr explicit operator std::uint64_t() const { return low_; }

    friend constexpr uint128_of_halves operator+(uint128_of_halves a, uint128_of_halves b) {
        const auto low = a.low_ + b.low_;
        return {a.high_ + b.high_ + (low < a.low_), low};
    }
    friend constexpr uint128_of_halves operator*(uint128_of_halves a, uint128_of_halves b) {
        auto product = product_of(a.low_, b.low_);
        product.high_ += a.high_ * b.low_ + a.low_ * b.high_;
        return product;
    }
    /// Divides bit by bit if the value exceeds 64 bits.
    friend constexpr uint128_of_halves operator%(uint128_of_halves a, std::uint64_t divisor) {
        auto rest = a.high_ % divisor;
        if (rest == 0) return a.low_ % divisor;
        for (int bit = 63; bit >= 0; --bit) {
            const bool beyond = rest >> 63 != 0;  // 2 rest overflows; the wrapped difference is still right
            rest = 2 * rest + (a.low_ >> bit & 1);
            if (beyond || rest >= divisor) rest -= divisor;
        }
        return rest;
    }
    friend constexpr uint128_of_halves operator>>(uint128_of_halves a, unsigned bits) {
        if (bits >= 64) return {0, a.high_ >> (bits - 64)};
        return bits == 0 ? a : uint128_of_halves{a.high_ >> bits, a.low_ >> bits | a.high_ << (64 - bits)};
    }
    friend constexpr bool operator==(uint128_of_halves a, uint128_of_halves b) {
        return a.high_ == b.high_ && a.low_ == b.low_;
    }
    friend constexpr bool operator<(uint128_of_halves a, uint128_of_halves b) {
        return a.high_ != b.high_ ? a.high_ < b.high_ : a.low_ < b.low_;
    }
    friend constexpr bool operator>=(uint128_of_halves a, uint128_of_halves b) { return !(a < b); }
    uint128_of_halves& operator+=(uint128_of_halves other) { return *this = *this + other; }

  private:
    constexpr uint128_of_halves(std::uint64_t high, std::uint64_t low) : high_(high), low_(low) {}

    /// Adds four products of 32-bit halves.
    static constexpr uint128_of_halves product_of(std::uint64_t a, std::uint64_t b) {
        const std::uint64_t a0 = a & 0xffffffff, a1 = a >> 32, b0 = b & 0xffffffff, b1 = b >> 32;
        const auto middle = a1 * b0 + (a0 * b0 >> 32);
        const auto other = a0 * b1 + (middle & 0xffffffff);
        return {a1 * b1 + (middle >> 32) + (other >> 32), a * b};
    }

    std::uint64_t high_ = 0, low_ = 0;
};

#ifdef __SIZEOF_INT128__
__extension__ using uint128 = unsigned __int128;
#else
using uint128 = uint128_of_halves;
#endif

}  // namespace stockham::internal
