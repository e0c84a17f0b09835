// Passes of work-items that carry lanes (cl/lanes/), and of word groups (cl/systems/constant_geometry/), as kernel
// text.
#include "kernel/pass_parameters.hpp"
#include "kernel/pass_sides.hpp"
#include "kernel/pass_text.hpp"

namespace stockham {

namespace {

std::string arguments_of(const stage& s) {
    return std::to_string(s.dim) + ", " + std::to_string(s.radix) + ", " + std::to_string(s.span) + ", " +
           std::to_string(s.contiguous);
}

/// The names of tables that the macros of these families mention but never read.
void define_absent_tables(pass_text& text, const pass_step& s) {
    for (std::size_t d = 0; d < s.tile.size(); ++d)
        if (s.tile[d].radices.size() <= 1) text.define("chain_" + std::to_string(d), "((global const element*)0)");
    for (std::size_t r = 0; r < s.inter_pass_twiddles.size(); ++r) {
        const auto number = std::to_string(r);
        if (!lane_growth(s, s.inter_pass_twiddles[r])) text.define("lanes_" + number, "coarse_" + number);
        text.define("SPLIT_" + number, split_of(s.inter_pass_twiddles[r].order));
    }
    if (!s.permuted()) text.define("powers", "((global const uint*)0)");
}

/// What both families want beside the common constants.
pass_text macro_text(const pass_step& s, double_support fp64) {
    auto text = common_text(s, fp64);
    text.define("LOCAL_SIZE", s.local_elements());
    text.define("STAGE_COUNT", s.stages.size());
    text.define("SCALED", int{s.scale != 1});
    std::string twiddles;
    for (std::size_t r = 0; r < s.inter_pass_twiddles.size(); ++r)
        twiddles += " R(" + std::to_string(r) + ", " + std::to_string(s.inter_pass_twiddles[r].dim) + ", " +
                    std::to_string(lane_growth(s, s.inter_pass_twiddles[r])) + ")";
    text.define("INTER_PASS_TWIDDLES(R)", twiddles);
    define_absent_tables(text, s);
    text.line("const struct coordinate tile = TILE;");
    text.line("const ulong in_strides[TILE_RANK] = IN_STRIDES, out_strides[TILE_RANK] = OUT_STRIDES;");
    text.line("DECLARE_SHARED");
    text.line("DECLARE_STATE");
    return text;
}

void add_calls(pass_text& text, const pass_step& s) {
    text.line("LOAD(" + arguments_of(s.stages.front()) + ")");
    for (std::size_t k = 0; k < s.stages.size(); ++k) {
        const auto own = arguments_of(s.stages[k]);
        text.line("STAGE(" + std::to_string(k) + ", " + own + ")");
        if (s.factor && s.factor->after == k) text.line("MULTIPLY(" + own + ")");
        if (s.word_groups() && k + 1 < s.stages.size()) text.line("MEET_LOADED(" + std::to_string(k) + ")");
    }
    text.line("STORE(" + arguments_of(s.stages.back()) + ")");
}

}  // namespace

pass_text lanes_text(const pass_step& s, double_support fp64) {
    auto text = macro_text(s, fp64);
    const auto& own = *s.lanes();
    text.define("LANE_DIM", own.dim);
    text.define("LOAD_LANES", static_cast<int>(own.load.access));
    text.define("STORE_LANES", static_cast<int>(own.store.access));
    text.define("TRANSPOSED_LOAD_DIM", own.load.dim);
    text.define("TRANSPOSED_STORE_DIM", own.store.dim);
    text.define("BUFFERS", own.buffers);
    text.define("MULTIPLIED", s.factor ? s.factor->after : 0);
    text.define("CONVOLVED", convolved_way(s));
    text.define("CONVOLVED_DIM", s.convolved ? s.convolved->dim : 0);
    text.define("CONVOLVED_POINTS", s.convolved ? s.convolved->points : 0);
    text.add_file("cl/lanes/exchange_lanes.cl");
    add_calls(text, s);
    return text;
}

/// LOCAL_LAYOUT of cl/systems/constant_geometry/ by folded() of cl/index.h.
constexpr int folded_layout = 3;

pass_text word_group_text(const pass_step& s, double_support fp64) {
    auto text = macro_text(s, fp64);
    const auto& w = *s.word_groups();
    for (std::size_t d = 0; d < TILE_RANK; ++d)
        text.define("N" + std::to_string(d), d < s.tile.size() ? s.tile[d].points.n : 1);
    text.define("LOCAL_LAYOUT", w.swizzled ? folded_layout : 0);
    text.define("IN_PLACE", int{s.in.where == s.out.where});
    text.define("LOADS_POINTS", int{s.in.mapped.has_value()});
    text.define("STORES_POINTS", int{s.out.mapped.has_value()});
    text.define("SCHEDULE", static_cast<int>(w.schedule));
    text.define("CONVENTIONAL", int{w.conventional});
    text.define("MEETING", int{w.barrier_per_stage});
    text.define("GLOBAL_TWIDDLES", int{w.global_twiddles});
    text.define("TWIDDLES", w.twiddles());
    text.define("TWIDDLE_ORDER", w.order);
    text.define("FOLDED_POINTS", s.folded_points());
    std::string reversed;
    for (std::size_t d = 0; d < s.tile.size(); ++d)
        if (s.tile[d].transformed && !w.bit_reversed) reversed += " R(" + std::to_string(d) + ")";
    text.define("REVERSED_DIMS(R)", reversed);
    text.add_file("cl/systems/constant_geometry/exchange_constant.cl");
    add_calls(text, s);
    return text;
}

}  // namespace stockham
