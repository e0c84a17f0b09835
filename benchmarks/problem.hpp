// One case of a benchmark: a transform by its problem string, and the numbers every row derives from it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <stockham/transform.hpp>

namespace bench {

struct problem {
    stockham::transform transform;

    std::size_t length() const;   ///< points of one transform: the product of its lengths
    std::size_t points() const;   ///< of the whole batch
    std::size_t bytes() const;    ///< of one side's buffer
    std::size_t traffic() const;  ///< bytes of one ideal pass: everything read once and written once
    double flops() const;         ///< 5 M sum(log2 N_d), the convention of every FFT paper
    bool in_place() const;
    bool is_double() const;
    std::string name() const;       ///< the problem string without its placement: what identifies a case
    std::string placement() const;  ///< "in" or "out"
};

/// Reads a problem string for the harness: packed complex data of any length; throws stockham::argument_error for
/// what is not one, for empty problems, and for layouts, which not every rival can express.
problem parse_problem(std::string_view text);

/// The same problem in the other placement.
problem placed(problem, stockham::placement);

}  // namespace bench
