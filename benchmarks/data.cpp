// Counter-based random numbers, so that the data do not depend on the number of threads.
#include "data.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

#include "tools/harness/parallel.hpp"

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

/// The finaliser of splitmix64: every bit of the counter affects every bit of the result.
std::uint64_t mixed(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
}

template <class Real>
void fill(Real* data, std::size_t n, double amplitude, std::uint64_t seed) {
    harness::parallel_for(n, harness::worth_a_thread, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            const double unit = static_cast<double>(mixed(seed + k) >> 11) * 0x1p-53;
            data[k] = static_cast<Real>((2 * unit - 1) * amplitude);
        }
    });
}

template <class Real>
void scale(Real* data, std::size_t n, int exponent) {
    const Real factor = std::ldexp(Real(1), exponent);
    harness::parallel_for(n, harness::worth_a_thread, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) data[k] *= factor;
    });
}

/// The row that holds the conjugates of row `row` of a transform: the negative index on every axis but the last.
std::size_t mirrored_row(const std::vector<std::size_t>& lengths, std::size_t row) {
    std::size_t mirrored = 0, weight = 1;
    for (std::size_t axis = lengths.size() - 1; axis-- > 0;) {
        const std::size_t n = lengths[axis], index = row % n;
        mirrored += (n - index) % n * weight;
        weight *= n;
        row /= n;
    }
    return mirrored;
}

/// Makes conjugates of the pairs at point 0 of the last axis, and at N / 2 if N is even: both members are stored.
template <class Real>
void make_hermitian(Real* data, const problem& p) {
    const side s = p.input();
    const auto& lengths = p.transform.lengths;
    std::vector<std::size_t> points{0};
    if (lengths.back() % 2 == 0) points.push_back(lengths.back() / 2);
    harness::parallel_for(s.rows * s.batch, harness::worth_a_thread, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            const std::size_t mine = row % s.rows, other = mirrored_row(lengths, mine);
            if (other > mine) continue;
            for (std::size_t point : points) {
                Real* from = data + row * s.pitch + 2 * point;
                Real* to = from - (mine - other) * s.pitch;
                if (other == mine) to[1] = 0;
                if (other == mine) continue;
                to[0] = from[0];
                to[1] = -from[1];
            }
        }
    });
}

template <class Real>
void fill_input(Real* data, const problem& p, double amplitude, std::uint64_t seed) {
    fill(data, p.input().all_numbers(), amplitude, seed);
    if (p.transform.kind == stockham::kind::c2r) make_hermitian(data, p);
}

/// The sum of count(start, first, last) over the rows of a side.
template <class Count>
std::size_t count_in_rows(const side& s, const Count& count) {
    std::atomic<std::size_t> total{0};
    // Divided by elements, since there may be a few long rows or many short ones.
    harness::parallel_for(s.rows * s.batch * s.elements, harness::worth_a_thread,
                          [&](std::size_t begin, std::size_t end) {
                              std::size_t sum = 0;
                              while (begin < end) {
                                  const std::size_t row = begin / s.elements, first = begin % s.elements;
                                  const std::size_t last = std::min(s.elements, first + (end - begin));
                                  sum += count(row * s.pitch, first, last);
                                  begin += last - first;
                              }
                              total += sum;
                          });
    return total;
}

/// Elements of the output that equal the input's; real elements are compared in pairs.
template <class Real>
std::size_t count_equal(const Real* output, const Real* input, const side& s) {
    return count_in_rows(s, [&](std::size_t row, std::size_t first, std::size_t last) {
        const std::size_t step = s.parts == 1 ? 2 : 1;
        std::size_t equal = 0;
        for (std::size_t k = (first + step - 1) / step * step; k < last && k + step <= s.elements; k += step)
            equal += std::memcmp(output + row + k * s.parts, input + row + k * s.parts, 2 * sizeof(Real)) == 0;
        return equal * step;
    });
}

/// Elements of the output with at least one part still poisoned.
template <class Real>
std::size_t count_nan(const Real* output, const side& s) {
    return count_in_rows(s, [&](std::size_t row, std::size_t first, std::size_t last) {
        std::size_t bad = 0;
        for (std::size_t k = first; k < last; ++k) {
            const Real* element = output + row + k * s.parts;
            bad += std::isnan(element[0]) || std::isnan(element[s.parts - 1]);
        }
        return bad;
    });
}

template <class Real>
std::size_t count_unwritten(const Real* output, const Real* input, const problem& p) {
    return p.in_place() && p.length() > 1 ? count_equal(output, input, p.output()) : count_nan(output, p.output());
}

}  // namespace

void fill_random(void* data, const problem& p, double amplitude, std::uint64_t seed) {
    const std::uint64_t start = mixed(seed);
    if (p.is_double())
        fill_input(static_cast<double*>(data), p, amplitude, start);
    else
        fill_input(static_cast<float*>(data), p, amplitude, start);
}

void scale_by_power_of_two(void* data, const problem& p, int exponent) {
    const std::size_t n = p.input().all_numbers();
    if (p.is_double())
        scale(static_cast<double*>(data), n, exponent);
    else
        scale(static_cast<float*>(data), n, exponent);
}

std::size_t count_unwritten(const void* output, const void* input, const problem& p) {
    if (p.is_double()) return count_unwritten(static_cast<const double*>(output), static_cast<const double*>(input), p);
    return count_unwritten(static_cast<const float*>(output), static_cast<const float*>(input), p);
}

}  // namespace bench
