// Constants, local memory and files that the features of a work-group pass need.
#include "families/work_group/kernel_files.hpp"

#include <string>

#include "families/work_group/work_group.hpp"
#include "kernel/pass_sides.hpp"

namespace stockham::internal {

namespace {

void add_exchange(pass_text& text, const pass_step& s) {
    const auto& own = *s.as<work_group_pass>();
    const bool parts = own.exchange != exchange_mode::whole;
    text.define("LOCAL_LAYOUT", static_cast<int>(own.layout));
    if (own.layout == local_layout::padded) text.define("LOCAL_PAD", own.pad);
    if (own.layout == local_layout::xor_swizzled)
        text.define("LOCAL_SWIZZLE", std::to_string(own.swizzle_bits[0]) + ", " + std::to_string(own.swizzle_bits[1]));
    text.define("LOCAL_SIZE", s.local_elements());
    text.define("EXCHANGED", parts ? "REAL" : "element");
    text.define("PARTS", int{parts});
    text.add_file("cl/work_group/local_memory.cl");
}

/// Points in memory of the half spectra of packed or paired lines.
std::uint64_t held_points(const pass_step& s) {
    return s.in.packed ? s.in.held : s.out.packed ? s.out.held : s.out.mapped->numbers.held;
}

/// Passes that process points k and n - k of a line together.
void add_real_lines(pass_text& text, const pass_step& s) {
    if (s.packs() || s.unpairs()) {
        const auto n = s.unpairs() ? s.out.mapped->numbers.n : s.real_line_points();
        const auto lines = s.tile_points() / s.real_line_points();
        text.define("HELD", held_points(s));
        text.define("LINE_POINTS", n);
        text.define("PAIR_ROUNDS", (lines * (n / 2 + 1) + s.work_items - 1) / s.work_items);
        const auto merged = s.merged();
        text.define("MERGED", int{merged.has_value()});
        if (merged) text.define("LOW_DIM", merged->low);
        if (merged) text.define("HIGH_DIM", merged->high);
        text.add_file("cl/work_group/real_lines.cl");
    }
    if (s.out.packed) text.add_file("cl/work_group/unpack_real_lines.cl");
    if (s.in.packed) text.add_file("cl/work_group/pack_real_lines.cl");
    if (!s.paired) return;
    text.define("PAIRED_DIM", *s.paired);
    text.define("TRANSFORMED_DIMS",
                braced(TILE_RANK, [&](auto d) { return int{d < s.tile.size() && s.tile[d].transformed}; }));
    text.add_file("cl/work_group/paired_real_lines.cl");
}

}  // namespace

void work_group_butterflies::add_files(pass_text& text, const pass_step&) const {
    text.add_file("cl/work_group/registers.cl");
}

void work_group_butterflies::declare_memory(pass_text& text, const pass_step& s) const {
    if (!s.local_elements()) return;
    const bool planar = s.to<work_group_pass>().exchange == exchange_mode::planar;
    text.local_memory =
        std::string("    EXCHANGE_SPACE EXCHANGED exchanged[") + (planar ? "2 * " : "") + "LOCAL_SIZE];\n";
    text.shared_memory = "    EXCHANGE_SPACE EXCHANGED* const exchanged = (EXCHANGE_SPACE EXCHANGED*)shared;\n";
}

void add_work_group_files(pass_text& text, const pass_step& s, const work_group_butterflies& butterflies) {
    butterflies.declare_memory(text, s);
    define_convolution(text, s);
    text.define("POINTS", s.to<work_group_pass>().points);
    text.add_file("cl/work_group/convolved.cl");
    butterflies.add_files(text, s);
    text.add_file("cl/common/butterfly.cl");
    if (s.exchanges()) add_exchange(text, s);
    add_real_lines(text, s);
}

}  // namespace stockham::internal
