// Formulas: plans in the I/O tensor notation of Gu, Li, Siegel 2010 ("An Empirically Tuned 2D and 3D FFT Library on
// CUDA GPU"), as data.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "plan/shapes/shape.hpp"

namespace stockham::internal {

/// One codelet (or copy) over the whole array: `n` points an instance, `is` and `os` elements apart in the packed
/// row-major array of the transform's lengths, also where they lie in local memory for a while. It goes over all other
/// points, which it leaves where they are, or moves as the strides of the steps behind it say.
struct formula_step {
    enum class kind {
        direct,   ///< d(n,is,os,I,O)
        twiddle,  ///< t_r^m(r,is,os,I,O): with factors, on its input (in time) or on its output (in frequency)
        copy      ///< cp(n,is,os,S,O)
    };
    enum class place { input, output, workspace, local };  ///< I, O, W, S

    kind what = kind::direct;
    std::uint64_t n = 1, is = 1, os = 1;
    place from = place::input, to = place::output;
    std::uint64_t subscript = 0;    ///< t: r, its own points
    std::uint64_t superscript = 0;  ///< t: m, the points of its axis that the factors are towards
    bool joined = false;            ///< + the step before
};

/// A whole transform: `choices`, if there are any, one a kernel, say how each is shaped (their chains are the steps').
struct formula {
    std::vector<formula_step> steps;
    std::vector<pass_choice> choices;
    bool one_launch = false;
};

/// Whether a plan string is a formula: it begins with a brace.
bool is_formula(std::string_view text);

/// `{t_8^16(8,16,16,I,W), d(16,1,8,W,O)}`, steps on to each other by `, ` or ` + `, behind it the choices by the
/// options of other plan strings, ` : width=32 ; prefetch`, and ` ; one_launch`.
std::string to_string(const formula&);
std::string to_string(const formula_step&);

/// Reads such a text, for devices with this family: blanks where they please, a superscript also as a product, a sum
/// also in braces of its own. Throws argument_error("plan", ..) naming what it does not understand; what a formula
/// means, check_formula() knows.
formula parse_formula(std::string_view, own_family);

}  // namespace stockham::internal
