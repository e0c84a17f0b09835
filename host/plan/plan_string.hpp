// Plan strings: the decisions of a plan as text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "families/choice_text.hpp"
#include "plan/decisions.hpp"

namespace stockham::internal {

/// One line, e.g. `1024 x 32*32~ : 0.0 width=16 radix=16 points=16 ; 1.0+..`. It lists the digits of the axes, slowest
/// axis first, then the passes as axis.digit names with those choices that differ from their defaults.
/// A mark after an axis tells which pass brings its digits into order: the first one (no mark), the last one (`~`), or
/// each pass its own digit (`'`). Marks after a digit: `^`, forward transform, multiplication by a spectrum and inverse
/// transform; `-`, inverse transform; `<`, twiddle factors towards earlier digits are applied on load.
/// `geometry=4` selects constant-geometry FFTs. `chain=16.8` names the stages of a pass, `chain=0:8.1:16` with the
/// digit of each. The name of a system with its own steps comes first; `; one_launch` comes last.
std::string to_string(const plan_decisions&);

/// Parses such a line, for devices with this default family. Throws argument_error("plan", ..) that quotes an invalid
/// part, and unsupported_error("plan string", ..) for an option that the family of a pass does not have. build_plan()
/// checks whether the decisions fit a problem.
plan_decisions parse_plan_string(std::string_view, const kernel_family&);

}  // namespace stockham::internal
