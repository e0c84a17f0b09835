// Kernel text of split-half passes: the butterflies of cl/split_half/ in place of the common ones.
#include <string>

#include "base/immortal.hpp"
#include "families/split_half/split_half.hpp"
#include "families/work_group/kernel_files.hpp"

namespace stockham::internal {

namespace {

const point_function& chain_factors() {
    static const auto& one = immortal<point_function>({"chain_factors", "begin_chain", {{"cl/common/stage.cl"}}});
    return one;
}

class split_half_butterflies : public work_group_butterflies {
  public:
    explicit split_half_butterflies(const split_half_pass& own) : own_(own), units_(own.by != matrix_units::none) {}

    bool common() const override { return false; }

    void add_files(pass_text& text, const pass_step& s) const override {
        text.define("UNITS", static_cast<unsigned>(own_.by));
        text.define("HALVES", own_.split);
        text.add_file("cl/split_half/butterfly_halves.cl");
        if (!units_) return work_group_butterflies::add_files(text, s);
        text.add_file("cl/split_half/registers.cl");
    }

    /// Emulated matrix units have scratch at the start of local memory; exchanged points follow it.
    void declare_memory(pass_text& text, const pass_step& s) const override {
        if (!units_) {
            work_group_butterflies::declare_memory(text, s);
            text.scratch = "    local float* const scratch = 0;\n";
            return;
        }
        text.needs_scratch = true;
        text.local_memory = s.exchanges()
                                ? "    local EXCHANGED shared[LOCAL_SIZE + SCRATCH_BYTES / sizeof(EXCHANGED)];\n"
                                : "    local float shared[SCRATCH_BYTES / sizeof(float) + 1];\n";
        text.scratch = "    local float* const scratch = (local float*)shared;\n";
        if (s.exchanges())
            text.scratch += "    EXCHANGE_SPACE EXCHANGED* const exchanged =\n"
                            "        (EXCHANGE_SPACE EXCHANGED*)((local uchar*)shared + SCRATCH_BYTES);\n";
    }

    void begin(pass_function& f) const override { f.call("clear_points", {f.x}, {"cl/split_half/clear.cl"}); }

    void compute(pass_function& f, const pass_step& s, std::size_t stage) const override {
        if (s.stages[stage].span > 1) f.multiply(chain_factors(), stage, f.chain(stage));
        f.call_for_radix("half_stage", stage, {f.x, {"local float*", "scratch"}},
                         {"cl/split_half/half_butterfly.cl", "cl/split_half/stage.cl"});
    }

  private:
    const split_half_pass& own_;
    const bool units_;
};

}  // namespace

pass_text text_of_split_half(const pass_step& s, double_support fp64, const pass_names& names) {
    return text_of_work_group(s, fp64, names, split_half_butterflies(s.to<split_half_pass>()));
}

}  // namespace stockham::internal
