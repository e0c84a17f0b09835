// Kernel text of passes that exchange through local memory (cl/work_group/): a short list of calls.
#include <algorithm>
#include <string>
#include <vector>

#include "families/work_group/work_group.hpp"
#include "kernel/pass_parameters.hpp"
#include "kernel/pass_sides.hpp"
#include "kernel/pass_text.hpp"

namespace stockham::internal {

namespace {

template <class... Numbers>
std::string listed(Numbers... numbers) {
    std::string text;
    ((text += (text.empty() ? "" : ", ") + std::to_string(numbers)), ...);
    return text;
}

/// Writes the calls of one pass, in order.
class work_group_calls {
  public:
    work_group_calls(pass_text& text, const pass_step& s)
        : text_(text), s_(s), own_(s.to<work_group_pass>()), in_(side_arguments(s.in, true)),
          out_(side_arguments(s.out, false)), scale_(s.scale != 1 ? "scale" : "1"),
          powers_(s.permuted() ? "powers" : "0") {}

    void write() {
        text_.line("complex x[POINTS];");
        if (own_.halves()) text_.line("clear_points(x);");
        load();
        for (std::size_t k = 0; k < s_.stages.size(); ++k) {
            call_stage(s_.stages[k]);
            if (s_.factor && s_.factor->after == k) multiply(s_.stages[k]);
            if (k + 1 < s_.stages.size()) exchange(k);
        }
        store();
    }

  private:
    const std::string places_ = "numbers, loops";

    static std::string name_of(const std::string& function, const stage& g) {
        return function + "_" + std::to_string(g.radix);
    }
    void add_file(const std::string& file, const stage& g) { text_.add_file("cl/work_group/" + file + ".cl", g.radix); }
    /// Calls the function for the stage's radix on the registers; `file` defines it, by default the file of that name.
    void call(const std::string& function, const stage& g, const std::string& arguments, const std::string& file) {
        add_file(file, g);
        text_.line(name_of(function, g) + "(x, " + arguments + ");");
    }
    void call(const std::string& function, const stage& g, const std::string& arguments) {
        call(function, g, arguments, function);
    }

    void load() {
        const auto& g = s_.stages.front();
        const auto own = listed(g.dim, g.contiguous);
        if (s_.in.packed) {
            text_.line("pack(exchanged, " + in_ + ", packing, " + places_ + ", " + own + ");");
            barrier_after_put();
            call("get", g, "exchanged, COMPLEX, " + own);
            return;
        }
        if (s_.convolved)
            call("load_convolved", g, in_ + ", " + places_ + ", " + powers_ + ", " + own);
        else
            call("load", g, in_ + ", " + places_ + ", " + own, load_file());
        for (std::size_t r = 0; r < s_.inter_pass_twiddles.size(); ++r)
            if (s_.inter_pass_twiddles[r].on_load) {
                add_file("twiddle_points", g);
                call("twiddle_inputs", g, places_ + ", " + twiddle(r) + ", " + own);
            }
        if (!own_.prefetch) return;
        text_.numbers_groups = true;
        const auto group = "group + " + std::to_string(own_.prefetch), loops = std::to_string(s_.loops.size());
        text_.line("if (" + group + " < groups)");
        add_file("prefetch", g);
        text_.line("    prefetch_tile_" + std::to_string(g.radix) + "(in_base + tile_start(loops_of(" + group +
                   ", numbers, " + loops + "), " + loops + ", numbers->in_offset, numbers->loop_in), " + own + ");");
    }

    /// The file that defines load().
    const char* load_file() const {
        if (s_.paired) return s_.in.form.numbers == numbers::real ? "load_paired_lines" : "load_paired_spectra";
        return s_.in.mapped ? "load_points" : "load";
    }
    const char* store_file() const {
        return s_.paired ? "store_paired_lines" : s_.out.mapped ? "store_points" : "store";
    }

    /// The arguments of the twiddle factors between passes.
    std::string twiddle(std::size_t r) const {
        const auto& t = s_.inter_pass_twiddles[r];
        const auto number = std::to_string(r);
        const bool table = powers_order(s_, t);
        const char* way = table ? "BY_POWERS" : s_.twiddles == twiddle_source::tables ? "BY_ROOTS" : "EACH";
        return number + ", " + std::to_string(t.dim) + ", " + way + ", " + factor_arguments(s_, r) + ", " +
               (table ? "powers_" + number : "0");
    }

    void call_stage(const stage& g) {
        if (g.radix == 1) return;  // only an exchange follows, which reorders the points
        const bool tables = s_.twiddles == twiddle_source::tables;
        const std::string chain = !tables      ? ""
                                  : g.span > 1 ? "chain_" + std::to_string(g.dim) + ", "
                                               : std::string("0, ");
        const auto own = chain + listed(g.dim, g.span, g.contiguous);
        if (!own_.halves()) return call("stage", g, own, tables ? "stage" : "stage_sines");
        if (g.span > 1) {
            text_.add_file("cl/systems/split_half/twiddle_stage.cl", g.radix);
            text_.line(name_of("twiddle_stage", g) + "(x, " + own + ");");
        }
        const auto radix = std::to_string(g.radix);
        text_.line("HALF_BUTTERFLIES(half_butterfly_" + radix + "_" + std::to_string(own_.halves()) + ", " + radix +
                   ")");
    }

