// Kernel text of word-group passes (cl/systems/constant_geometry/): one call per epoch.
#include <string>

#include "families/constant_geometry/constant_geometry.hpp"
#include "kernel/pass_parameters.hpp"
#include "kernel/pass_sides.hpp"
#include "kernel/pass_text.hpp"

namespace stockham::internal {

namespace {

/// The file that defines the epochs of a schedule.
std::string epoch_file(group_schedule schedule) {
    const char* name = schedule == group_schedule::balanced     ? "balanced"
                       : schedule == group_schedule::unbalanced ? "unbalanced"
                                                                : "alone";
    return "cl/systems/constant_geometry/" + std::string(name) + ".cl";
}

bool copies_twiddles(const constant_geometry_pass& own) {
    return own.twiddles() > 0 && !own.global_twiddles;
}

void define_constants(pass_text& text, const pass_step& s) {
    const auto& own = s.to<constant_geometry_pass>();
    text.define("LOCAL_SIZE", s.local_elements());
    text.define("SWIZZLED", int{own.swizzled});
    text.define("FOLDED_POINTS", own.folded_points(s));
    text.define("LOADS_POINTS", int{s.in.mapped.has_value()});
    text.define("STORES_POINTS", int{s.out.mapped.has_value()});
    text.define("ALONE", int{own.schedule == group_schedule::alone});
    text.define("CONVENTIONAL", int{own.conventional});
    text.define("BARRIER_PER_STAGE", int{own.barrier_per_stage});
    text.define("TWIDDLES", own.twiddles());
    text.define("TWIDDLE_ORDER", own.order);
    text.define("TWIDDLE_SPACE", copies_twiddles(own) ? "local" : "global");
    text.define("COPIES_TWIDDLES", int{copies_twiddles(own)});
    text.define("REVERSED_DIMS", braced(TILE_RANK, [&](auto d) {
                    return int{d < s.tile.size() && s.tile[d].transformed && !own.bit_reversed};
                }));
}

/// The stages alternate between two buffers: the first stage loads into the first buffer, each epoch reads one and
/// writes the other, and the last stage stores from the buffer that the last epoch wrote.
void add_calls(pass_text& text, const pass_step& s) {
    const auto& own = s.to<constant_geometry_pass>();
    const auto buffer = [](std::size_t k) { return "buffers[" + std::to_string(k % 2) + "]"; };
    const char* copied = copies_twiddles(own) ? "twiddles" : "0";
    const char* roots = own.twiddles() ? "roots" : "0";
    if (!copies_twiddles(own)) text.line("global const element* const twiddles = " + std::string(roots) + ";");
    text.line("load_tile(" + buffer(0) + ", " + side_arguments(s.in, true) + ", " + copied + ", " + roots +
              ", numbers, loops, " + std::to_string(s.stages.front().contiguous) + ");");
    // In place, a work-item stores to places that others load, so all loads of the group must be complete.
    text.line(s.in.where == s.out.where ? "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"
                                        : "barrier(CLK_LOCAL_MEM_FENCE);");
    for (std::size_t k = 1; k + 1 < s.stages.size(); ++k) {
        const auto& g = s.stages[k];
        const bool last = std::uint64_t{g.radix} * g.span == s.tile[g.dim].points.n;
        text.line(std::string(last ? "last_" : "") + "epoch_" + std::to_string(g.radix) + "(" + buffer(k - 1) + ", " +
                  buffer(k) + ", twiddles, " + std::to_string(g.dim) + ", " + std::to_string(g.span) + ");");
        text.line("barrier(CLK_LOCAL_MEM_FENCE);");
    }
    text.line("store_tile(" + buffer(s.stages.size()) + ", " + side_arguments(s.out, false) + ", numbers, loops, " +
              (s.scale != 1 ? "scale" : "1") + ", " + std::to_string(s.stages.back().contiguous) +
              point_tables(s, false) + ");");
}

}  // namespace

pass_text text_of_constant_geometry(const pass_step& s, double_support fp64) {
    const auto& own = s.to<constant_geometry_pass>();
    text_traits traits;
    traits.butterflies = false;
    traits.wide_indices = true;
    auto text = common_text(s, fp64, traits);
    if (own.twiddles()) {
        const auto table = twiddle_table::fine(s.precision, own.order, log2_of(own.order));
        text.parameters.insert(text.parameters.begin(), table_parameter("roots", table));
    }
    text.local_memory = "    local element buffers[2][TILE_POINTS];\n";
    if (copies_twiddles(own)) text.local_memory += "    local element twiddles[TWIDDLES];\n";
    define_constants(text, s);
    add_point_twiddles(text, s);
    text.add_file(epoch_file(own.schedule));
    text.add_file("cl/systems/constant_geometry/tile.cl");
    add_calls(text, s);
    return text;
}

}  // namespace stockham::internal
