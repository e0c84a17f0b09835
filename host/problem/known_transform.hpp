// A transform whose input and output are both known in closed form: what a plan of any length is checked by at once,
// without a transform on the host.
//
// A line is the sum of a few circular shifts of the chirp x[j] = (-1)^j exp(i pi j^2 / n), whose spectrum, a Gauss sum,
// is X[k] = sqrt(n) exp(i pi (1 - n) / 4) (-1)^k exp(-i pi k^2 / n), so no number on either side is much smaller than
// the others. Axes are multiplied with each other, and each transform of a batch is multiplied by a number of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "problem/problem.hpp"

namespace stockham::internal {

/// Real numbers, or the real and the imaginary parts of complex ones.
struct split_line {
    std::vector<double> re, im;
};

/// The numbers of one side of a problem: a sum of products, one factor for each dimension. Thread-safe to read.
class known_side {
  public:
    /// A dimension of the array: how far neighbours are apart, and each term's factors.
    struct dimension {
        std::uint64_t n = 1;
        std::uint64_t stride = 1;
        std::vector<split_line> factors;  ///< one for each term
    };

    /// `dimensions` in any order. `ordered()` says whether the array may be gone through.
    known_side(std::vector<dimension> dimensions, std::uint64_t offset, memory_form, precision);

    /// Whether going through the dimensions goes through memory from its begin to its end, and never back.
    bool ordered() const;

    /// How many runs along the fastest dimension there are.
    std::uint64_t rows() const;

    /// The array in order, by windows of at most so many bytes (one number at least). A window lies at `first` bytes
    /// from the buffer's begin.
    struct window {
        std::size_t piece_length = 1;  // a row is cut into pieces of so many numbers
        std::size_t piece = 0, pieces = 0;
        std::size_t first = 0, bytes = 0;
    };
    std::vector<window> windows(std::size_t most_bytes) const;

    /// Writes the window's numbers to `into`, which stands for its first byte; what lies between them stays as it is.
    void write(const window&, std::byte* into) const;

    /// Squares of the differences to what is there, and of what should be.
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

/// Numbers that a plan of the problem can be checked by, in the order in which the problem wants its results. Nothing
/// for problems other than complex and real transforms of whole axes in interleaved (or real) numbers of the working
/// precision, for layouts in which arrays are mixed, for dimensions of more than 2^21 points, more than 2^20 rows, and
/// scales beyond 1e-20 .. 1e20.
std::optional<known_transform> known_transform_of(const problem&);

}  // namespace stockham::internal
