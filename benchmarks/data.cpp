// Counter-based random numbers, so that any number of threads makes the same data.
#include "data.hpp"

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>

#include "parallel.hpp"

namespace bench {

void host_buffer::free_memory::operator()(void* memory) const {
    std::free(memory);
}

void* host_buffer::reserve(std::size_t bytes) {
    constexpr std::size_t page = 4096;
    if (bytes > capacity_) {
        memory_.reset();
        capacity_ = (bytes + page - 1) / page * page;
        memory_.reset(std::aligned_alloc(page, capacity_));
        if (!memory_) {
            capacity_ = 0;
            throw std::bad_alloc();
        }
    }
    return memory_.get();
}

namespace {

/// The finaliser of splitmix64: every bit of the counter reaches every bit of the result.
std::uint64_t mixed(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
}

template <class Real>
void fill(Real* data, std::size_t n, double amplitude, std::uint64_t seed) {
    in_parallel(n, [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            const double unit = static_cast<double>(mixed(seed + k) >> 11) * 0x1p-53;
            data[k] = static_cast<Real>((2 * unit - 1) * amplitude);
        }
    });
}

template <class Real>
void scale(Real* data, std::size_t n, int exponent) {
    const Real factor = std::ldexp(Real(1), exponent);
    in_parallel(n, [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) data[k] *= factor;
    });
}

/// Elements of `size` bytes equal to `pattern`'s (its next element, or always the first).
std::size_t count_equal(const unsigned char* output, const unsigned char* pattern, bool advances, std::size_t size,
                        std::size_t n) {
    std::atomic<std::size_t> total{0};
    in_parallel(n, [&](std::size_t, std::size_t begin, std::size_t end) {
        std::size_t equal = 0;
        for (std::size_t k = begin; k < end; ++k)
            equal += std::memcmp(output + k * size, pattern + (advances ? k * size : 0), size) == 0;
        total += equal;
    });
    return total;
}

/// A half-written element counts, too: either of its parts still is poison.
template <class Real>
std::size_t count_nan(const Real* output, std::size_t n) {
    std::atomic<std::size_t> total{0};
    in_parallel(n, [&](std::size_t, std::size_t begin, std::size_t end) {
        std::size_t bad = 0;
        for (std::size_t k = begin; k < end; ++k) bad += std::isnan(output[2 * k]) || std::isnan(output[2 * k + 1]);
        total += bad;
    });
    return total;
}

}  // namespace

void fill_random(void* data, const problem& p, double amplitude, std::uint64_t seed) {
    const std::uint64_t start = mixed(seed);
    if (p.is_double())
        fill(static_cast<double*>(data), 2 * p.points(), amplitude, start);
    else
        fill(static_cast<float*>(data), 2 * p.points(), amplitude, start);
}

void scale_by_power_of_two(void* data, const problem& p, int exponent) {
    if (p.is_double())
        scale(static_cast<double*>(data), 2 * p.points(), exponent);
    else
        scale(static_cast<float*>(data), 2 * p.points(), exponent);
}

std::size_t count_unwritten(const void* output, const void* input, const problem& p) {
    const auto bytes = static_cast<const unsigned char*>(output);
    if (p.in_place() && p.length() > 1)
        return count_equal(bytes, static_cast<const unsigned char*>(input), true,
                           stockham::element_size(p.transform.precision), p.points());
    if (p.is_double()) return count_nan(static_cast<const double*>(output), p.points());
    return count_nan(static_cast<const float*>(output), p.points());
}

}  // namespace bench
