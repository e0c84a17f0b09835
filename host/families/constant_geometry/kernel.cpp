// Kernel text of word-group passes (cl/constant_geometry/): one call per epoch.
#include <string>

#include "families/constant_geometry/constant_geometry.hpp"
#include "kernel/pass_function.hpp"

namespace stockham::internal {

namespace {

/// The file that defines the epochs of a schedule.
std::string epoch_file(group_schedule schedule) {
    const char* name = schedule == group_schedule::balanced     ? "balanced"
                       : schedule == group_schedule::unbalanced ? "unbalanced"
                                                                : "alone";
    return "cl/constant_geometry/" + std::string(name) + ".cl";
}

bool copies_twiddles(const constant_geometry_pass& own) {
    return own.twiddles() > 0 && !own.global_twiddles;
}

void define_constants(pass_text& text, const pass_step& s) {
    const auto& own = s.to<constant_geometry_pass>();
    text.define("LOCAL_SIZE", s.local_elements());
    text.define("SWIZZLED", int{own.swizzled});
    text.define("FOLDED_POINTS", own.folded_points(s));
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
    pass_function f(text, s);
    const auto& own = s.to<constant_geometry_pass>();
    const auto buffer = [](std::size_t k) {
        return text_value("local element*", "buffers[" + std::to_string(k % 2) + "]");
    };
    const text_value none("global const element*", "0"), roots = own.twiddles() ? f.table("roots") : none;
    const text_value twiddles("TWIDDLE_SPACE const element*", "twiddles");
    if (!copies_twiddles(own)) f.line("global const element* const twiddles = " + roots.text + ";");
    f.call("load_tile",
           {buffer(0), f.in, copies_twiddles(own) ? twiddles : none, roots, f.where, s.stages.front().contiguous});
    // In place, a work-item stores to places that others load, so all loads of the group must be complete.
    f.barrier(s.in.where == s.out.where);
    for (std::size_t k = 1; k + 1 < s.stages.size(); ++k) {
        const auto& g = s.stages[k];
        const bool last = std::uint64_t{g.radix} * g.span == s.tile[g.dim].points.n;
        const auto epoch = std::string(last ? "last_" : "") + "epoch_" + std::to_string(g.radix);
        f.call(epoch.c_str(), {buffer(k - 1), buffer(k), twiddles, g.dim, g.span});
        f.barrier();
    }
    f.call("store_tile", {buffer(s.stages.size()), f.out, f.where, s.stages.back().contiguous, f.point_twiddles()});
}

}  // namespace

pass_text text_of_constant_geometry(const pass_step& s, double_support fp64, const pass_names& names) {
    const auto& own = s.to<constant_geometry_pass>();
    auto text = common_text(s, fp64, names, {false, false, true, true});
    if (own.twiddles()) {
        const auto table = twiddle_table::fine(s.precision, own.order, log2_of(own.order));
        text.parameters.insert(text.parameters.begin(), table_parameter("roots", table));
    }
    text.local_memory = "    local element buffers[2][TILE_POINTS];\n";
    if (copies_twiddles(own)) text.local_memory += "    local element twiddles[TWIDDLES];\n";
    define_constants(text, s);
    text.add_file(epoch_file(own.schedule));
    text.add_file("cl/constant_geometry/tile.cl");
    add_calls(text, s);
    return text;
}

}  // namespace stockham::internal
