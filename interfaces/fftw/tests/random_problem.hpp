// Random problems for the guru interface, with arrays in which their elements lie.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "../source/problem.hpp"

/// Where the elements of one side lie, in elements from the start of its array.
struct placed {
    std::int64_t first = 0;   ///< of element (0, .., 0); above 0 where strides are negative
    std::int64_t extent = 1;  ///< elements of the array
};

struct random_problem {
    fftw_device::problem what;
    placed input, output;
    bool unaligned = false;  ///< the arrays start one number after an aligned address
    unsigned flags = 0;      ///< FFTW_PRESERVE_INPUT and the like
};

/// The problem of a seed. Lines of one axis have up to `longest_line` points. `half_complex`: one of FFTW_R2HC,
/// FFTW_HC2R and FFTW_DHT along one axis.
random_problem problem_of(unsigned seed, int longest_line, bool half_complex = false);

/// Lengths of one side in the program's memory, loops first: half spectra have n / 2 + 1 points.
std::vector<std::int64_t> lengths_of(const fftw_device::problem&, bool input);

std::string to_string(const random_problem&);
