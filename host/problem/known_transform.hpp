// A transform whose input and output are both known in closed form. It checks a plan of any length without a
// transform on the host.
//
// A line is the sum of a few circular shifts of the chirp x[j] = (-1)^j exp(i pi j^2 / n). Its spectrum, a Gauss sum,
// is X[k] = sqrt(n) exp(i pi (1 - n) / 4) (-1)^k exp(-i pi k^2 / n), so all numbers on either side are of similar size.
// The array is the product of one line per axis. Each transform of a batch is scaled by its own number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "problem/problem.hpp"

namespace stockham::internal {

/// The real and imaginary parts of a line.
struct split_line {
    std::vector<double> re, im;
};

/// The numbers of one side of a problem: a sum of products with one factor per dimension. Thread-safe to read.
class known_side {
  public:
    /// A dimension of the array: its stride and the factors of each term.
    struct dimension {
        std::uint64_t n = 1;
        std::uint64_t stride = 1;
        std::vector<split_line> factors;  ///< one per term
    };

    /// `dimensions` in any order. The other functions need an array that is `ordered()`.
    known_side(std::vector<dimension> dimensions, std::uint64_t offset, memory_form, precision);

    /// True if traversing the dimensions, slowest first, visits memory in ascending order.
    bool ordered() const;

    /// The number of runs along the fastest dimension.
    std::uint64_t rows() const;

    /// The array in order, cut into windows of at most `most_bytes` bytes, but at least one number. A window starts
    /// `first` bytes after the start of the buffer.
    struct window {
        std::size_t piece_length = 1;  // numbers in a piece of a row
        std::size_t piece = 0, pieces = 0;
        std::size_t first = 0, bytes = 0;
    };
    std::vector<window> windows(std::size_t most_bytes) const;

    /// Writes the window's numbers to `into`, the address of its first byte. Bytes between the numbers keep their
    /// values.
    void write(const window&, std::byte* into) const;

    /// Sums of squares: of the differences between found and expected numbers, and of the expected numbers.
    struct sums {
        double difference = 0, norm = 0;
    };
    void compare(const window&, const std::byte* found, sums&) const;

  private:
    struct piece;
    piece piece_at(std::size_t, std::size_t length) const;
    template <class Use>
    void go_through(const window&, const Use&) const;
    template <class Number>
    void compare_numbers(const window&, const Number* found, sums&) const;
    std::size_t piece_length(std::size_t most_bytes) const;
    std::size_t number_bytes() const;

    std::vector<dimension> dimensions_;  // slowest first
    std::uint64_t offset_;
    bool real_, doubles_;
};

struct known_transform {
    known_side input, output;
};

/// Numbers to check a plan of the problem by, in the problem's output order. Only for complex and real transforms of
/// whole axes, in interleaved (or real) numbers of the working precision. Empty for layouts that interleave arrays,
/// dimensions of more than 2^21 points, more than 2^20 rows, and scales beyond 1e-20 .. 1e20.
std::optional<known_transform> known_transform_of(const problem&);

}  // namespace stockham::internal
