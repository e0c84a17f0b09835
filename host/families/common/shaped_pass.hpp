// The shape of a pass with its cost, or why it has none.
#pragma once

#include <utility>
#include <variant>

#include <stockham/device.hpp>

#include "cost/cost.hpp"
#include "families/common/choice.hpp"
#include "model/refusal.hpp"
#include "model/step.hpp"

namespace stockham::internal {

struct shaped_pass {
    pass_step step;
    pass_choice choice;
    double device_seconds = 0;  ///< by the cost model, without launches
    double cost = 0;            ///< the same with launches
    pass_traffic traffic;
};

/// Adds the cost of this traffic to a shape.
shaped_pass with_cost(shaped_pass, const pass_traffic&, const device_description&);

/// A shape, or why there is none.
class shape_result {
  public:
    shape_result(shaped_pass shape) : held_(std::move(shape)) {}
    shape_result(refusal why) : held_(why) {}

    explicit operator bool() const { return std::holds_alternative<shaped_pass>(held_); }
    shaped_pass& operator*() { return std::get<shaped_pass>(held_); }
    const shaped_pass& operator*() const { return std::get<shaped_pass>(held_); }
    shaped_pass* operator->() { return &**this; }
    const shaped_pass* operator->() const { return &**this; }
    const refusal& why() const { return std::get<refusal>(held_); }

  private:
    std::variant<refusal, shaped_pass> held_;
};

/// How much of a shape is computed: all of it, or enough for the cost model to compare it with others. The latter skips
/// the search for the local-memory layout with the fewest bank conflicts.
enum class fidelity { exact, comparable };

}  // namespace stockham::internal
