// Passes of work-items that exchange through local memory (cl/work_group/), as kernel text: a short list of calls.
#include <algorithm>

#include "kernel/pass_parameters.hpp"
#include "kernel/pass_sides.hpp"
#include "kernel/pass_text.hpp"

namespace stockham {

namespace {

template <class... Numbers>
std::string listed(Numbers... numbers) {
    std::string text;
    ((text += (text.empty() ? "" : ", ") + std::to_string(numbers)), ...);
    return text;
}

/// The calls of one pass, in order.
class work_group_calls {
  public:
    work_group_calls(pass_text& text, const pass_step& s)
        : text_(text), s_(s), in_(side_arguments(s.in, true)), out_(side_arguments(s.out, false)),
          scale_(s.scale != 1 ? "scale" : "1"), powers_(s.permuted() ? "powers" : "0") {}

    void write() {
        text_.line("complex x[POINTS];");
        if (s_.halves) text_.line("clear_points(x);");
        load();
        for (std::size_t k = 0; k < s_.stages.size(); ++k) {
            call_stage(k);
            if (s_.factor && s_.factor->after == k) multiply(s_.stages[k]);
            if (k + 1 < s_.stages.size()) exchange(k);
        }
        store();
    }

  private:
    const std::string places_ = "numbers, loops";

    void load() {
        const auto& g = s_.stages.front();
        const auto own = listed(g.dim, g.radix, g.fast);
        if (s_.in.packed) {
            text_.line("pack(exchanged, " + in_ + ", packing, " + places_ + ", " + listed(g.dim, g.fast) + ");");
            barrier_after_put();
            text_.line("get(x, exchanged, COMPLEX, " + own + ");");
            return;
        }
        if (s_.convolved)
            text_.line("load_convolved(x, " + in_ + ", " + places_ + ", " + powers_ + ", " + own + ");");
        else
            text_.line("load(x, " + in_ + ", " + places_ + ", " + own + ");");
        for (std::size_t r = 0; r < s_.rotations.size(); ++r)
            if (s_.rotations[r].on_load)
                text_.line("twiddle_inputs(x, " + places_ + ", " + twiddle(r) + ", " + own + ");");
        if (!s_.ahead) return;
        const auto group = "group + " + std::to_string(s_.ahead), loops = std::to_string(s_.loops.size());
        text_.line("if (" + group + " < groups)");
        text_.line("    prefetch_tile(in_base + tile_start(loops_of(" + group + ", numbers, " + loops + "), " + loops +
                   ", numbers->in_offset, numbers->loop_in), " + own + ");");
    }

    /// The arguments of the twiddle factors between passes.
    std::string twiddle(std::size_t r) const {
        const auto& t = s_.rotations[r];
        const auto number = std::to_string(r);
        const bool table = legs_order(s_, t);
        const char* way = table ? "BY_POWERS" : s_.twiddles == twiddle_source::tables ? "BY_ROOTS" : "EACH";
        return number + ", " + std::to_string(t.dim) + ", " + way + ", " + factor_arguments(s_, r) + ", " +
               (table ? "powers_" + number : "0");
    }

    void call_stage(std::size_t k) {
        const auto& g = s_.stages[k];
        const bool tables = s_.twiddles == twiddle_source::tables;
        const auto chain =
            !tables ? "" : g.span > 1 ? "chain_" + std::to_string(g.dim) + ", " : std::string("0, ");
        const auto arguments = "(x, " + chain + listed(g.dim, g.radix, g.span, g.fast) + ");";
        if (!s_.halves) return text_.line("stage" + arguments);
        if (g.span > 1) text_.line("twiddle_stage" + arguments);
        const auto radix = std::to_string(g.radix);
        if (g.radix > 1)
            text_.line("HALF_BUTTERFLIES(half_butterfly_" + radix + "_" + std::to_string(s_.halves) + ", " + radix + ")");
    }

    void multiply(const stage& g) {
        const auto own = listed(g.dim, g.radix, g.span, g.fast);
        if (s_.convolved)
            text_.line("multiply_convolved(x, spectrum, " + in_ + ", " + out_ + ", " + places_ + ", " + scale_ + ", " +
                       own + ");");
        else
            text_.line("multiply(x, spectrum, " + places_ + ", " + own + ");");
    }

    void barrier() { text_.line("barrier(CLK_LOCAL_MEM_FENCE);"); }
    /// In place, a work-item stores where others have loaded: by the first exchange all loads of the group must be over.
    void barrier_after_put() {
        const bool in_place = s_.in.where == s_.out.where;
        if (exchanges_++ == 0 && in_place)
            text_.line("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);");
        else
            barrier();
    }

