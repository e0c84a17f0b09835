// Families of passes that published systems bring along: the planner knows them by this table. systems/ has it.
#pragma once

#include <cstdint>
#include <vector>

#include "plan/shapes/shape.hpp"

namespace stockham {

struct published_family {
    /// Whether this family shapes passes of that choice.
    bool (*takes)(const pass_choice&);
    /// Why a choice that it takes does not go together, or one that it does not take asks for what only it has.
    objection (*contradiction)(const pass_choice&);
    /// The shape of a pass by a choice that it takes.
    shape_result (*shape)(const pass_problem&, const device_description&, const pass_choice&, fidelity);
    /// The choices worth a try, of radices that the device has the registers for.
    std::vector<pass_choice> (*choices)(const pass_problem&, const device_description&, unsigned max_radix);
    /// The most points of a transform in one pass; null: as many as a work-group holds otherwise.
    std::uint64_t (*capacity)(const device_description&, precision) = nullptr;
    bool reverses_bits = false;  ///< it may leave a transform's result in bit-reversed order
};

/// All of them. Defined by systems/.
const std::vector<const published_family*>& published_families();

}  // namespace stockham
