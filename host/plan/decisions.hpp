// A plan as the decisions that lead to it: the result of a search, and the content of wisdom.
#pragma once

#include <string>
#include <vector>

#include "decompose/sequences.hpp"
#include "families/common/choice.hpp"

namespace stockham::internal {

/// Which rules were applied to a problem and how each pass was shaped. It holds no address, size or stride:
/// build_plan() derives these again by the rules, so no plan string can lead to a wrong result. Only `twiddles=native`
/// and `twiddles=precise`, from Gu, Li, Siegel 2010 (section 4.1) and "2D Complex to Complex FFT for AMD GPUs" (AMD
/// 2011), reduce the precision. They are used only when a plan string asks for them.
struct plan_decisions {
    /// The published system, if it has its own steps (published_system::build); else empty.
    std::string system;
    pass_sequence sequence;
    std::vector<pass_choice> choices;  ///< one per pass
    bool one_launch = false;           ///< the passes share a launch
};

}  // namespace stockham::internal
