// A builder for the body of a pass's function: calls of functions of cl/ with typed arguments.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernel/pass_text.hpp"
#include "model/step.hpp"

namespace stockham::internal {

/// A value in a kernel's text.
struct text_value {
    std::string type;  ///< in OpenCL C
    std::string text;

    text_value(std::string its_type, std::string its_text) : type(std::move(its_type)), text(std::move(its_text)) {}
    template <class Number, class = std::enable_if_t<std::is_integral_v<Number>>>
    text_value(Number number) : type("uint"), text(std::to_string(number)) {}
};

/// A value of a struct type.
text_value compound(const std::string& type, const std::vector<text_value>& members);

/// A function of cl/ that handles one point of a butterfly (see cl/common/load_loop.cl and its neighbours).
struct point_function {
    std::string name;
    std::string begin;                          ///< computes what a butterfly's points share
    std::vector<kernel_file> files;             ///< that define both, in this order
    std::vector<text_constant> constants = {};  ///< further constants of the loop
};

class pass_function {
  public:
    pass_function(pass_text&, const pass_step&);

    /// @name Values of every pass
    /// @{
    const text_value x{"complex*", "x"};
    const text_value in{"struct in_side", "in"}, out{"struct out_side", "out"};
    const text_value where{"struct tile_index", "where"};
    const text_value spectrum, packing;
    /// @}

    /// Declares a variable with these members, once, and returns it.
    text_value variable(const std::string& type, const std::string& name, const std::vector<text_value>& members);
    /// Factor `r` between passes. `powers` names the table of powers, or of factors of lanes.
    text_value twiddle(std::size_t r, const std::string& powers = "");
    /// All factors between passes that are applied on store, for functions that store single points.
    text_value point_twiddles();
    /// A chain's table for a stage that has twiddle factors; else 0.
    text_value chain(std::size_t stage) const;
    std::string argument(const std::string& name) const { return text_.argument(name); }
    text_value table(const std::string& name) const { return {"global const element*", text_.argument(name)}; }

    /// Calls a function that is defined once in a pass. `files` define it.
    void call(const char* name, const std::vector<text_value>& arguments,
              std::initializer_list<const char*> files = {});
    /// Calls a function that a file defines for the radix of a stage.
    void call_for_radix(const char* name, std::size_t stage, const std::vector<text_value>& arguments,
                        std::initializer_list<const char*> files);

    /// @name Loops over butterflies that call a function for each point
    /// @{
    void load(const point_function& f, std::size_t stage, const text_value& from) { loop("load", f, stage, from); }
    void store(const point_function& f, std::size_t stage, const text_value& to) { loop("store", f, stage, to); }
    void multiply(const point_function& f, std::size_t stage, const text_value& by) { loop("multiply", f, stage, by); }
    /// @}

    /// Makes `groups`, the number of work-groups, known to the function.
    void number_groups() { text_.numbers_groups = true; }
    void line(const std::string& text) { text_.line(indent_ + text); }
    void barrier(bool global = false);
    /// Starts and ends a block of lines.
    void open(const std::string& head);
    void close();

  private:
    void loop(const char* kind, const point_function&, std::size_t stage, const text_value& source);
    std::string in_pass(const std::string& name) const { return name + text_.names.suffix; }
    unsigned radix(std::size_t stage) const { return s_.stages[stage].radix; }

    pass_text& text_;
    const pass_step& s_;
    std::set<std::string> declared_;
    std::string indent_;
};

}  // namespace stockham::internal
