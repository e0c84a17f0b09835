// Measured times in place of predicted ones.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <stockham/device.hpp>

#include "decompose/pass_problem.hpp"
#include "families/common/shaped_pass.hpp"

namespace stockham::internal {

/// The costs of the shapes of one pass by the measurements of the device's profile, if it has any:
/// - a choice that was measured for this pass costs what was measured;
/// - the predictions for its other choices are multiplied by the mean of measured over predicted times, since the model
///   misses the choices of a pass alike.
/// So costs of measured and of other shapes compare. Factors for passes without measurements, by classes of passes,
/// made choices no better (benchmarks/results/h200/passes.txt). Refers to the device.
/// Not thread-safe.
class measured_costs {
  public:
    using shaper = std::function<shape_result(const pass_choice&)>;

    /// `shape` shapes the pass by a choice, with the cost of the model.
    measured_costs(const pass_problem&, const device_description&, const shaper& shape);

    /// The measured choices that suit the pass and the device.
    const std::vector<pass_choice>& choices() const { return choices_; }

    /// Corrects the cost of a shape of the pass.
    void correct(shaped_pass&, const pass_choice&) const;

    /// True if a measured choice gives this shape, too.
    bool gives(const pass_step&) const;

  private:
    struct measured_shape {
        std::string choice, step;
        double correction = 1;
    };

    void add(const measured_choice&, const shaper&);

    const device_description& device_;
    measurements_pointer known_;
    data_place place_ = data_place::memory;
    std::vector<pass_choice> choices_;
    std::vector<measured_shape> shapes_;  ///< of these choices
    double others_ = 1;                   ///< correction of other choices
};

}  // namespace stockham::internal
