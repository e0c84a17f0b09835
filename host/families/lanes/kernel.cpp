// Kernel text of lane passes (cl/lanes/): each stage is a loop over butterflies.
#include <string>
#include <vector>

#include "base/immortal.hpp"
#include "families/lanes/lanes.hpp"
#include "families/lanes/text.hpp"
#include "kernel/pass_function.hpp"
#include "kernel/pass_parameters.hpp"
#include "kernel/pass_sides.hpp"

namespace stockham::internal {

namespace {

/// Functions of the kernel files.
struct lanes_functions {
    point_function load_lanes{"load_lanes", "nothing", {{"cl/lanes/load_lanes.cl"}}};
    point_function store_lanes{"store_lanes", "nothing", {{"cl/lanes/store_lanes.cl"}}};
    point_function read_loaded{"get_loaded", "nothing", {{"cl/lanes/load_lanes.cl"}, {"cl/lanes/load_transposed.cl"}}};
    point_function write_stored{
        "put_stored", "nothing", {{"cl/lanes/store_lanes.cl"}, {"cl/lanes/store_transposed.cl"}}};
    point_function read_buffer{"get", "nothing", {{"cl/lanes/buffers.cl"}}};
    point_function write_buffer{"put", "nothing", {{"cl/lanes/buffers.cl"}}};
    point_function lanes_stage{"chain_stage", "begin_chain", {{"cl/common/stage.cl"}}, {{"STAGE", "1"}}};
    point_function scale_outputs{"scale_outputs", "nothing", {{"cl/lanes/scale.cl"}}};
};

const lanes_functions& functions() {
    static const auto& all = immortal<lanes_functions>();
    return all;
}

point_function twiddled(const char* name, std::size_t r) {
    const auto number = std::to_string(r);
    return {std::string(name) + "_" + number, "nothing", {{"cl/lanes/twiddle_outputs.cl", {{"NUMBER", number}}}}};
}

/// Writes the calls for each stage of a pass, in order.
class lanes_calls {
  public:
    lanes_calls(pass_text& text, const pass_step& s)
        : f_(text, s), s_(s), own_(s.to<lanes_pass>()), last_(s.stages.size() - 1) {}

    void write() {
        f_.line("where.lanes = lanes_inside(where);");
        if (s_.in.packed)
            pack_real_lines(f_, own_, buffer(0), buffer(1));
        else if (transposes(own_.load))
            load_transposed(f_, buffer(own_.buffers - 1));
        for (std::size_t k = 0; k <= last_; ++k) {
            write_stage(k);
            if (s_.convolution.multiplies_after(k)) multiply(k);
        }
        if (s_.out.packed)
            unpack_real_lines(f_, own_, buffer(last_), buffer(last_ + 1));
        else if (transposes(own_.store))
            store_transposed(f_, buffer(last_));
    }

  private:
    /// The buffer that stage k writes. Stages rotate through the buffers.
    text_value buffer(std::size_t k) const {
        return {"local complex*", "buffers[" + std::to_string(k % own_.buffers) + "]"};
    }

    void write_stage(std::size_t k) {
        const auto radix = std::to_string(s_.stages[k].radix);
        f_.open("for (where.butterfly = 0; where.butterfly < TILE_POINTS / " + radix + "; ++where.butterfly)");
        f_.line("complex x[" + radix + "];");
        const auto from = buffer(k + own_.buffers - 1);
        if (loads(k))
            f_.load(functions().load_lanes, k, compound("struct lanes_input", {f_.in, read_order(k)}));
        else if (k == 0 && !s_.in.packed)
            f_.load(functions().read_loaded, k, compound("struct loaded_buffer", {from, f_.in, read_order(k)}));
        else
            f_.load(functions().read_buffer, k, compound("struct lanes_buffer", {from, read_order(k)}));
        if (s_.stages[k].radix > 1) f_.multiply(functions().lanes_stage, k, f_.chain(k));
        if (k == last_ && !s_.out.packed) finish();
        if (stores(k))
            f_.store(functions().store_lanes, k, compound("struct lanes_output", {f_.out, written_order(k)}));
        else if (k == last_ && !s_.out.packed)
            f_.store(functions().write_stored, k,
                     compound("struct stored_buffer", {buffer(k), f_.out, written_order(k)}));
        else
            f_.store(functions().write_buffer, k, compound("struct lanes_buffer", {buffer(k), written_order(k)}));
        f_.close();
    }

    /// True if stage k reads or writes global memory.
    bool loads(std::size_t k) const { return k == 0 && !transposes(own_.load) && !s_.in.packed; }
    bool stores(std::size_t k) const { return k == last_ && !transposes(own_.store) && !s_.out.packed; }

    /// The orders of the first stage's inputs and the last stage's outputs are not the tile's if a dimension is
    /// convolved.
    text_value read_order(std::size_t k) const {
        if (!s_.convolution.digit || k > 0) return order("same_order");
        return s_.convolution.permuted() ? power_order(loads(k)) : order("backward_order");
    }
    text_value written_order(std::size_t k) const {
        return k == last_ && s_.convolution.permuted() ? power_order(stores(k)) : order("same_order");
    }
    static text_value power_order(bool global) { return order(global ? "power_order" : "power_order_in_buffer"); }
    static text_value order(const char* name) { return {"enum point_order", name}; }

