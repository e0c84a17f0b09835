// Calls of functions of cl/ in the text of a pass.
#include "kernel/pass_function.hpp"

#include <utility>

#include "kernel/pass_parameters.hpp"

namespace stockham::internal {

namespace {

std::string listed(const std::vector<text_value>& values) {
    std::string list;
    for (const auto& v : values) list += (list.empty() ? "" : ", ") + v.text;
    return list;
}

}  // namespace

text_value compound(const std::string& type, const std::vector<text_value>& members) {
    return {type, "(" + type + "){" + listed(members) + "}"};
}

pass_function::pass_function(pass_text& text, const pass_step& s)
    : spectrum("global const element*", text.argument("spectrum")),
      packing("global const element*", text.argument("packing")), text_(text), s_(s) {}

text_value pass_function::variable(const std::string& type, const std::string& name,
                                   const std::vector<text_value>& members) {
    if (declared_.insert(name).second) line("const " + type + " " + name + " = {" + listed(members) + "};");
    return {type, name};
}

text_value pass_function::twiddle(std::size_t r, const std::string& powers) {
    const auto& t = s_.inter_pass_twiddles[r];
    const auto number = std::to_string(r);
    const auto root = s_.twiddles != twiddle_source::tables
                          ? std::to_string(t.order)
                          : (text_.names.any_length ? "where.shape->twiddle_split[" + number + "]"
                                                    : std::to_string(split_of(t.order))) +
                                ", " + text_.argument("coarse_" + number) + ", " + text_.argument("fine_" + number);
    return variable("struct inter_pass_twiddle", "twiddle_" + number,
                    {{"struct root_of_unity", "{" + root + "}"},
                     powers.empty() ? text_value("global const element*", "0") : table(powers)});
}

text_value pass_function::point_twiddles() {
    const std::string type = "const struct inter_pass_twiddle*";
    std::vector<text_value> all;
    for (std::size_t r = 0; r < s_.inter_pass_twiddles.size(); ++r) all.push_back(twiddle(r));
    if (all.empty()) return {type, "0"};
    if (declared_.insert("point_factors").second) {
        line("struct inter_pass_twiddle point_factors[TWIDDLE_COUNT];");
        for (std::size_t r = 0; r < all.size(); ++r)
            line("point_factors[" + std::to_string(r) + "] = " + all[r].text + ";");
    }
    return {type, "point_factors"};
}

text_value pass_function::chain(std::size_t stage) const {
    const auto& g = s_.stages[stage];
    return g.span > 1 ? table(chain_name(g.dim, s_.convolution.is_mirrored(stage)))
                      : text_value("global const element*", "0");
}

void pass_function::call(const char* name, const std::vector<text_value>& arguments,
                         std::initializer_list<const char*> files) {
    for (const auto* file : files) text_.add_file(file);
    line(in_pass(name) + "(" + listed(arguments) + ");");
}

void pass_function::call_for_radix(const char* name, std::size_t stage, const std::vector<text_value>& arguments,
                                   std::initializer_list<const char*> files) {
    const auto number = std::to_string(radix(stage));
    for (const auto* file : files) text_.add_file({file, {{"RADIX", number}}});
    line(in_pass(name) + "_" + number + "(" + listed(arguments) + ");");
}

void pass_function::loop(const char* kind, const point_function& f, std::size_t stage, const text_value& source) {
    for (const auto& file : f.files) text_.add_file(file);
    const auto& g = s_.stages[stage];
    const auto number = std::to_string(g.radix);
    std::vector<text_constant> constants = {
        {"RADIX", number}, {"POINT", f.name}, {"BEGIN", f.begin}, {"SOURCE", source.type}};
    constants.insert(constants.end(), f.constants.begin(), f.constants.end());
    text_.add_file({"cl/common/" + std::string(kind) + "_loop.cl", std::move(constants)});
    line(in_pass(f.name) + "_" + number + "(" + listed({x, source, where, g.dim, g.span, g.contiguous}) + ");");
}

void pass_function::barrier(bool global) {
    line(global ? "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);" : "barrier(CLK_LOCAL_MEM_FENCE);");
}

void pass_function::open(const std::string& head) {
    line(head + " {");
    indent_ += "    ";
}

void pass_function::close() {
    indent_.resize(indent_.size() - 4);
    line("}");
}

}  // namespace stockham::internal
