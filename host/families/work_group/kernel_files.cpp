// Constants, local memory and files that the features of a work-group pass need.
#include "families/work_group/kernel_files.hpp"

#include <string>

#include "families/work_group/work_group.hpp"
#include "kernel/pass_sides.hpp"

namespace stockham::internal {

namespace {

/// Declares the local memory for exchanges between work-items.
std::string local_memory(const pass_step& s) {
    const auto& own = *s.as<work_group_pass>();
    const bool units = own.units() > 0;  // emulating them needs local memory
    if (units && s.exchanges()) return "    local EXCHANGED shared[LOCAL_SIZE + SCRATCH_BYTES / sizeof(EXCHANGED)];\n";
    if (units) return "    local float shared[SCRATCH_BYTES / sizeof(float) + 1];\n";
    if (!s.local_elements()) return "";
    return std::string("    EXCHANGE_SPACE EXCHANGED exchanged[") +
           (own.exchange == exchange_mode::planar ? "2 * " : "") + "LOCAL_SIZE];\n";
}

/// The same as a view of the memory that the passes of a launch share.
std::string shared_memory(const pass_step& s) {
    if (s.as<work_group_pass>()->units() || !s.local_elements()) return "";
    return "    EXCHANGE_SPACE EXCHANGED* const exchanged = (EXCHANGE_SPACE EXCHANGED*)shared;\n";
}

/// Declares the scratch of emulated matrix units at the start of local memory, and the exchanged points after it.
std::string scratch_lines(const pass_step& s) {
    const auto& own = *s.as<work_group_pass>();
    if (!own.halves()) return "";
    if (!own.units()) return "    local float* const scratch = 0;\n";
    const std::string scratch = "    local float* const scratch = (local float*)shared;\n";
    if (!s.exchanges()) return scratch;
    return scratch + "    EXCHANGE_SPACE EXCHANGED* const exchanged =\n"
                     "        (EXCHANGE_SPACE EXCHANGED*)((local uchar*)shared + SCRATCH_BYTES);\n";
}

void add_registers(pass_text& text, const pass_step& s) {
    const auto& own = *s.as<work_group_pass>();
    text.define("POINTS", own.points);
    if (own.halves()) {
        text.define("UNITS", own.units());
        text.define("HALVES", own.halves());
        text.add_file("cl/systems/split_half/butterfly_halves.cl");
    }
    text.add_file(own.units() ? "cl/systems/split_half/registers.cl" : "cl/work_group/registers.cl");
    text.add_file("cl/common/butterfly.cl");
}

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

/// Passes that process points k and n - k of a line together.
void add_real_lines(pass_text& text, const pass_step& s) {
    if (s.in.packed || s.out.packed || s.unpairs()) {
        const auto dim = s.in.packed ? s.stages.front().dim : s.out.packed ? s.stages.back().dim : half_dim(s);
        const auto n = s.tile[dim].points.n, pairs = s.tile_points() / n * (n / 2 + 1);
        text.define("PAIR_ROUNDS", (pairs + s.work_items - 1) / s.work_items);
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

void add_work_group_files(pass_text& text, const pass_step& s) {
    text.local_memory = local_memory(s);
    text.shared_memory = shared_memory(s);
    text.scratch = scratch_lines(s);
    text.emulates_units = s.as<work_group_pass>()->units() > 0;
    define_convolution(text, s);
    add_registers(text, s);
    text.add_file("cl/work_group/convolved.cl");
    if (s.exchanges()) add_exchange(text, s);
    add_real_lines(text, s);
}

}  // namespace stockham::internal
