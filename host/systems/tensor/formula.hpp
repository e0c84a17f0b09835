// Formulas: plans in the I/O tensor notation of Gu, Li, Siegel 2010 ("An Empirically Tuned 2D and 3D FFT Library on
// CUDA GPU"), as data.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "families/shape.hpp"

namespace stockham::internal {

/// One codelet (or copy) over the whole array: `n` points per instance with strides `is` and `os`. Strides count
/// elements of the packed row-major array of the transform's lengths, also for points in local memory. The step applies
/// to all other points, which stay in place or move as the strides of later steps imply.
struct formula_step {
    enum class kind {
        direct,   ///< d(n,is,os,I,O)
        twiddle,  ///< t_r^m(r,is,os,I,O): with twiddle factors on its input (in time) or its output (in frequency)
        copy      ///< cp(n,is,os,S,O)
    };
    enum class place { input, output, workspace, local };  ///< I, O, W, S

    kind what = kind::direct;
    std::uint64_t n = 1, is = 1, os = 1;
    place from = place::input, to = place::output;
    std::uint64_t subscript = 0;    ///< t: r, its own points
    std::uint64_t superscript = 0;  ///< t: m, the points of its axis that its twiddle factors involve
    bool joined = false;            ///< joined to the step before by +
};

/// A whole transform. `choices`, if not empty, has one entry per kernel for its shape; chains follow from the steps.
struct formula {
    std::vector<formula_step> steps;
    std::vector<pass_choice> choices;
    bool one_launch = false;
};

/// True if a plan string is a formula: it begins with a brace.
bool is_formula(std::string_view text);

/// `{t_8^16(8,16,16,I,W), d(16,1,8,W,O)}`: steps separated by `, ` or ` + `, followed by choices as in other plan
/// strings, ` : width=32 ; prefetch`, and by ` ; one_launch`.
std::string to_string(const formula&);
std::string to_string(const formula_step&);

/// Parses such a text, for devices with this family. Blanks are optional, a superscript may be a product, and a sum may
/// have its own braces. Throws argument_error("plan", ..) that quotes an invalid part. check_formula() checks the
/// meaning.
formula parse_formula(std::string_view, const kernel_family&);

}  // namespace stockham::internal
