// One case of a benchmark: a transform by its problem string, and the numbers every row derives from it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <stockham/transform.hpp>

namespace stockham::harness {}

namespace bench {

namespace harness = stockham::harness;

/// How the data of one side lie, packed: rows of elements along the last axis, one after the other.
struct side {
    std::size_t parts;     ///< numbers of an element: 1 real, 2 complex
    std::size_t elements;  ///< of a row
    std::size_t pitch;     ///< numbers from row to row; a real side in place leaves room for the complex one
    std::size_t rows;      ///< of one transform
    std::size_t batch;

    std::size_t points() const { return rows * elements; }            ///< elements of one transform
    std::size_t numbers() const { return rows * pitch; }              ///< of one transform, with what lies between
    std::size_t all_numbers() const { return numbers() * batch; }     ///< of the whole buffer
    std::size_t touched() const { return points() * parts * batch; }  ///< numbers without what lies between
    std::size_t padding() const { return pitch - parts * elements; }  ///< numbers between two rows
    /// Where element k of a transform begins, in numbers.
    std::size_t at(std::size_t k) const {
        return padding() == 0 ? k * parts : k / elements * pitch + k % elements * parts;
    }
};

struct problem {
    stockham::transform transform;

    std::size_t length() const;  ///< points of one transform: the product of its lengths
    std::size_t points() const;  ///< of the whole batch
    side input() const;
    side output() const;
    std::size_t input_bytes() const;
    std::size_t output_bytes() const;
    std::size_t bytes() const;    ///< of the larger side: what a buffer that serves as either must hold
    std::size_t traffic() const;  ///< bytes of one ideal pass: everything read once and written once, no padding
    double flops() const;         ///< 5 M sum(log2 N_d), the convention of every FFT paper; half of it for real data
    bool is_real() const;         ///< one side is real
    bool in_place() const;
    bool is_double() const;
    std::string name() const;       ///< the problem string without its placement: what identifies a case
    std::string placement() const;  ///< "in" or "out"
};

/// A transform that the harness measures: a packed complex or real Fourier transform of any length. Throws
/// stockham::argument_error for what is not one, for empty problems, and for layouts, which not every rival can
/// express.
problem measurable(const stockham::transform&);

/// The problem string's. Throws stockham::argument_error.
problem parse_problem(std::string_view text);

/// True if the text begins with a kind of transform that the harness measures.
bool begins_with_kind(std::string_view text);

/// The same problem in the other placement.
problem placed(problem, stockham::placement);

}  // namespace bench
