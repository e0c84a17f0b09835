// A plan as the decisions that lead to it: what a search finds, and what wisdom keeps.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plan/passes/rules.hpp"
#include "plan/shapes/shape.hpp"

namespace stockham::internal {

/// Which rules were applied to a problem and how each pass was shaped. It holds no address, size or stride:
/// build_plan() finds these again by the rules, so that no plan string, whatever it says, can lead to a wrong result;
/// but the words `twiddles=native` and `twiddles=precise` lead to one of less precision, that of the papers that they
/// are from: Gu, Li, Siegel 2010 (section 4.1) and "2D Complex to Complex FFT for AMD GPUs" (AMD 2011). Only who writes
/// them has them.
struct plan_decisions {
    /// The published system whose steps these are, where it has steps of its own (published_system::build); else empty.
    std::string system;
    pass_sequence sequence;
    std::vector<pass_choice> choices;  ///< one a pass
    bool one_launch = false;           ///< its two passes share a launch
};

/// One line, e.g. `1024 x 32*32~ : 0.0 width=16 radix=16 points=16 ; 1.0+..`: the axes' digits, slowest axis first
/// (`~`: the last digit's pass brings them into order, not the first's; `'`: each digit's own), then the passes as
/// axis.digit names with their choices; choices that have their default are left out; `geometry=4` stands for a pass by
/// constant-geometry FFTs; `^` behind a digit: there, multiplied by a spectrum and back, `-`: back; `<`: the factors
/// towards the digits before are multiplied in on its way in; `chain=16.8` names a pass's stages, `chain=0:8.1:16` with
/// their digits where it has several. In front a system with steps of its own,
/// `row_transpose`, at the end `; one_launch`, where they hold.
std::string to_string(const plan_decisions&);

/// What of a choice has not its default value, a space before each; of word groups, `geometry` always.
std::string to_string(const pass_choice&);

/// The words that options of any family begin with, or are: `width=`, .., `exchange=planar`, .., `chain=`.
std::vector<std::string> pass_option_words();

/// The choice with these options: of the family that one of them marks, else of the device's own. Throws as
/// parse_plan_string() does, naming the pass by its number.
pass_choice parse_choice(const std::vector<std::string>& options, own_family, std::size_t pass = 1);

/// Reads such a line, for devices with this family. Throws argument_error("plan", ..) naming what it does not
/// understand, unsupported_error("plan string", ..) for an option that a pass's family does not have; whether the
/// decisions fit a problem is build_plan()'s business.
plan_decisions parse_plan_string(std::string_view, own_family);

}  // namespace stockham::internal
