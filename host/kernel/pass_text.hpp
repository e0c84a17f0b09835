// A pass as kernel text: its constants, the files with the functions it calls, and the calls.
#pragma once

#include <string>
#include <vector>

#include "plan/step.hpp"

namespace stockham::internal {

struct pass_text {
    /// A kernel file, for stages of a radix where it has functions of one; or lines by the host.
    struct piece {
        bool is_file;
        std::string text;
        unsigned radix = 0;  ///< 0: of none
    };

    std::string constants;      ///< "#define" lines
    std::string local_memory;   ///< the lines of the kernel that declare it
    std::vector<piece> pieces;  ///< in this order, behind the constants
    std::string body;           ///< of the pass's function, from where its tile is known

    void define(const std::string& name, const std::string& value) {
        constants += "#define " + name + " " + value + "\n";
    }
    void define(const std::string& name, const char* value) { define(name, std::string(value)); }
    template <class Number>
    void define(const std::string& name, Number value) {
        define(name, std::to_string(value));
    }
    /// A file that is there already is not added again.
    void add_file(const std::string& path, unsigned radix = 0);
    void add_lines(const std::string& lines) { pieces.push_back({false, lines}); }
    /// One line of the body.
    void line(const std::string& text) { body += "    " + text + "\n"; }
};

/// A braced list of the numbers of d = 0 .. count - 1.
template <class NumberOf>
std::string braced(std::size_t count, NumberOf number_of) {
    std::string text = "{";
    for (std::size_t d = 0; d < count; ++d) text += (d ? ", " : "") + std::to_string(number_of(d));
    return text + "}";
}

/// What all passes have in common: precision, tile, strides, guards, twiddle factors between passes, both sides.
pass_text common_text(const pass_step&, double_support);

/// By family: work-items that exchange through local memory; lanes; word groups.
pass_text text_of(const pass_step&, const work_group_pass&, double_support);
pass_text text_of(const pass_step&, const lanes_pass&, double_support);
pass_text text_of(const pass_step&, const word_group_pass&, double_support);

/// Of a pass of any.
pass_text text_of(const pass_step&, double_support);

/// The names of the twiddle factors' tables between passes: where an index is split, coarse and fine; or the order.
std::string factor_arguments(const pass_step&, std::size_t twiddle);

/// The tables of all factors between passes on the way out, with types or without, where each point has factors of its
/// own: a comma before each.
std::string point_tables(const pass_step&, bool types);

/// twiddle_point(): those factors of one point.
void add_point_twiddles(pass_text&, const pass_step&);

}  // namespace stockham::internal
