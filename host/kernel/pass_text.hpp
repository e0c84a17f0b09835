// The kernel text of a pass: constants, files with the functions that it calls, and the calls.
#pragma once

#include <string>
#include <vector>

#include "plan/step.hpp"

namespace stockham::internal {

struct pass_text {
    /// A kernel file, instantiated for a radix if its functions depend on one; or lines written by the host.
    struct piece {
        bool is_file;
        std::string text;
        unsigned radix = 0;  ///< 0: the file does not depend on the radix
    };

    std::string constants;      ///< "#define" lines
    std::string local_memory;   ///< declarations of local memory
    std::vector<piece> pieces;  ///< in this order, after the constants
    std::string body;           ///< the function's body, after the computation of its group

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

/// Text common to all passes: precision, tile, strides, guards, twiddle factors between passes, both sides.
pass_text common_text(const pass_step&, double_support);

/// The text of a pass of each family: work-groups that exchange through local memory; lanes; word groups.
pass_text text_of(const pass_step&, const work_group_pass&, double_support);
pass_text text_of(const pass_step&, const lanes_pass&, double_support);
pass_text text_of(const pass_step&, const word_group_pass&, double_support);

/// The text of a pass of any family.
pass_text text_of(const pass_step&, double_support);

/// Arguments that select a twiddle factor between passes: the split and the names of the coarse and the fine table; or
/// the order of the root if factors are computed.
std::string factor_arguments(const pass_step&, std::size_t twiddle);

/// The tables of all twiddle factors that are applied on store, for stores that handle single points. Parameters with
/// types, or arguments without; a comma before each.
std::string point_tables(const pass_step&, bool types);

/// Adds twiddle_point(), which applies those factors to one point.
void add_point_twiddles(pass_text&, const pass_step&);

}  // namespace stockham::internal