    /// After the last stage's butterflies: twiddle factors between passes, and the scale.
    void finish() {
        for (std::size_t r = 0; r < s_.inter_pass_twiddles.size(); ++r) {
            const bool grows = lane_growth(s_, s_.inter_pass_twiddles[r]);
            const auto twiddle = f_.twiddle(r, grows ? "lanes_" + std::to_string(r) : "");
            f_.multiply(twiddled("twiddle_outputs", r), last_, twiddle);
            if (grows) f_.multiply(twiddled("twiddle_lanes", r), last_, twiddle);
        }
        if (s_.scale != 1) f_.multiply(functions().scale_outputs, last_, {"REAL", "out.scale"});
    }

    void multiply(std::size_t k) {
        const auto filter = f_.variable("struct filter", "filter", {f_.spectrum, f_.in, f_.out});
        f_.call("multiply_lanes", {buffer(k), filter, f_.where},
                {"cl/lanes/load_lanes.cl", "cl/lanes/store_lanes.cl", "cl/lanes/multiply.cl"});
    }

    pass_function f_;
    const pass_step& s_;
    const lanes_pass& own_;
    const std::size_t last_;  ///< stage
};

/// True if all lanes belong to one line: then they have no stride.
bool is_one_line(const pass_step& s) {
    const auto& lines = s.tile[*s.family->lane_dim()].points;
    return lines.is == 0 && lines.os == 0;
}

void define_points(pass_text& text, const pass_step& s, const pass_side& side, const lanes_side& access,
                   const char* points, const char* dim) {
    if (transposes(access))
        text.define(dim, access.dim);
    else if (!side.packed)
        return;
    if (text.names.any_length)
        return text.define(points, std::string("where.shape->") + (&side == &s.in ? "in" : "out") + "_points");
    const auto count = points_in_memory(s, side, side.packed ? 1 - *s.family->lane_dim() : access.dim);
    if (!text.names.rows || !side.mapped) return text.define(points, count);
    // Of rows, the pass describes one.
    text.define(points, count == side.mapped->numbers.n ? "where.length" : "where.length / 2 + 1");
}

/// True if lanes are multiplied by different factors of the spectrum.
bool has_spectrum_of_lanes(const pass_step& s) {
    const auto& factor = s.convolution.factor;
    return factor && factor->growth.tile[*s.family->lane_dim()] > 0;
}

}  // namespace

void load_transposed(pass_function& f, const text_value& buffer) {
    f.call("load_transposed", {buffer, f.in, f.where}, {"cl/lanes/load_lanes.cl", "cl/lanes/load_transposed.cl"});
}

void store_transposed(pass_function& f, const text_value& buffer) {
    f.call("store_transposed", {buffer, f.out, f.where}, {"cl/lanes/store_lanes.cl", "cl/lanes/store_transposed.cl"});
}

void pack_real_lines(pass_function& f, const lanes_pass& own, const text_value& spectrum, const text_value& to) {
    const auto files = {"cl/lanes/load_lanes.cl", "cl/lanes/pack_real_lines.cl"};
    if (transposes(own.load))
        load_transposed(f, spectrum);
    else
        f.call("load_spectrum", {spectrum, f.in, f.where}, files);
    f.call("pack_lanes", {to, spectrum, f.packing, f.where}, files);
}

void unpack_real_lines(pass_function& f, const lanes_pass& own, const text_value& from, const text_value& spectrum) {
    const auto files = {"cl/lanes/store_lanes.cl", "cl/lanes/unpack_real_lines.cl"};
    f.call("unpack_lanes", {spectrum, from, f.packing, {"REAL", "out.scale"}, f.where}, files);
    if (transposes(own.store))
        store_transposed(f, spectrum);
    else
        f.call("store_spectrum", {spectrum, f.out, f.where}, files);
}

void define_lanes(pass_text& text, const pass_step& s) {
    const auto& own = s.to<lanes_pass>();
    text.define("LANE_DIM", own.dim);
    text.define("SPECTRUM_OF_LANES", int{has_spectrum_of_lanes(s)});
    text.define("ONE_LANE", int{is_one_line(s)});
    define_points(text, s, s.in, own.load, "IN_POINTS", "LOAD_DIM");
    define_points(text, s, s.out, own.store, "OUT_POINTS", "STORE_DIM");
    text.define("LOADS_VECTORS", int{own.load.access == lanes_access::side_by_side});
    text.define("STORES_VECTORS", int{own.store.access == lanes_access::side_by_side});
    define_convolution(text, s);
    for (const char* file :
         {"lanes/registers", "common/butterfly", "lanes/lanes", "lanes/vectors", "lanes/point_order"})
        text.add_file("cl/" + std::string(file) + ".cl");
}

pass_text text_of_lanes(const pass_step& s, double_support fp64, const pass_names& names) {
    const auto& own = s.to<lanes_pass>();
    if (names.any_length) return text_of_any_length(s, fp64, names);
    auto text = common_text(s, fp64, names);
    text.local_memory = "    local complex buffers[" + std::to_string(own.buffers) + "][LOCAL_SIZE];\n";
    text.shared_memory = "    local complex(*const buffers)[LOCAL_SIZE] = (local complex(*)[LOCAL_SIZE])shared;\n";
    text.define("LOCAL_SIZE", s.local_elements());
    define_lanes(text, s);
    text.define("BLOCKS_AS_LOADED", int{s.in.packed});
    text.define("BLOCKS_AS_STORED", 0);
    lanes_calls(text, s).write();
    return text;
}

}  // namespace stockham::internal
