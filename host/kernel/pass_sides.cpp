// Constants, parameters and files for a pass's number formats in global memory, mapped axes and chirps.
#include "kernel/pass_sides.hpp"

#include <algorithm>
#include <iterator>

namespace stockham::internal {

std::string type_name(const memory_form& form) {
    if (!form.callback.empty()) return "void";
    return form.half ? "half" : form.numbers == numbers::interleaved ? "element" : "REAL";
}

int convolved_way(const pass_step& s) {
    if (!s.convolved) return 0;
    if (!s.permuted()) return 1;
    return s.copied() || s.family->lane_dim() ? 2 : 3;
}

unsigned half_dim(const pass_step& s) {
    const auto& grows = s.out.mapped->growth.tile;
    return static_cast<unsigned>(std::find(std::begin(grows), std::end(grows), 1U) - std::begin(grows));
}

namespace {

/// The file that defines fetch() or deliver().
std::string form_file(const pass_step& s, const memory_form& form, bool input) {
    constexpr const char* names[] = {"interleaved", "real", "planar"};
    std::string name = names[static_cast<int>(form.numbers)];
    if (form.half) name = "half_" + name;
    if (s.non_temporal && name == "interleaved") name = "non_temporal";
    if (!form.callback.empty()) name = "callback";
    return std::string("cl/access/") + (input ? "load_" : "store_") + name + ".cl";
}

/// Half-precision data have no pointer arithmetic, and callbacks need the index in the whole buffer.
bool takes_whole_buffer(const memory_form& form) {
    return form.half || !form.callback.empty();
}

bool takes_start(const memory_form& form) {
    return takes_whole_buffer(form) || form.numbers == numbers::planar;
}

/// Parameters of functions that read or write global memory, or the arguments if `types` is false.
std::string side_list(const pass_side& side, bool input, bool types) {
    const std::string name = input ? "in" : "out", constant = input ? "const " : "";
    const auto pointer = [&](const std::string& type) { return types ? "global " + type + "* " : ""; };
    const auto& form = side.form;
    auto list = pointer(constant + type_name(form)) + name;
    if (form.numbers == numbers::planar && form.callback.empty())
        list += ", " + pointer(constant + type_name(form)) + name + "_imaginary";
    if (takes_start(form)) list += std::string(types ? ", ulong " : ", ") + name + "_start";
    if (!form.callback.empty()) list += ", " + pointer(constant + "void") + (input ? "load_data" : "store_data");
    if (side.mapped && side.mapped->chirped) list += ", " + pointer("const element") + name + "_chirp";
    return list;
}

/// True if a tile's point, ignoring guards, can have an index beyond the map's extent.
bool reaches_beyond(const pass_step& s, const mapping& m) {
    std::uint64_t last = 0;
    for (std::size_t d = 0; d < s.tile.size(); ++d) last += m.growth.tile[d] * (s.tile[d].points.n - 1);
    for (std::size_t k = 0; k < s.loops.size(); ++k) last += m.growth.loop[k] * (s.loops[k].n - 1);
    return last >= m.numbers.extent;
}

void define_map(pass_text& text, const pass_step& s, const mapping& m, const std::string& name) {
    const auto& n = m.numbers;
    text.define(name + "_MAP", "{" + std::to_string(n.unit) + ", " + std::to_string(n.n) + ", " +
                                   std::to_string(n.extent) + ", " + std::to_string(n.rows) + "}");
    text.define(name + "_INDEX_STRIDES", "{" + braced(TILE_RANK, [&](auto d) { return m.growth.tile[d]; }) + ", " +
                                             braced(LOOP_RANK, [&](auto k) { return m.growth.loop[k]; }) + "}");
    text.define(name + "_HERMITIAN", int{m.hermitian});
    text.define(name + "_BEYOND", int{reaches_beyond(s, m)});
    text.define(name + "_CHIRPED", int{m.chirped.has_value()});
}

/// The type of an index relative to the tile's start. Signed for mapped sides: conjugates may lie before the start.
std::string index_type(const pass_side& side, bool wide) {
    if (side.mapped) return "signed_offset";
    return wide ? "ulong" : "offset";
}

}  // namespace

std::string side_arguments(const pass_side& side, bool input) {
    return side_list(side, input, false);
}

void add_side(pass_text& text, const pass_step& s, bool input, bool wide_indices) {
    const auto& side = input ? s.in : s.out;
    const std::string name = input ? "in" : "out", capitals = input ? "IN" : "OUT", way = input ? "LOAD" : "STORE";
    text.define(capitals + "_TYPE", type_name(side.form));
    text.define(capitals + "_INDEX", index_type(side, wide_indices));
    text.define(capitals + "_PARAMETERS", side_list(side, input, true));
    text.define(capitals + "_ARGUMENTS", side_arguments(side, input));
    text.define(capitals + "_STRIDES", braced(TILE_RANK, [&](auto d) -> std::uint64_t {
                    return d < s.tile.size() ? input ? s.tile[d].points.is : s.tile[d].points.os : 0;
                }));
    text.define("SWAP_" + way, int{side.swapped});
    text.define("INVERSE_" + way, int{side.inverse});
    if (side.mapped) define_map(text, s, *side.mapped, capitals);
    const std::string verb = input ? "load" : "store";
    text.add_file(form_file(s, side.form, input));
    text.add_file(input ? "cl/access/as_loaded.cl" : "cl/access/as_stored.cl");
    text.add_file("cl/access/" + verb + "_point" + (side.mapped ? "_mapped" : "") + ".cl");
    const auto start = "tile_start(loops, " + std::to_string(s.loops.size()) + ", numbers->" + name +
                       "_offset, numbers->loop_" + name + ")";
    if (takes_start(side.form)) text.line("const ulong " + name + "_start = " + start + ";");
    text.line(std::string("global ") + (input ? "const " : "") + type_name(side.form) + "* const " + name + " = " +
              name + "_base" +
              (takes_whole_buffer(side.form) ? ";"
               : takes_start(side.form)      ? " + " + name + "_start;"
                                             : " + " + start + ";"));
}

}  // namespace stockham::internal
