// Kernel text common to the passes of all families.
#include "kernel/pass_text.hpp"

#include <algorithm>
#include <set>

#include "kernel/pass_parameters.hpp"
#include "kernel/pass_sides.hpp"

namespace stockham::internal {

void pass_text::add_file(const std::string& path, unsigned radix) {
    const auto same = [&](const piece& p) { return p.is_file && p.text == path && p.radix == radix; };
    if (std::none_of(pieces.begin(), pieces.end(), same)) pieces.push_back({true, path, radix});
}

std::string factor_arguments(const pass_step& s, std::size_t twiddle) {
    const auto number = std::to_string(twiddle);
    const auto order = s.inter_pass_twiddles[twiddle].order;
    if (s.twiddles != twiddle_source::tables) return std::to_string(order);
    return std::to_string(split_of(order)) + ", coarse_" + number + ", fine_" + number;
}

std::string point_tables(const pass_step& s, bool types) {
    const std::string type = types ? "global const element* " : "";
    std::string list;
    for (std::size_t r = 0; r < s.inter_pass_twiddles.size(); ++r)
        if (!s.inter_pass_twiddles[r].on_load && s.twiddles == twiddle_source::tables)
            for (const char* table : {"coarse_", "fine_"}) list += ", " + type + table + std::to_string(r);
    return list;
}

void add_point_twiddles(pass_text& text, const pass_step& s) {
    text.define("TWIDDLE_PARAMETERS", point_tables(s, true));
    text.define("TWIDDLE_ARGUMENTS", point_tables(s, false));
    std::string lines =
        "INLINE complex twiddle_point(complex z, struct coordinate c, const struct pass_numbers* numbers,\n"
        "                             struct loop_index loops TWIDDLE_PARAMETERS) {\n";
    for (std::size_t r = 0; r < s.inter_pass_twiddles.size(); ++r)
        if (!s.inter_pass_twiddles[r].on_load)
            lines += "    z = times(z, factor(c.at[" + std::to_string(s.inter_pass_twiddles[r].dim) +
                     "] * twiddle_phase(numbers, " + std::to_string(r) + ", c, loops), " + factor_arguments(s, r) +
                     "));\n";
    text.add_lines(lines + "    return z;\n}\n");
}

namespace {

/// The kernel file that defines the butterfly of a radix.
std::string butterfly_file(unsigned radix) {
    const bool power_of_two = (radix & (radix - 1)) == 0;
    if (!power_of_two) return "cl/butterflies/radix_" + std::to_string(radix) + ".cl";
    return radix > 32 ? "cl/butterflies/large.cl" : "cl/butterflies/powers_of_two.cl";
}

/// Defines butterfly(x, radix) for the radices of the stages; radix 1 is a copy.
void add_butterflies(pass_text& text, const pass_step& s) {
    std::set<unsigned> radices;
    for (const auto& g : s.stages) radices.insert(g.radix);
    std::string choice = "// The radix is a constant, so only one case remains.\n"
                         "INLINE void butterfly(complex* x, uint radix) {\n";
    for (auto radix : radices) {
        if (radix == 1) continue;
        text.add_file(butterfly_file(radix));
        const auto number = std::to_string(radix);
        const std::string points = radix == 2 ? "x, x + 1" : radix == 4 ? "x, x + 1, x + 2, x + 3" : "x";
        choice += "    if (radix == " + number + ") butterfly" + number + "(" + points + ");\n";
    }
    text.add_lines(choice + "}\n");
}

void define_tile(pass_text& text, const pass_step& s) {
    const auto n = [&](std::size_t d) -> std::uint64_t {
        if (d >= s.tile.size()) return 1;
        return s.tile[d].points.n / (s.is_lane_dim(d) ? s.lane_count() : 1);
    };
    text.define("TILE", "{" + braced(TILE_RANK, n) + "}");
    text.define("TILE_POINTS", s.tile_points() / s.lane_count());
    text.define("WIDE", int{s.needs_64_bit_offsets()});
    text.define("GUARDS", s.guards.size());
    for (std::size_t g = 0; g < s.guards.size(); ++g) {
        const auto number = std::to_string(g);
        text.define("GUARD_DIM_" + number, s.guards[g].dim);
        text.define("GUARD_LOOP_" + number, s.guards[g].loop);
        text.define("GUARD_SIZE_" + number, s.lines_along(s.guards[g].dim));
    }
}

/// Adds factor(index, ..), and the phases of twiddle factors between passes.
void add_factors(pass_text& text, const pass_step& s) {
    const bool tables = s.twiddles == twiddle_source::tables;
    if (!tables || !s.inter_pass_twiddles.empty()) {
        text.define("FACTOR_PARAMETERS",
                    tables ? "uint split, global const element* coarse, global const element* fine" : "uint order");
        text.define("FACTOR_ARGUMENTS", tables ? "split, coarse, fine" : "order");
        text.add_file(tables                                 ? "cl/common/twiddle_tables.cl"
                      : s.twiddles == twiddle_source::native ? "cl/common/twiddle_sines.cl"
                                                             : "cl/common/twiddle_angles.cl");
    }
    if (s.inter_pass_twiddles.empty()) return;
    const auto strides = [&](std::size_t r) {
        return braced(TILE_RANK,
                      [&](auto d) { return r < s.inter_pass_twiddles.size() ? s.inter_pass_twiddles[r].tile[d] : 0U; });
    };
    text.define("TWIDDLE_STRIDES", "{" + strides(0) + ", " + strides(1) + "}");
    text.add_file("cl/common/twiddle_phase.cl");
}

}  // namespace

pass_text common_text(const pass_step& s, double_support fp64, const text_traits& traits) {
    pass_text text;
    const bool is_double = s.precision == precision::f64;
    text.define("REAL", is_double ? "double" : "float");
    text.define("FP64_EXTENSION", is_double ? fp64 == double_support::amd ? 2 : 1 : 0);
    text.define("LANES", s.lane_count());
    text.define("WORK_ITEMS", s.work_items);
    define_tile(text, s);
    text.add_file("cl/common/complex.cl");
    text.add_file("cl/common/tile.h");
    text.add_file("cl/common/offsets.cl");
    if (traits.butterflies) add_butterflies(text, s);
    text.add_file("cl/common/guards.cl");
    add_factors(text, s);
    if (s.factor) {
        text.define("SPECTRUM_STRIDES", "{" + braced(TILE_RANK, [&](auto d) { return s.factor->growth.tile[d]; }) +
                                            ", " + braced(LOOP_RANK, [&](auto k) { return s.factor->growth.loop[k]; }) +
                                            "}");
        text.define("CONJUGATED", int{s.factor->conjugated});
        text.add_file("cl/common/spectrum_factor.cl");
    }
    text.line("const struct loop_index loops = loops_of(group, numbers, " + std::to_string(s.loops.size()) + ");");
    add_side(text, s, true, traits.wide_indices);
    add_side(text, s, false, traits.wide_indices);
    text.parameters = parameters_of(s, traits.butterflies);
    return text;
}

}  // namespace stockham::internal
