// Constants, parameters and files for a pass's number formats in global memory, mapped axes and chirps.
#include "kernel/pass_sides.hpp"

namespace stockham::internal {

std::string type_name(const memory_form& form) {
    if (!form.callback.empty()) return "void";
    return form.half ? "half" : form.numbers == numbers::interleaved ? "element" : "REAL";
}

int convolved_way(const pass_step& s) {
    if (!s.convolution.digit) return 0;
    if (!s.convolution.permuted()) return 1;
    if (s.convolution.whole()) return s.convolution.copied() ? 5 : 4;
    return s.convolution.copied() || s.family->lane_dim() ? 2 : 3;
}

void define_convolution(pass_text& text, const pass_step& s) {
    text.define("CONVOLVED", convolved_way(s));
    text.define("CONVOLVED_DIM", s.convolution.digit ? s.convolution.digit->dim : 0);
    text.define("CONVOLVED_POINTS", text.names.any_length ? "j->where.shape->convolved_points"
                                    : s.convolution.digit ? std::to_string(s.convolution.digit->points)
                                                          : "0");
}

namespace {

/// The name of the form in cl/access/forms.h.
std::string form_name(const pass_step& s, const memory_form& form) {
    constexpr const char* names[] = {"INTERLEAVED", "REAL", "PLANAR"};
    constexpr const char* half_names[] = {"HALF", "HALF_REAL", "HALF_PLANAR"};
    if (!form.callback.empty()) return "FORM_CALLBACK";
    if (s.non_temporal && !form.half && form.numbers == numbers::interleaved) return "FORM_NON_TEMPORAL";
    return std::string("FORM_") + (form.half ? half_names : names)[static_cast<int>(form.numbers)];
}

/// Half-precision data have no pointer arithmetic, and callbacks need the index in the whole buffer.
bool takes_whole_buffer(const memory_form& form) {
    return form.half || !form.callback.empty();
}

bool takes_start(const memory_form& form) {
    return takes_whole_buffer(form) || form.numbers == numbers::planar;
}

void define_map(pass_text& text, const pass_step& s, const mapping& m, const std::string& name) {
    const auto& n = m.numbers;
    // Of rows, the pass describes one; its points are all of the row's, or those of half a spectrum.
    const auto points = [&](std::uint64_t count) -> std::string {
        if (!text.names.rows) return std::to_string(count);
        return count == n.n ? "where.length" : "where.length / 2 + 1";
    };
    text.define(name + "_MAP", "{" + std::to_string(n.unit) + ", " + points(n.n) + ", " + points(n.extent) + ", " +
                                   points(n.held) + ", " + std::to_string(n.rows) + "}");
    text.define(name + "_INDEX_STRIDES", "{" + braced(TILE_RANK, [&](auto d) { return m.growth.tile[d]; }) + ", " +
                                             braced(LOOP_RANK, [&](auto k) { return m.growth.loop[k]; }) + "}");
    if (m.real_ends) text.define(name + "_LAST", std::to_string(last_index(s, m)));
}

void define_mapping(pass_text& text, const pass_step& s, const mapping& m, const std::string& name) {
    const auto& n = m.numbers;
    if (!text.names.any_length) define_map(text, s, m, name);
    text.define(name + "_HERMITIAN", int{m.hermitian});
    text.define(name + "_FOLDED", int{m.folded});
    text.define(name + "_PRUNED", int{m.hermitian && n.held < n.n / 2 + 1});
    text.define(name + "_REAL_ENDS", int{m.real_ends});
    text.define(name + "_BEYOND", int{last_index(s, m) >= m.numbers.extent});
    text.define(name + "_CHIRPED", int{m.chirped.has_value()});
}

/// The type of an index relative to the tile's start. Signed for mapped sides: conjugates may lie before the start.
std::string index_type(const pass_side& side, bool wide) {
    if (side.mapped) return "signed_offset";
    return wide ? "ulong" : "offset";
}

void define_side(pass_text& text, const pass_step& s, bool input, bool wide_indices) {
    const auto& side = input ? s.in : s.out;
    const std::string capitals = input ? "IN" : "OUT", way = input ? "LOAD" : "STORE";
    text.define(capitals + "_TYPE", type_name(side.form));
    text.define(capitals + "_INDEX", index_type(side, wide_indices));
    text.define(capitals + "_FORM", form_name(s, side.form));
    if (!text.names.any_length)
        text.define(capitals + "_STRIDES", braced(TILE_RANK, [&](auto d) -> std::uint64_t {
                        return d < s.tile.size() ? input ? s.tile[d].points.is : s.tile[d].points.os : 0;
                    }));
    text.define("SWAP_" + way, int{side.swapped});
    text.define("INVERSE_" + way, int{side.inverse});
    text.define(capitals + "_MAPPED", int{side.mapped.has_value()});
    if (!input && side.mapped && !text.names.any_length)
        text.define("OUT_REAL_PERIODS",
                    "{" + braced(TILE_RANK, [&](auto d) { return side.mapped->real_periods.at[d]; }) + "}");
    if (side.mapped) define_mapping(text, s, *side.mapped, capitals);
}

}  // namespace

void add_side(pass_text& text, const pass_step& s, bool input, bool wide_indices) {
    const auto& side = input ? s.in : s.out;
    const auto& form = side.form;
    const std::string name = input ? "in" : "out", of_pass = text.argument("numbers->");
    define_side(text, s, input, wide_indices);
    text.add_file("cl/access/" + std::string(input ? "input" : "output") + ".cl");
    text.line("const ulong " + name + "_start = tile_start(where.loops, " + loop_count(text, s) + ", " + of_pass +
              name + "_offset, " + of_pass + "loop_" + name + ");");
    std::vector<text_constant> members = {
        {"numbers", text.argument(name + "_base") + (takes_whole_buffer(form) ? "" : " + " + name + "_start")}};
    if (takes_start(form)) members.push_back({"start", name + "_start"});
    if (form.numbers == numbers::planar && form.callback.empty())
        members.push_back({"imaginary", text.argument(name + "_imaginary")});
    if (!form.callback.empty()) members.push_back({"data", text.argument(input ? "load_data" : "store_data")});
    if (side.mapped && side.mapped->chirped) members.push_back({"chirp", text.argument(name + "_chirp")});
    if (!input) members.push_back({"scale", s.scale != 1 ? text.argument("scale") : "1"});
    text.declare("struct " + name + "_side", name, members);
}

}  // namespace stockham::internal
