// A pass before it has a shape: which digits it transforms, and over which lines.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernel/launch.hpp"
#include "tensor/iodim.hpp"
#include "tensor/problem.hpp"

namespace stockham {

/// A step `d` of the tensor language, or (order > 1) a step `t`: its outputs are rotated by w_order^(k phase).
struct digit_transform {
    iodim points;
    std::uint64_t order = 1;
};

/// Independent lines; `phase[t]` is what a step along them adds to the phase of transform t.
struct line_dim {
    iodim lines;
    std::array<std::uint32_t, 3> phase{};
};

struct pass_problem {
    stockham::precision precision = stockham::precision::f32;
    bool inverse = false;
    double scale = 1;
    buffer src = buffer::input;
    buffer dst = buffer::output;
    std::uint64_t in_offset = 0;
    std::uint64_t out_offset = 0;
    std::vector<digit_transform> transforms;
    std::vector<line_dim> lines;

    std::uint64_t points() const;
};

/// Drops lines of length 1, merges those that run on into each other, and sorts them by input stride.
void merge_lines(pass_problem&);

}  // namespace stockham