    /// From the order of memory to that of powers, and back, where a permuted dimension is copied in and out.
    void put(std::size_t k, const std::string& to, const std::string& part) {
        const auto& g = s_.stages[k];
        const bool powers = s_.copied() && k > 0 && k + 2 == s_.stages.size();
        text_.line((powers ? "put_powers(x, " : "put(x, ") + to + ", " + part + (powers ? ", powers, " : ", ") +
                   listed(g.dim, g.radix, g.span, g.fast) + ");");
    }
    void get(std::size_t k, const std::string& from, const std::string& part) {
        const auto& g = s_.stages[k + 1];
        const bool powers = s_.copied() && k == 0;
        text_.line((powers ? "get_powers(x, " : "get(x, ") + from + ", " + part + (powers ? ", powers, " : ", ") +
                   listed(g.dim, g.radix, g.fast) + ");");
    }

    /// What stage k's work-items hold becomes what those of the next stage want.
    void exchange(std::size_t k) {
        if (exchanges_ > 0) barrier();
        if (s_.exchange == exchange_mode::planar) {
            put(k, "exchanged", "REAL_PART");
            put(k, "exchanged + LOCAL_SIZE", "IMAGINARY_PART");
            barrier_after_put();
            get(k, "exchanged", "REAL_PART");
            get(k, "exchanged + LOCAL_SIZE", "IMAGINARY_PART");
        } else if (s_.exchange == exchange_mode::separate) {
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
        const auto own = listed(g.dim, g.radix, g.span, g.fast);
        if (s_.out.packed || s_.untwins()) {
            if (exchanges_ > 0) barrier();
            text_.line("put(x, exchanged, COMPLEX, " + own + ");");
            barrier_after_put();
            if (s_.out.packed)
                text_.line("unpack(exchanged, " + out_ + ", packing, " + places_ + ", " + scale_ + ", " +
                           listed(g.dim, g.fast) + ");");
            else
                text_.line("store_spectra(exchanged, " + out_ + ", " + places_ + ", " + scale_ + ", " +
                           listed(half_dim(s_), g.fast) + point_tables(s_, false) + ");");
            return;
        }
        for (std::size_t r = 0; r < s_.rotations.size(); ++r) {
            if (s_.rotations[r].on_load) continue;
            if (s_.convolved)
                text_.line("twiddle_convolved(x, " + places_ + ", " + powers_ + ", " + std::to_string(r) + ", " +
                           std::to_string(s_.rotations[r].dim) + ", " + factor_arguments(s_, r) + ", " + own + ");");
            else
                text_.line("twiddle_outputs(x, " + places_ + ", " + twiddle(r) + ", " + own + ");");
        }
        if (s_.scale != 1) text_.line("scale_points(x, scale);");
        if (s_.convolved)
            text_.line("store_convolved(x, " + out_ + ", " + places_ + ", " + powers_ + ", " + own + ");");
        else
            text_.line("store(x, " + out_ + ", " + places_ + ", " + own + ");");
    }

  public:
    /// The tables of all factors between passes, with types or without, where each point has factors of its own.
    static std::string point_tables(const pass_step& s, bool types) {
        const std::string type = types ? "global const element* " : "";
        std::string list;
        for (std::size_t r = 0; r < s.rotations.size(); ++r)
            if (!s.rotations[r].on_load && s.twiddles == twiddle_source::tables)
                for (const char* table : {"coarse_", "fine_"}) list += ", " + type + table + std::to_string(r);
        return list;
    }

  private:
    pass_text& text_;
    const pass_step& s_;
    std::string in_, out_, scale_, powers_;
    unsigned exchanges_ = 0;
};

/// twiddle_point(): the factors between passes of one point on its way out.
std::string point_twiddles(const pass_step& s) {
    std::string text = "INLINE complex twiddle_point(complex z, struct coordinate c, const struct pass_numbers* numbers,\n"
                       "                             struct loop_index loops TWIDDLE_PARAMETERS) {\n";
    for (std::size_t r = 0; r < s.rotations.size(); ++r)
        if (!s.rotations[r].on_load)
            text += "    z = times(z, factor(c.at[" + std::to_string(s.rotations[r].dim) + "] * twiddle_phase(numbers, " +
                    std::to_string(r) + ", c, loops), " + factor_arguments(s, r) + "));\n";
    return text + "    return z;\n}\n";
}

void add_exchange(pass_text& text, const pass_step& s) {
    const bool parts = s.exchange != exchange_mode::whole;
    text.define("LOCAL_LAYOUT", static_cast<int>(s.layout));
    if (s.layout == local_layout::padded) text.define("LOCAL_PAD", s.pad);
    if (s.layout == local_layout::woven) text.define("LOCAL_SWIZZLE", listed(s.weave[0], s.weave[1]));
    text.define("LOCAL_SIZE", s.local_elements());
    text.define("EXCHANGED", parts ? "REAL" : "element");
    text.add_file(parts ? "cl/work_group/exchange_parts.cl" : "cl/work_group/exchange_complex.cl");
    text.add_file("cl/work_group/exchange.cl");
    if (s.copied()) text.add_file("cl/work_group/exchange_powers.cl");
}

void add_real_lines(pass_text& text, const pass_step& s) {
    if (s.in.packed || s.out.packed || s.untwins()) text.add_file("cl/work_group/real_lines.cl");
    if (s.out.packed) text.add_file("cl/work_group/unpack_real_lines.cl");
    if (s.in.packed) {
        text.add_file("cl/work_group/pack_real_lines.cl");
        const auto n = s.tile[s.stages.front().dim].points.n, pairs = s.tile_points() / n * (n / 2 + 1);
        text.define("PAIR_ROUNDS", (pairs + s.work_items - 1) / s.work_items);
    }
    if (!s.twins) return;
    text.define("PAIRED_DIM", *s.twins);
    text.add_file("cl/work_group/paired_real_lines.cl");
    if (!s.untwins()) return;
    text.define("TRANSFORMED_DIMS",
                braced(TILE_RANK, [&](auto d) { return int{d < s.tile.size() && s.tile[d].transformed}; }));
    text.define("TWIDDLE_PARAMETERS", work_group_calls::point_tables(s, true));
    text.define("TWIDDLE_ARGUMENTS", work_group_calls::point_tables(s, false));
    text.add_lines(point_twiddles(s));
    text.add_file("cl/work_group/store_paired_spectra.cl");
}

void add_loads_and_stores(pass_text& text, const pass_step& s) {
    if (s.twins && s.in.form.numbers == numbers::real)
        text.add_file("cl/work_group/load_paired_lines.cl");
    else if (s.twins)
        text.add_file("cl/work_group/load_paired_spectra.cl");
    else if (!s.convolved && !s.in.packed)
        text.add_file(s.in.mapped ? "cl/work_group/load_points.cl" : "cl/work_group/load.cl");
    if (s.untwins() || s.convolved || s.out.packed) return;
    text.add_file(s.twins        ? "cl/work_group/store_paired_lines.cl"
                  : s.out.mapped ? "cl/work_group/store_points.cl"
                                 : "cl/work_group/store.cl");
}

/// The convolution of a dimension, or the multiplication by a spectrum between passes.
void add_convolution(pass_text& text, const pass_step& s) {
    if (s.convolved) {
        text.define("CONVOLVED", convolved_way(s));
        text.define("CONVOLVED_DIM", s.convolved->dim);
        text.define("CONVOLVED_POINTS", s.convolved->points);
        text.add_file("cl/work_group/convolved.cl");
        if (!s.rotations.empty()) text.add_file("cl/work_group/convolved_twiddle.cl");
    } else if (s.factor) {
        text.add_file("cl/work_group/multiply.cl");
    }
}

}  // namespace

pass_text work_group_text(const pass_step& s, double_support fp64) {
    auto text = common_text(s, fp64);
    text.define("POINTS", s.points);
    if (s.halves) {
        text.define("UNITS", static_cast<int>(s.units));
        text.add_file("cl/systems/split_half/butterfly_halves.cl");
    }
    text.add_file(s.halves && s.units != matrix_units::none ? "cl/systems/split_half/registers.cl"
                                                            : "cl/work_group/registers.cl");
    if (s.halves)
        text.add_file("cl/systems/split_half/stage.cl");
    else
        text.add_file(s.twiddles == twiddle_source::tables ? "cl/work_group/stage.cl" : "cl/work_group/stage_sines.cl");
    if (s.exchanges()) add_exchange(text, s);
    if (!s.rotations.empty()) text.add_file("cl/work_group/inter_pass_twiddle.cl");
    add_convolution(text, s);
    add_real_lines(text, s);
    add_loads_and_stores(text, s);
    if (s.ahead) text.add_file("cl/work_group/prefetch.cl");
    if (s.scale != 1) text.add_file("cl/common/scale.cl");
    work_group_calls(text, s).write();
    return text;
}

}  // namespace stockham
