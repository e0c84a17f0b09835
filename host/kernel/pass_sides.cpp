// A pass's sides as definitions.
#include "kernel/pass_sides.hpp"

#include <algorithm>
#include <iterator>

namespace stockham {

std::string type_name(const memory_form& form) {
    if (!form.callback.empty()) return "void";
    return form.half ? "half" : form.numbers == numbers::interleaved ? "element" : "REAL";
}

int convolved_way(const pass_step& s) {
    if (!s.convolved) return 0;
    if (!s.permuted()) return 1;
    return s.copied() || s.lanes > 1 ? 2 : 3;
}

unsigned half_dim(const pass_step& s) {
    const auto& grows = s.out.mapped->growth.tile;
    return static_cast<unsigned>(std::find(std::begin(grows), std::end(grows), 1U) - std::begin(grows));
}

namespace {

std::string form_name(const memory_form& form) {
    if (!form.callback.empty()) return "callback";
    constexpr const char* names[] = {"complex", "real", "planar"};
    return (form.half ? "half_" : "") + std::string(names[static_cast<int>(form.numbers)]);
}

/// A structure of growths along the tile and along the loops.
template <class Growth>
std::string growth_text(const char* type, const std::string& name, const Growth& g) {
    const auto list = [](const auto& numbers) {
        std::string text = "{";
        for (auto n : numbers) text += (text.size() > 1 ? ", " : "") + std::to_string(n);
        return text + "}";
    };
    return std::string(" const struct ") + type + " " + name + " = {" + list(g.tile) + ", " + list(g.loop) + "};";
}

std::string map_text(const std::string& side, const mapping& m) {
    const auto& n = m.numbers;
    return " const struct axis_map " + side + "_map = {" + std::to_string(n.unit) + ", " + std::to_string(n.n) + ", " +
           std::to_string(n.extent) + ", " + std::to_string(n.rows) + "};" +
           growth_text("axis_growth", side + "_growth", m.growth);
}

/// Whether a point of the tiles, guards apart, has an index beyond a map's extent.
bool reaches_beyond(const pass_step& s, const mapping& m) {
    std::uint64_t last = 0;
    for (std::size_t d = 0; d < s.tile.size(); ++d) last += m.growth.tile[d] * (s.tile[d].points.n - 1);
    for (std::size_t k = 0; k < s.loops.size(); ++k) last += m.growth.loop[k] * (s.loops[k].n - 1);
    return last >= m.numbers.extent;
}

void define_side(std::ostream& out, const pass_step& s, const pass_side& side, bool input) {
    const std::string name = input ? "IN_" : "OUT_", way = input ? "LOAD" : "STORE";
    out << "#define " << name << "FORM " << form_name(side.form) << "\n#define " << name << "TYPE "
        << type_name(side.form) << "\n#define SWAP_" << way << " " << side.swapped << "\n#define BACK_" << way << " "
        << side.back << "\n#define " << name << "MAPPED " << side.mapped.has_value() << "\n#define " << name
        << "MIRRORED " << (side.mapped && side.mapped->mirrored) << "\n#define " << name << "BEYOND "
        << (side.mapped && reaches_beyond(s, *side.mapped)) << "\n#define " << name << "CHIRPED "
        << (side.mapped && side.mapped->chirped) << "\n";
    // A name that is mentioned, but never read.
    if (!(side.mapped && side.mapped->chirped)) out << "#define " << (input ? "in" : "out") << "_chirp no_table\n";
}

/// How the legs of a butterfly are reached on either side: LOADS_POINTS and STORES_POINTS of
/// cl/work_group/exchange_local.cl.
int reach_of(const pass_step& s, const pass_side& side) {
    if (s.twins) return side.form.numbers == numbers::real ? 2 : 3;
    return side.mapped || convolved_way(s) == 3;
}

}  // namespace

std::string maps_text(const pass_step& s) {
    std::string text;
    if (s.in.mapped) text += map_text("in", *s.in.mapped);
    if (s.out.mapped) text += map_text("out", *s.out.mapped);
    if (s.factor) text += growth_text("spectrum_growth", "spectrum_growth", s.factor->growth);
    return text;
}

void define_sides(std::ostream& out, const pass_step& s) {
    out << "#define LOADS_POINTS " << reach_of(s, s.in) << "\n#define STORES_POINTS " << reach_of(s, s.out)
        << "\n#define TWIN_DIM " << s.twins.value_or(0) << "\n#define TRANSFORMED_DIMS(R)";
    for (std::size_t d = 0; d < s.tile.size(); ++d)
        if (s.tile[d].transformed) out << " R(" << d << ")";
    out << "\n";
    define_side(out, s, s.in, true);
    define_side(out, s, s.out, false);
}

}  // namespace stockham
