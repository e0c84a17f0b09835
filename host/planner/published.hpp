// Published systems, demanded by name (stockham::algorithm): what makes a plan of each. Which transforms each fits,
// check() knows (tensor/check_algorithm.cpp).
#pragma once

#include <string>

#include "planner/search.hpp"
#include "tensor/problem.hpp"

namespace stockham {

struct published_system {
    algorithm name;
    const char* note;  ///< what its plans say of themselves
    /// The system's plan of a problem; infinite cost if the device cannot hold it.
    candidate (*plan)(const problem&, const device_description&);
    /// Why these decisions are not the system's; empty if they are.
    std::string (*objection)(const recipe&);
};

/// Null for algorithm::automatic.
const published_system* published(algorithm);

}  // namespace stockham
