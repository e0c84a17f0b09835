// The command `transpose`: the library's transposes, with and without local memory.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "experiments/experiment.hpp"
#include "opencl_target.hpp"
#include "problem.hpp"

namespace bench {

struct transposes_options : experiment_options {
    std::vector<unsigned> sizes{64, 128, 256, 512, 1024, 2048, 4096};
};

/// The library's permutation of the axes of a problem's array (stockham::permutation), out of place.
std::unique_ptr<execution> make_transpose(opencl_target&, const problem&, std::vector<std::size_t> order, bool plain);

/// The number of elements that are not at their transposed positions.
template <class Element>
std::size_t misplaced(const Element* out, const Element* in, std::size_t rows, std::size_t columns) {
    std::size_t bad = 0;
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j) bad += out[j * rows + i] != in[i * columns + j];
    return bad;
}

void add_transpose_command(CLI::App&, transposes_options&, int& exit_code);

}  // namespace bench
