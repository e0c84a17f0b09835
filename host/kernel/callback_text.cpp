// User callbacks in a kernel's source, renamed so that they conflict neither with the library nor with each other.
#include "kernel/callback_text.hpp"

#include <set>
#include <utility>
#include <vector>

#include <stockham/error.hpp>

#include "kernel/callback/declarations.hpp"
#include "kernel/callback/preprocess.hpp"

namespace stockham::internal {

namespace {

std::set<std::string> names_of(const std::string& callback, preprocessed_text& found) {
    auto names = declared_names(callback, found.code);
    try {
        // Adds names in the arguments of macros that are left to the compiler.
        names.merge(declared_names(callback, found.first_reading));
    } catch (const callback_error&) {
        // Ignored: the compiler does not read this version of the text.
    }
    for (const auto& macro : found.left) names.erase(macro);
    names.insert(callback);
    return names;
}

/// Renames identifiers except members, since a member may be a vector's component.
void rename(std::vector<token>& code, const std::set<std::string>& names, const std::string& prefix) {
    const token* before = nullptr;
    for (auto& t : code) {
        const bool member = before && (before->text == "." || before->text == "->");
        if (names.count(t.text) && !t.keeps_name && !member) t.text = prefix + t.text;
        before = &t;
    }
}

}  // namespace

std::string enclosed_callback(const std::string& name, const std::string& text, precision p, double_support fp64) {
    const bool is_double = p == precision::f64;
    const std::vector<std::pair<std::string, std::string>> given = {{"REAL", is_double ? "double" : "float"},
                                                                    {"element", is_double ? "double2" : "float2"}};
    auto found = preprocess(name, text, given);
    const auto prefix = "stockham_" + name + "_";
    rename(found.code, names_of(name, found), prefix);
    std::string before, after;
    if (is_double && fp64 != double_support::none)
        before = std::string("#pragma OPENCL EXTENSION cl_") + (fp64 == double_support::amd ? "amd" : "khr") +
                 "_fp64 : enable\n";
    for (const auto& [macro, meaning] : given) {
        before += "#define " + macro + " " + meaning + "\n";
        found.macros.erase(macro);
    }
    for (const auto& n : found.macros) {
        before += "#pragma push_macro(\"" + n + "\")\n";
        after += "#undef " + n + "\n#pragma pop_macro(\"" + n + "\")\n";
    }
    for (const auto& each : given) after += "#undef " + each.first + "\n";
    if (found.contracts) after += "#pragma OPENCL FP_CONTRACT ON\n";
    // The typedef ensures that an unfinished last declaration of the text does not continue into the library's code.
    return before + "#line 1 \"" + name + "\"\n" + text_of(found.code) + "\n\n#line 1 \"after " + name + "\"\n" +
           after + "typedef int " + prefix + "ends;\n#undef " + name + "\n#define " + name + " " + prefix + name + "\n";
}

}  // namespace stockham::internal
