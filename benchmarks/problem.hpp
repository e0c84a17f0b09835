// One case of a benchmark: a transform by its problem string, and the figures that rows derive from it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <stockham/transform.hpp>

namespace stockham::harness {}

namespace bench {

namespace harness = stockham::harness;

/// The packed layout of one side: consecutive rows of elements along the last axis.
struct side {
    std::size_t parts;     ///< numbers per element: 1 real, 2 complex
    std::size_t elements;  ///< per row
    std::size_t pitch;     ///< numbers from row to row; a real side in place leaves room for the complex one
    std::size_t rows;      ///< per transform
    std::size_t batch;

    std::size_t points() const { return rows * elements; }            ///< elements of one transform
    std::size_t numbers() const { return rows * pitch; }              ///< of one transform, with padding
    std::size_t all_numbers() const { return numbers() * batch; }     ///< of the whole buffer
    std::size_t touched() const { return points() * parts * batch; }  ///< numbers without padding
    std::size_t padding() const { return pitch - parts * elements; }  ///< numbers between two rows
    /// Offset of element k of a transform, in numbers.
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
    std::size_t bytes() const;    ///< of the larger side, so that a buffer can serve as either
    std::size_t traffic() const;  ///< bytes of one ideal pass: all data read once and written once, without padding
    bool is_real() const;         ///< one side is real
    bool in_place() const;
    bool is_double() const;
    std::string name() const;       ///< the problem string without its placement, which identifies a case
    std::string placement() const;  ///< "in" or "out"
};

/// The problem of a transform that the harness measures: a packed complex or real Fourier transform of any length.
/// Throws stockham::argument_error for other transforms, empty problems, and layouts that some rivals cannot express.
problem measurable(const stockham::transform&);

/// The problem of a problem string. Throws stockham::argument_error.
problem parse_problem(std::string_view text);

/// True if the text begins with a kind of transform that the harness measures.
bool begins_with_kind(std::string_view text);

/// The same problem in the other placement.
problem placed(problem, stockham::placement);

}  // namespace bench
