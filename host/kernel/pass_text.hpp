// The kernel text of a pass: constants, files with the functions that it calls, and the calls.
#pragma once

#include <string>
#include <vector>

#include "kernel/pass_parameters.hpp"
#include "model/step.hpp"

namespace stockham::internal {

struct pass_text {
    /// A kernel file, instantiated for a radix if its functions depend on one; or lines written by the host.
    struct piece {
        bool is_file;
        std::string text;
        unsigned radix = 0;  ///< 0: the file does not depend on the radix
    };

    std::string constants;              ///< "#define" lines
    std::string local_memory;           ///< declarations of local memory
    std::string shared_memory;          ///< the same as a view of `shared`, if several passes share a launch
    std::string scratch;                ///< declarations after those of local memory
    bool numbers_groups = false;        ///< the body uses `groups`, the number of work-groups
    std::vector<piece> pieces;          ///< in this order, after the constants
    std::vector<parameter> parameters;  ///< of the kernel besides its main buffers and numbers
    std::string body;                   ///< the function's body, after the computation of its group

    void define(const std::string& name, const std::string& value) {
        constants += "#define " + name + " " + value + "\n";
    }
    void define(const std::string& name, const char* value) { define(name, std::string(value)); }
    template <class Number>
    void define(const std::string& name, Number value) {
        define(name, std::to_string(value));
    }
    /// Adds a file unless it is already present.
    void add_file(const std::string& path, unsigned radix = 0);
    void add_lines(const std::string& lines) { pieces.push_back({false, lines}); }
    /// Adds a line to the body.
    void line(const std::string& text) { body += "    " + text + "\n"; }
};

/// "{f(0), f(1), .., f(count - 1)}".
template <class NumberOf>
std::string braced(std::size_t count, NumberOf number_of) {
    std::string text = "{";
    for (std::size_t d = 0; d < count; ++d) text += (d ? ", " : "") + std::to_string(number_of(d));
    return text + "}";
}

/// What the common text of a family's passes differs in.
struct text_traits {
    bool butterflies = true;    ///< its stages are butterflies of cl/butterflies/
    bool wide_indices = false;  ///< indices relative to the tile's start have 64 bits
};

/// Text common to all passes: precision, tile, strides, guards, twiddle factors between passes, both sides.
pass_text common_text(const pass_step&, double_support, const text_traits& = {});

/// Arguments that select a twiddle factor between passes: the split and the names of the coarse and the fine table; or
/// the order of the root if factors are computed.
std::string factor_arguments(const pass_step&, std::size_t twiddle);

/// The tables of all twiddle factors that are applied on store, for stores that handle single points. Parameters with
/// types, or arguments without; a comma before each.
std::string point_tables(const pass_step&, bool types);

/// Adds twiddle_point(), which applies those factors to one point.
void add_point_twiddles(pass_text&, const pass_step&);

}  // namespace stockham::internal
