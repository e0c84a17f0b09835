// The problem a planner solves: a transform tensor and a loop, canonical and checked.
#pragma once

#include <cstdint>
#include <vector>

#include <stockham/transform.hpp>

#include "tensor/iodim.hpp"

namespace stockham {

/// `axes` is the transform tensor, slowest first; `batch` the loop tensor. Strides count complex elements.
struct problem {
    std::vector<iodim> axes;
    iodim batch;
    std::uint64_t in_offset = 0;
    std::uint64_t out_offset = 0;
    stockham::precision precision = stockham::precision::f32;
    bool inverse = false;
    bool in_place = false;
    double scale = 1;
    stockham::algorithm algorithm = stockham::algorithm::automatic;

    std::uint64_t points() const;  ///< of the whole batch
};

/// Checks the transform (see check()) and fills in what it leaves to its defaults.
problem make_problem(const transform&);

}  // namespace stockham
