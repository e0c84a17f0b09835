// Kernel text common to the passes of all families.
#include "kernel/pass_text.hpp"

#include <algorithm>

#include "kernel/butterflies.hpp"
#include "kernel/pass_sides.hpp"

namespace stockham::internal {

std::string definitions(const std::vector<text_constant>& constants) {
    std::string text;
    for (const auto& c : constants) text += "#define " + c.name + " " + c.value + "\n";
    return text;
}

std::string undefinitions(const std::vector<text_constant>& constants) {
    std::string text;
    for (const auto& c : constants) text += "#undef " + c.name + "\n";
    return text;
}

std::string loop_count(const pass_text& text, const pass_step& s) {
    return text.names.any_length ? "own_shape.loops" : std::to_string(s.loops.size());
}

void pass_text::add_file(const kernel_file& file) {
    const auto same = [&](const kernel_file& f) { return f.path == file.path && f.constants == file.constants; };
    if (std::none_of(files.begin(), files.end(), same)) files.push_back(file);
}

namespace {

void define_tile(pass_text& text, const pass_step& s) {
    text.define("WIDE", int{s.needs_64_bit_offsets()});
    if (s.has_long_axes()) text.define("LONG_AXES", 1);
    text.number("TILE_POINTS", "n", s.tile_points() / s.lane_count());
    if (text.names.any_length) return text.define("ANY_LENGTH", 1);
    const auto n = [&](std::size_t d) -> std::uint64_t {
        if (d >= s.tile.size()) return 1;
        return s.tile[d].points.n / (s.is_lane_dim(d) ? s.lane_count() : 1);
    };
    text.define("TILE", "{" + braced(TILE_RANK, n) + "}");
    text.define("GUARDS", s.guards.size());
    for (std::size_t g = 0; g < s.guards.size(); ++g) {
        const auto number = std::to_string(g);
        text.define("GUARD_DIM_" + number, s.guards[g].dim);
        text.define("GUARD_LOOP_" + number, s.guards[g].loop);
        text.define("GUARD_SIZE_" + number, s.lines_along(s.guards[g].dim));
    }
}

/// Adds factor(), if the pass needs it, and the phases of twiddle factors between passes.
void add_factors(pass_text& text, const pass_step& s, bool single_points) {
    if (s.twiddles == twiddle_source::tables && s.inter_pass_twiddles.empty() && !single_points) return;
    text.define("FACTORS", static_cast<int>(s.twiddles));
    text.add_file("cl/common/factors.cl");
    if (s.inter_pass_twiddles.empty() && !single_points) return;
    text.add_file("cl/common/inter_pass_twiddle.cl");
    if (text.names.any_length) return;
    const auto& all = s.inter_pass_twiddles;
    const auto strides = [&](std::size_t r) {
        return braced(TILE_RANK, [&](auto d) { return r < all.size() ? all[r].tile[d] : 0U; });
    };
    text.define("TWIDDLE_DIMS", braced(TWIDDLE_COUNT, [&](auto r) { return r < all.size() ? all[r].dim : 0U; }));
    text.define("TWIDDLE_STRIDES", "{" + strides(0) + ", " + strides(1) + "}");
    if (!single_points) return;
    text.define("ON_STORE", braced(TWIDDLE_COUNT, [&](auto r) { return int{r < all.size() && all[r].on_store()}; }));
    text.add_file("cl/common/point_twiddles.cl");
}

void add_spectrum(pass_text& text, const pass_step& s) {
    text.define("CONJUGATED", int{s.convolution.factor->conjugated});
    text.add_file("cl/common/spectrum_factor.cl");
    if (text.names.any_length) return;
    text.define("SPECTRUM_STRIDES",
                "{" + braced(TILE_RANK, [&](auto d) { return s.convolution.factor->growth.tile[d]; }) + ", " +
                    braced(LOOP_RANK, [&](auto k) { return s.convolution.factor->growth.loop[k]; }) + "}");
}

/// Computes the tile of the group.
void add_tile_index(pass_text& text, const pass_step& s) {
    const auto numbers = text.argument("numbers");
    std::vector<text_constant> members = {{"numbers", numbers},
                                          {"loops", "loops_of(group, " + numbers + ", " + loop_count(text, s) + ")"}};
    for (std::size_t g = 0; g < s.guards.size() && !text.names.any_length; ++g) {
        const auto extent = "guard_extent[" + std::to_string(g) + "]";
        members.push_back({extent, numbers + "->" + extent});
    }
    if (text.names.any_length) {
        members.push_back({"shape", "&own_shape"});
        members.push_back({"axes", s.in.mapped || s.out.mapped ? "&own_axes" : "0"});
        members.push_back({"spectrum", s.convolution.factor ? "&own_spectrum" : "0"});
    }
    if (text.names.rows) members.push_back({"length", "row_length"});
    if (s.convolution.permuted()) members.push_back({"powers", text.argument("powers")});
    text.declare("struct tile_index", "where", members);
}

}  // namespace

pass_text common_text(const pass_step& s, double_support fp64, const pass_names& names, const text_traits& traits) {
    pass_text text;
    text.names = names;
    const bool is_double = s.precision == precision::f64;
    text.define("PASS", names.suffix);
    text.define("REAL", is_double ? "double" : "float");
    text.define("FP64_EXTENSION", is_double ? fp64 == double_support::amd ? 2 : 1 : 0);
    text.define("LANES", s.lane_count());
    text.define("WORK_ITEMS", s.work_items);
    if (names.rows) text.define("ROWS", 1);
    define_tile(text, s);
    text.add_file("cl/common/stage.h");
    if (traits.butterflies)
        for (const auto& g : s.stages) add_butterfly(text, g.radix);
    text.add_file("cl/common/guards.cl");
    add_factors(text, s, traits.stores_points || s.unpairs());
    if (s.convolution.factor) add_spectrum(text, s);
    add_tile_index(text, s);
    add_side(text, s, true, traits.wide_indices);
    add_side(text, s, false, traits.wide_indices);
    text.parameters = parameters_of(s, traits.chains);
    return text;
}

}  // namespace stockham::internal
