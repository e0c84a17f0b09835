// Shaping: chooses the tile, the chain of stages and the work-group for a pass problem on a device.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <stockham/device.hpp>

#include "plan/families/families.hpp"
#include "plan/passes/pass_problem.hpp"
#include "plan/shapes/cost.hpp"
#include "plan/shapes/refusal.hpp"
#include "plan/step.hpp"

namespace stockham::internal {

/// Restrictions of the shaper beyond the device's limits.
struct shape_options {
    unsigned max_radix = 32;
    unsigned work_items = 0;                ///< the exact size of work-groups; 0: any size
    unsigned least_radix = 2;               ///< of every stage whose dimension has at least that many points
    const kernel_family* family = nullptr;  ///< the only family to use; null: the device's own
};

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

/// The shape of a pass by these choices. Refused if the choices do not apply to it, or if the device's work-groups
/// cannot hold it.
shape_result shape_by(const pass_problem&, const device_description&, const pass_choice&, fidelity = fidelity::exact);

/// The choices to try for a pass on this device, as declared by its kernel family.
std::vector<pass_choice> pass_choices(const pass_problem&, const device_description&, const shape_options& = {});

/// The cheapest shape of this pass on the device; refused if no tile holds it.
shape_result shape(const pass_problem&, const device_description&, const shape_options& = {});

/// The most points of one transform that a work-group of the device can hold.
std::uint64_t tile_capacity(const device_description&, precision, const shape_options& = {});

/// True if there is a butterfly of this radix.
bool has_butterfly(unsigned radix);

/// The chain of radices for n points with the fewest stages that max_radix allows, larger radices first (or last).
std::vector<unsigned> radix_chain(std::uint64_t n, unsigned max_radix, bool ascending = false);

}  // namespace stockham::internal