    void multiply(const stage& g) {
        const auto own = listed(g.dim, g.span, g.contiguous);
        if (s_.convolved)
            call("multiply_convolved", g,
                 "spectrum, " + in_ + ", " + out_ + ", " + places_ + ", " + scale_ + ", " + own);
        else
            call("multiply", g, "spectrum, " + places_ + ", " + own);
    }

    void barrier() { text_.line("barrier(CLK_LOCAL_MEM_FENCE);"); }
    /// In place, a work-item stores to places that others load, so the first exchange also waits for all loads.
    void barrier_after_put() {
        const bool in_place = s_.in.where == s_.out.where;
        if (exchanges_++ == 0 && in_place)
            text_.line("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);");
        else
            barrier();
    }

    /// put and get reorder a permuted dimension between memory order and power order if it is copied in and out.
    void put(std::size_t k, const std::string& to, const std::string& part) {
        const auto& g = s_.stages[k];
        const bool powers = s_.copied() && k > 0 && k + 2 == s_.stages.size();
        call(powers ? "put_powers" : "put", g,
             to + ", " + part + (powers ? ", powers, " : ", ") + listed(g.dim, g.span, g.contiguous));
    }
    void get(std::size_t k, const std::string& from, const std::string& part) {
        const auto& g = s_.stages[k + 1];
        const bool powers = s_.copied() && k == 0;
        call(powers ? "get_powers" : "get", g,
             from + ", " + part + (powers ? ", powers, " : ", ") + listed(g.dim, g.contiguous));
    }

    /// Redistributes the points of stage k among the work-items for the next stage.
    void exchange(std::size_t k) {
        if (exchanges_ > 0) barrier();
        if (own_.exchange == exchange_mode::planar) {
            put(k, "exchanged", "REAL_PART");
            put(k, "exchanged + LOCAL_SIZE", "IMAGINARY_PART");
            barrier_after_put();
            get(k, "exchanged", "REAL_PART");
            get(k, "exchanged + LOCAL_SIZE", "IMAGINARY_PART");
        } else if (own_.exchange == exchange_mode::separate) {
            put(k, "exchanged", "REAL_PART");
            barrier_after_put();
            get(k, "exchanged", "REAL_PART");
            barrier();
            put(k, "exchanged", "IMAGINARY_PART");
            barrier();
            get(k, "exchanged", "IMAGINARY_PART");
        } else {
            put(k, "exchanged", "COMPLEX");
            barrier_after_put();
            get(k, "exchanged", "COMPLEX");
        }
    }

    void store() {
        const auto& g = s_.stages.back();
        const auto own = listed(g.dim, g.span, g.contiguous);
        if (s_.out.packed || s_.unpairs()) {
            if (exchanges_ > 0) barrier();
            call("put", g, "exchanged, COMPLEX, " + own);
            barrier_after_put();
            if (s_.out.packed)
                text_.line("unpack(exchanged, " + out_ + ", packing, " + places_ + ", " + scale_ + ", " +
                           listed(g.dim, g.contiguous) + ");");
            else
                text_.line("store_spectra(exchanged, " + out_ + ", " + places_ + ", " + scale_ + ", " +
                           listed(half_dim(s_), g.contiguous) + point_tables(s_, false) + ");");
            return;
        }
        if (s_.convolved) return store_convolved(g, own);
        if (s_.scale != 1) text_.line("scale_points(x, scale);");
        const std::string file = store_file();
        std::vector<std::string> twiddles;
        for (std::size_t r = 0; r < s_.inter_pass_twiddles.size(); ++r)
            if (!s_.inter_pass_twiddles[r].on_load) twiddles.push_back(twiddle(r) + ", ");
        const bool fused = file == "store" && !twiddles.empty();
        for (std::size_t r = 0; r + fused < twiddles.size(); ++r) {
            add_file("twiddle_points", g);
            call("twiddle_outputs", g, places_ + ", " + twiddles[r] + own);
        }
        if (fused)
            call("store_twiddled", g, out_ + ", " + places_ + ", " + twiddles.back() + own);
        else
            call("store", g, out_ + ", " + places_ + ", " + own, file);
    }

    void store_convolved(const stage& g, const std::string& own) {
        for (std::size_t r = 0; r < s_.inter_pass_twiddles.size(); ++r)
            if (!s_.inter_pass_twiddles[r].on_load)
                call("twiddle_convolved", g,
                     places_ + ", " + powers_ + ", " + std::to_string(r) + ", " +
                         std::to_string(s_.inter_pass_twiddles[r].dim) + ", " + factor_arguments(s_, r) + ", " + own);
        if (s_.scale != 1) text_.line("scale_points(x, scale);");
        call("store_convolved", g, out_ + ", " + places_ + ", " + powers_ + ", " + own);
    }

