// Kernel text of lane passes (cl/lanes/): each stage is a loop over butterflies.
#include <string>

#include "families/lanes/lanes.hpp"
#include "kernel/pass_parameters.hpp"
#include "kernel/pass_sides.hpp"
#include "kernel/pass_text.hpp"

namespace stockham::internal {

namespace {

/// Writes the calls for each stage of a pass, in order.
class lanes_calls {
  public:
    lanes_calls(pass_text& text, const pass_step& s)
        : text_(text), s_(s), own_(s.to<lanes_pass>()), in_(side_arguments(s.in, true)),
          out_(side_arguments(s.out, false)), scale_(s.scale != 1 ? "scale" : "1"),
          powers_(s.permuted() ? "powers" : "0") {}

    void write() {
        text_.line("const struct coordinate tile = TILE;");
        text_.line("const uint inside = lanes_inside(numbers, loops);");
        if (transposes(own_.load)) {
            text_.add_file("cl/lanes/load_transposed.cl");
            text_.line("load_transposed(" + buffer(own_.buffers - 1) + ", in, inside, " +
                       std::to_string(own_.load.dim) + ");");
        }
        for (std::size_t k = 0; k < s_.stages.size(); ++k) {
            write_stage(k);
            if (s_.factor && s_.factor->after == k) multiply(k);
        }
        if (transposes(own_.store)) {
            text_.add_file("cl/lanes/store_transposed.cl");
            text_.line("store_transposed(" + buffer(s_.stages.size() - 1) + ", out, inside, " +
                       std::to_string(own_.store.dim) + ");");
        }
    }

  private:
    static bool transposes(const lanes_side& side) { return side.access == lanes_access::transposed; }
    /// The buffer that stage k writes. Stages rotate through the buffers.
    std::string buffer(std::size_t k) const { return "buffers[" + std::to_string(k % own_.buffers) + "]"; }

    /// Calls the function for the stage's radix; `file` defines it, by default the file of the same name.
    void call(const std::string& function, const stage& g, const std::string& arguments, const std::string& file) {
        text_.add_file("cl/lanes/" + file + ".cl", g.radix);
        text_.line("    " + function + "_" + std::to_string(g.radix) + "(" + arguments + ");");
    }
    void call(const std::string& function, const stage& g, const std::string& arguments) {
        call(function, g, arguments, function);
    }

    void write_stage(std::size_t k) {
        const auto& g = s_.stages[k];
        const auto radix = std::to_string(g.radix), dim = std::to_string(g.dim), span = std::to_string(g.span);
        text_.line("for (uint q = 0; q < TILE_POINTS / " + radix + "; ++q) {");
        text_.line("    const struct coordinate c = place(q, butterflies(tile, " + dim + ", " + radix + "), " +
                   std::to_string(g.contiguous) + ");");
        text_.line("    complex x[" + radix + "];");
        read(k, dim);
        if (g.span > 1) call("twiddle", g, "x, chain_" + dim + ", c, " + dim + ", " + span);
        if (g.radix > 1) text_.line("    butterfly(x, " + radix + ");");
        if (k + 1 == s_.stages.size()) finish(g, dim + ", " + span);
        write(k, dim + ", " + span);
        text_.line("}");
    }

    void read(std::size_t k, const std::string& dim) {
        const auto& g = s_.stages[k];
        const bool from_global = k == 0 && !transposes(own_.load);
        const std::string order = ", " + order_of(k == 0, from_global, true) + ", " + powers_ + ", " + dim;
        if (from_global)
            call("load", g, "x, " + in_ + ", c, loops, inside" + order);
        else
            call("get", g, "x, " + buffer(k + own_.buffers - 1) + ", c" + order);
    }

    void write(std::size_t k, const std::string& place) {
        const auto& g = s_.stages[k];
        const bool last = k + 1 == s_.stages.size(), to_global = last && !transposes(own_.store);
        const std::string order = ", " + order_of(last, to_global, false) + ", " + powers_ + ", " + place;
        if (to_global)
            call("store", g, "x, " + out_ + ", c, loops, inside" + order);
        else
            call("put", g, buffer(k) + ", x, c" + order);
    }

    /// The order of points in the first stage's inputs and the last stage's outputs.
    std::string order_of(bool at_the_end, bool global, bool input) const {
        if (!s_.convolved || !at_the_end) return "same_order";
        if (s_.permuted()) return global ? "power_order" : "power_order_in_buffer";
        return input ? "backward_order" : "same_order";
    }

    /// After the last stage's butterflies: twiddle factors between passes, and the scale.
    void finish(const stage& g, const std::string& place) {
        for (std::size_t r = 0; r < s_.inter_pass_twiddles.size(); ++r) {
            const auto& t = s_.inter_pass_twiddles[r];
            const auto number = std::to_string(r), along = std::to_string(t.dim);
            call("twiddle_outputs", g,
                 "x, c, numbers, loops, " + number + ", " + along + ", " + factor_arguments(s_, r) + ", " + powers_ +
                     ", " + place);
            if (lane_growth(s_, t))
                call("twiddle_lanes", g, "x, c, " + along + ", lanes_" + number + ", " + powers_ + ", " + place,
                     "twiddle_outputs");
        }
        if (s_.scale != 1) call("scale", g, "x, scale");
    }

    void multiply(std::size_t k) {
        text_.add_file("cl/lanes/multiply.cl");
        text_.line("multiply_lanes(" + buffer(k) + ", spectrum, " + in_ + ", " + out_ + ", loops, inside, " + scale_ +
                   ");");
    }

    pass_text& text_;
    const pass_step& s_;
    const lanes_pass& own_;
    std::string in_, out_, scale_, powers_;
};

/// True if all lanes belong to one line: then they have no stride.
bool is_one_line(const pass_step& s) {
    const auto& lines = s.tile[*s.family->lane_dim()].points;
    return lines.is == 0 && lines.os == 0;
}

}  // namespace

pass_text text_of_lanes(const pass_step& s, double_support fp64) {
    const auto& own = s.to<lanes_pass>();
    auto text = common_text(s, fp64);
    text.local_memory = "    local complex buffers[" + std::to_string(own.buffers) + "][LOCAL_SIZE];\n";
    text.shared_memory = "    local complex(*const buffers)[LOCAL_SIZE] = (local complex(*)[LOCAL_SIZE])shared;\n";
    text.define("LOCAL_SIZE", s.local_elements());
    text.define("LANE_DIM", own.dim);
    text.define("ONE_LANE", int{is_one_line(s)});
    text.define("LOADS_VECTORS", int{own.load.access == lanes_access::side_by_side});
    text.define("STORES_VECTORS", int{own.store.access == lanes_access::side_by_side});
    text.define("CONVOLVED", convolved_way(s));
    text.define("CONVOLVED_DIM", s.convolved ? s.convolved->dim : 0);
    text.define("CONVOLVED_POINTS", s.convolved ? s.convolved->points : 0);
    text.add_file("cl/lanes/lanes.cl");
    lanes_calls(text, s).write();
    return text;
}

}  // namespace stockham::internal
