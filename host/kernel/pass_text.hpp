// The kernel text of a pass: constants, files with the functions that it calls, and the calls.
#pragma once

#include <string>
#include <vector>

#include "kernel/pass_parameters.hpp"
#include "model/step.hpp"

namespace stockham::internal {

/// A macro of the kernel's text.
struct text_constant {
    std::string name, value;

    friend bool operator==(const text_constant& a, const text_constant& b) {
        return a.name == b.name && a.value == b.value;
    }
};

/// "#define" lines for the constants.
std::string definitions(const std::vector<text_constant>&);
/// "#undef" lines for the constants.
std::string undefinitions(const std::vector<text_constant>&);

/// How the text of a pass names things. A kernel with one pass needs no suffix, and its arguments are variables.
struct pass_names {
    std::string suffix;     ///< PASS of cl/common/names.h
    std::string arguments;  ///< prefix of the kernel's arguments, such as "given."
    /// The pass transforms rows with lengths of their own. The kernel has variables for the numbers of its row:
    /// row_length, and those that others have as arguments.
    bool rows = false;
    /// The kernel serves digits of any length: the numbers of the tile are members of `where.shape`
    /// (cl/common/digit_shape.h).
    bool any_length = false;
};

/// A kernel file, and constants that are defined only for it.
struct kernel_file {
    std::string path;
    std::vector<text_constant> constants = {};
    bool shared = false;  ///< the same in all passes of a kernel
};

struct pass_text {
    pass_names names;
    std::vector<text_constant> constants;
    std::string local_memory;           ///< declarations of local memory
    std::string shared_memory;          ///< the same as a view of `shared`, if several passes share a launch
    std::string scratch;                ///< declarations after those of local memory
    unsigned sub_group = 0;             ///< size of the sub-groups that the kernel asks for; 0: none
    bool needs_scratch = false;         ///< local memory has SCRATCH_BYTES more
    bool numbers_groups = false;        ///< the body uses `groups`, the number of work-groups
    std::vector<kernel_file> files;     ///< in this order, after the constants
    std::vector<parameter> parameters;  ///< of the kernel besides its main buffers and numbers
    std::vector<parameter> structs;     ///< further parameters: the body has pointers to structs of these types
    std::string body;                   ///< the function's body, after the computation of its group

    void define(const std::string& name, const std::string& value) { constants.push_back({name, value}); }
    void define(const std::string& name, const char* value) { define(name, std::string(value)); }
    template <class Number>
    void define(const std::string& name, Number value) {
        define(name, std::to_string(value));
    }
    /// The same for a number that is a member of the shape in kernels for any length.
    template <class Number>
    void number(const std::string& name, const char* member, Number value) {
        define(name, names.any_length ? "where.shape->" + std::string(member) : std::to_string(value));
    }
    /// Adds a file unless it is already present with these constants.
    void add_file(const kernel_file&);
    void add_file(const std::string& path) { add_file(kernel_file{path}); }
    /// Adds a line to the body.
    void line(const std::string& text) { body += "    " + text + "\n"; }
    /// Adds a structure to the body and assigns its members one by one. (From an initialiser that leaves members out,
    /// Mesa's compiler makes a structure in memory.)
    void declare(const std::string& type, const std::string& name, const std::vector<text_constant>& members) {
        line(type + " " + name + ";");
        for (const auto& m : members) line(name + "." + m.name + " = " + m.value + ";");
    }
    /// The text for an argument of the kernel.
    std::string argument(const std::string& name) const { return names.arguments + name; }
};

/// The number of loops over tiles.
std::string loop_count(const pass_text&, const pass_step&);

/// "{f(0), f(1), .., f(count - 1)}".
template <class NumberOf>
std::string braced(std::size_t count, NumberOf number_of) {
    std::string text = "{";
    for (std::size_t d = 0; d < count; ++d) text += (d ? ", " : "") + std::to_string(number_of(d));
    return text + "}";
}

/// What the common text of a family's passes differs in.
struct text_traits {
    bool chains = true;          ///< its stages take twiddle factors from the tables of chains
    bool butterflies = true;     ///< its stages are butterflies of cl/butterflies/
    bool wide_indices = false;   ///< indices relative to the tile's start have 64 bits
    bool stores_points = false;  ///< its stores apply factors between passes to single points
};

/// Text common to all passes: precision, tile, strides, guards, twiddle factors between passes, both sides.
pass_text common_text(const pass_step&, double_support, const pass_names&, const text_traits& = {});

}  // namespace stockham::internal
