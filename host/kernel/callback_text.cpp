// User callbacks in a kernel's source, renamed so that they conflict neither with the library nor with each other.
#include "kernel/callback_text.hpp"

#include <utility>
#include <vector>

#include <stockham/error.hpp>

#include "kernel/callback/names.hpp"

namespace stockham::internal {

namespace {

/// Puts the prefix before names declared at file scope, except members: a member may be a vector's component. A macro
/// replaces members too.
std::string renamed(const std::string& text, const std::vector<token>& tokens, const callback_names& names,
                    const std::string& prefix) {
    std::string out;
    std::size_t done = 0;
    const token* before = nullptr;
    for (const auto& t : tokens) {
        const bool member = before && (before->text == "." || before->text == "->") && !names.macros.count(t.text);
        if (names.declared.count(t.text) && !t.keeps_name && !member) {
            out += text.substr(done, t.at - done) + prefix;
            done = t.at;
        }
        before = &t;
    }
    return out + text.substr(done);
}

}  // namespace

std::string enclosed_callback(const std::string& name, const std::string& text, precision p, double_support fp64) {
    const bool is_double = p == precision::f64;
    const std::pair<std::string, std::string> given[] = {{"REAL", is_double ? "double" : "float"},
                                                         {"element", is_double ? "double2" : "float2"}};
    const auto lines = with_line_ends(text);
    auto tokens = tokens_of(name, lines);
    auto names = names_of(name, tokens);
    names.declared.insert(name);
    const auto prefix = "stockham_" + name + "_";
    std::string before, after;
    if (is_double && fp64 != double_support::none)
        before = std::string("#pragma OPENCL EXTENSION cl_") + (fp64 == double_support::amd ? "amd" : "khr") +
                 "_fp64 : enable\n";
    for (const auto& [macro, meaning] : given) {
        before += "#define " + macro + " " + meaning + "\n";
        after += "#undef " + macro + "\n";
        names.declared.erase(macro);
        names.macros.erase(macro);
    }
    // The compiler may have macros of the same names.
    for (const auto& macro : names.macros) {
        const auto n = names.declared.count(macro) ? prefix + macro : macro;
        before += "#pragma push_macro(\"" + n + "\")\n";
        after += "#undef " + n + "\n#pragma pop_macro(\"" + n + "\")\n";
    }
    if (names.contracts) after += "#pragma OPENCL FP_CONTRACT ON\n";
    // An unfinished last declaration does not continue into the library's code: the typedef cannot continue it. An
    // unfinished function, in one of several branches, does not compile with a static declaration.
    after += "typedef int " + prefix + "ends;\nstatic void " + prefix + "ended(void);\n";
    return before + "#line 1 \"" + name + "\"\n" + renamed(lines, tokens, names, prefix) + "\n\n#line 1 \"after " +
           name + "\"\n" + after + "#undef " + name + "\n#define " + name + " " + prefix + name + "\n";
}

}  // namespace stockham::internal