    pass_text& text_;
    const pass_step& s_;
    const work_group_pass& own_;
    std::string in_, out_, scale_, powers_;
    unsigned exchanges_ = 0;
};

/// Declares the local memory for exchanges between work-items.
std::string local_memory(const pass_step& s) {
    const auto& own = s.to<work_group_pass>();
    const bool units = own.units() > 0;  // emulating them needs local memory
    if (units && s.exchanges()) return "    local EXCHANGED shared[LOCAL_SIZE + SCRATCH_BYTES / sizeof(EXCHANGED)];\n";
    if (units) return "    local float shared[SCRATCH_BYTES / sizeof(float) + 1];\n";
    if (!s.local_elements()) return "";
    return std::string("    EXCHANGE_SPACE EXCHANGED exchanged[") +
           (own.exchange == exchange_mode::planar ? "2 * " : "") + "LOCAL_SIZE];\n";
}

/// The same as a view of the memory that the passes of a launch share.
std::string shared_memory(const pass_step& s) {
    if (s.to<work_group_pass>().units() || !s.local_elements()) return "";
    return "    EXCHANGE_SPACE EXCHANGED* const exchanged = (EXCHANGE_SPACE EXCHANGED*)shared;\n";
}

/// Declares the scratch of emulated matrix units at the start of local memory, and the exchanged points after it.
std::string scratch_lines(const pass_step& s) {
    const auto& own = s.to<work_group_pass>();
    if (!own.halves()) return "";
    if (!own.units()) return "    local float* const scratch = 0;\n";
    const std::string scratch = "    local float* const scratch = (local float*)shared;\n";
    if (!s.exchanges()) return scratch;
    return scratch + "    EXCHANGE_SPACE EXCHANGED* const exchanged =\n"
                     "        (EXCHANGE_SPACE EXCHANGED*)((local uchar*)shared + SCRATCH_BYTES);\n";
}

void add_exchange(pass_text& text, const pass_step& s) {
    const auto& own = s.to<work_group_pass>();
    const bool parts = own.exchange != exchange_mode::whole;
    text.define("LOCAL_LAYOUT", static_cast<int>(own.layout));
    if (own.layout == local_layout::padded) text.define("LOCAL_PAD", own.pad);
    if (own.layout == local_layout::xor_swizzled)
        text.define("LOCAL_SWIZZLE", listed(own.swizzle_bits[0], own.swizzle_bits[1]));
    text.define("LOCAL_SIZE", s.local_elements());
    text.define("EXCHANGED", parts ? "REAL" : "element");
    text.add_file("cl/work_group/local_memory.cl");
    text.add_file(parts ? "cl/work_group/exchange_parts.cl" : "cl/work_group/exchange_complex.cl");
}

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
    text.add_file("cl/work_group/paired_real_lines.cl");
    if (!s.unpairs()) return;
    text.define("TRANSFORMED_DIMS",
                braced(TILE_RANK, [&](auto d) { return int{d < s.tile.size() && s.tile[d].transformed}; }));
    add_point_twiddles(text, s);
    text.add_file("cl/work_group/store_paired_spectra.cl");
}

/// Constants and files common to the functions of a convolved dimension.
void add_convolution(pass_text& text, const pass_step& s) {
    text.define("CONVOLVED", convolved_way(s));
    text.define("CONVOLVED_DIM", s.convolved->dim);
    text.define("CONVOLVED_POINTS", s.convolved->points);
    text.add_file("cl/work_group/convolved.cl");
    if (s.copied()) text.add_file("cl/work_group/local_powers.cl");
}

}  // namespace

pass_text text_of_work_group(const pass_step& s, double_support fp64) {
    const auto& own = s.to<work_group_pass>();
    auto text = common_text(s, fp64);
    text.local_memory = local_memory(s);
    text.shared_memory = shared_memory(s);
    text.scratch = scratch_lines(s);
    text.define("POINTS", own.points);
    if (own.halves()) {
        text.define("UNITS", own.units());
        text.add_file("cl/systems/split_half/butterfly_halves.cl");
    }
    text.add_file(own.units() ? "cl/systems/split_half/registers.cl" : "cl/work_group/registers.cl");
    if (own.halves()) text.add_file("cl/systems/split_half/stage.cl");
    if (!s.inter_pass_twiddles.empty() && !s.convolved) text.add_file("cl/work_group/inter_pass_twiddle.cl");
    if (s.exchanges()) add_exchange(text, s);
    if (s.convolved) add_convolution(text, s);
    add_real_lines(text, s);
    if (s.scale != 1) text.add_file("cl/common/scale.cl");
    work_group_calls(text, s).write();
    return text;
}

}  // namespace stockham::internal
