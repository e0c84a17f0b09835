// Kernel text of lane passes that serve digits of any length: the same kernel for every length, batch and stride.
#include <string>
#include <utility>
#include <vector>

#include "families/lanes/lanes.hpp"
#include "families/lanes/text.hpp"
#include "kernel/butterflies.hpp"
#include "kernel/pass_function.hpp"
#include "kernel/pass_sides.hpp"

namespace stockham::internal {

namespace {

/// Writes the body. The points are in the buffer `from`, and each step may exchange it with the buffer `to`.
class any_length_calls {
  public:
    any_length_calls(pass_text& text, const pass_step& s)
        : f_(text, s), text_(text), s_(s), own_(s.to<lanes_pass>()), radices_(*digit_radices(s)),
          arranges_(arranges_points(s)), finishes_(finishes_points(s)),
          loads_blocks_(!transposes(own_.load) && !s.in.packed),
          stores_blocks_(!transposes(own_.store) && !s.out.packed) {}

    /// True if a loop over the points converts them or puts them in order before the first stage.
    static bool arranges_points(const pass_step& s) {
        return !transposes(s.to<lanes_pass>().load) || s.in.mapped || s.convolution.digit;
    }
    /// True if a loop over the points multiplies, converts or orders them after the last stage.
    static bool finishes_points(const pass_step& s) {
        return !transposes(s.to<lanes_pass>().store) || s.out.mapped || s.convolution.permuted() ||
               !s.inter_pass_twiddles.empty() || s.out.packed;
    }

    void write() {
        for (std::size_t r = 0; r < s_.inter_pass_twiddles.size(); ++r)
            twiddles_.push_back(f_.twiddle(r, grows(r) ? "lanes_" + std::to_string(r) : ""));
        add_stages();
        f_.line("where.lanes = lanes_inside(where);");
        f_.line("where.butterfly = 0;");
        f_.line("const uint room = own_shape.n + " + std::to_string(int{s_.packs()}) + ";");
        f_.line("local complex *from = buffers, *to = buffers + room;");
        if (loads_blocks_ || stores_blocks_) f_.line("local complex* const block = buffers + 2 * room;");
        f_.line("const struct butterfly digit = butterfly_of(0, own_shape.n, 0, 1, 0, where);");
        load();
        write_stages();
        store();
    }

  private:
    /// Its name differs between the sets of radices, since the passes of a kernel may have different ones.
    std::string stage_function() const { return "stage_of_" + std::to_string(radices_.size()) + "_radices"; }
    text_value from() const { return {"local complex*", "from"}; }
    void exchange() { f_.line("local complex* const other = from; from = to; to = other;"); }

    /// A file with all stages, which the passes of a kernel share.
    void add_stages() {
        std::string cases;
        for (unsigned r : radices_) {
            const auto number = std::to_string(r);
            add_butterfly(text_, r);
            text_.add_file({"cl/lanes/digit_stage.cl", {{"RADIX", number}}, true});
            cases += " CASE(" + number + ")";
        }
        text_.add_file({"cl/lanes/digit_stages.cl", {{"STAGE_FUNCTION", stage_function()}, {"CASES", cases}}, true});
    }

    /// Loads points into the buffer, unless the first stage loads them.
    void load() {
        if (loads_blocks_) return;
        const text_value loaded("local complex*", arranges_ || s_.in.packed ? "to" : "from");
        if (s_.in.packed) return pack_real_lines(f_, own_, loaded, from());
        load_transposed(f_, loaded);
        if (!arranges_) return;
        const std::string order = !s_.convolution.digit        ? "same_order"
                                  : !s_.convolution.permuted() ? "backward_order"
                                                               : "power_order_in_buffer";
        f_.line("for (uint m = 0; m < own_shape.n; ++m) from[m] = get_loaded(from[m], &digit, (struct "
                "loaded_buffer){to, in, " +
                order + "}, m);");
    }

    void write_stages() {
        f_.line("uint span = 1;");
        f_.line("global const element* chain = " + f_.argument("chain_0") + ";");
        f_.open("for (uint k = 0; k < own_shape.stages; ++k)");
        f_.line("const uint radix = " + f_.argument("radices") + "->at[k], butterflies = own_shape.n / radix;");
        if (loads_blocks_) {
            f_.open("if (k == 0)");
            load_in_blocks();
            f_.close();
        }
        if (stores_blocks_) {
            f_.open("if (k > 0 && k + 1 == own_shape.stages)");
            store_in_blocks();
            f_.line("break;");
            f_.close();
        }
        if (loads_blocks_) f_.open("if (k > 0)");
        run_stage("to, from, chain, nothing_ahead(), span, butterflies, span, 0, butterflies");
        if (loads_blocks_) f_.close();
        exchange();
        f_.line("span *= radix;");
        if (s_.convolution.factor) multiply();
        f_.close();
    }

    /// The first stage loads its inputs, block by block: a block stays in the core's first cache.
    void load_in_blocks() {
        text_.add_file("cl/lanes/load_lanes.cl");
        const std::string order = !s_.convolution.digit        ? "same_order"
                                  : !s_.convolution.permuted() ? "backward_order"
                                                               : "power_order";
        f_.open("for (uint first = 0, most = BLOCK_POINTS / radix; first < butterflies; first += most)");
        f_.line("const uint count = min(most, butterflies - first);");
        f_.line("for (uint i = 0; i < radix; ++i)");
        f_.line("    for (uint b = 0; b < count; ++b)");
        f_.line("        block[i * count + b] = load_lanes(block[0], &digit, (struct lanes_input){in, " + order +
                "}, i * butterflies + first + b);");
        declare_ahead(own_.load, "in", "first + count");
        run_stage("to + first * radix, block, chain, ahead, 1, count, 1, 0, count");
        f_.close();
    }

    /// The last stage, after others, stores its outputs.
    void store_in_blocks() {
        f_.open("for (uint first = 0, most = BLOCK_POINTS / radix; first < butterflies; first += most)");
        f_.line("const uint count = min(most, butterflies - first);");
        declare_ahead(own_.store, "out", "first");
        run_stage("block, from + first, chain, ahead, count, butterflies, span, first, count");
        f_.line("for (uint i = 0; i < radix; ++i)");
        f_.open("for (uint b = 0; b < count; ++b)");
        store_point("block[i * count + b]", "i * butterflies + first + b");
        f_.close();
        f_.close();
    }

    /// Computes butterflies: the members of struct stage_part.
    void run_stage(const std::string& part) {
        f_.line("const struct stage_part part = {" + part + ", 0};");
        f_.line(stage_function() + "(radix, part);");
    }

    /// Declares the memory of the butterflies from `first` on.
    void declare_ahead(const lanes_side& side, const std::string& name, const std::string& first) {
        if (side.access != lanes_access::side_by_side || s_.convolution.digit)
            return f_.line("const struct memory_ahead ahead = nothing_ahead();");
        f_.line("const ulong step = own_shape." + name + "_strides[0] * sizeof(*" + name + ".numbers);");
        f_.line("const struct memory_ahead ahead = {(global const char*)" + name + ".numbers + step * (" + first +
                "), step, step * butterflies};");
    }

    void multiply() {
        f_.open("if (k + 1 == own_shape.spectrum_after)");
        const auto filter = f_.variable("struct filter", "filter", {f_.spectrum, f_.in, f_.out});
        f_.call("multiply_lanes", {from(), filter, f_.where},
                {"cl/lanes/load_lanes.cl", "cl/lanes/store_lanes.cl", "cl/lanes/multiply.cl"});
        f_.line("span = 1;");
        f_.line("chain = " + f_.argument("mirrored_chain_0") + ";");
        f_.close();
    }

    /// Stores points from the buffer, unless the last stage stored them.
    void store() {
        if (s_.out.packed) return unpack_real_lines(f_, own_, from(), {"local complex*", "to"});
        if (stores_blocks_) f_.line("if (own_shape.stages == 1)");
        if (finishes_) {
            f_.open("for (uint m = 0; m < own_shape.n; ++m)");
            store_point("from[m]", "m");
            f_.close();
        }
        if (transposes(own_.store)) store_transposed(f_, {"local complex*", finishes_ ? "to" : "from"});
    }

    /// Converts point m and stores it, or puts it into the buffer `to`.
    void store_point(const std::string& point, const std::string& m) {
        f_.line("complex z = " + point + ";");
        finish(m);
        text_.add_file("cl/lanes/store_lanes.cl");
        const std::string order = !s_.convolution.permuted() ? "same_order"
                                  : transposes(own_.store)   ? "power_order_in_buffer"
                                                             : "power_order";
        f_.line((transposes(own_.store) ? "put_stored(z, &digit, (struct stored_buffer){to, out, "
                                        : "store_lanes(z, &digit, (struct lanes_output){out, ") +
                order + "}, " + m + ");");
    }

    void finish(const std::string& m) {
        for (std::size_t r = 0; r < twiddles_.size(); ++r) {
            const auto number = std::to_string(r), arguments = "(z, &digit, " + twiddles_[r].text + ", " + m + ");";
            text_.add_file({"cl/lanes/twiddle_outputs.cl", {{"NUMBER", number}}});
            f_.line("z = twiddle_outputs_" + number + arguments);
            if (grows(r)) f_.line("z = twiddle_lanes_" + number + arguments);
        }
        if (s_.scale == 1) return;
        text_.add_file("cl/lanes/scale.cl");
        f_.line("z = scale_outputs(z, &digit, out.scale, " + m + ");");
    }
    bool grows(std::size_t r) const { return lane_growth(s_, s_.inter_pass_twiddles[r]) > 0; }

    pass_function f_;
    pass_text& text_;
    const pass_step& s_;
    const lanes_pass& own_;
    const std::vector<unsigned>& radices_;
    const bool arranges_, finishes_;
    const bool loads_blocks_, stores_blocks_;  ///< stages load or store points in blocks
    std::vector<text_value> twiddles_;
};

/// Adds an argument, struct digit_NAME, and a copy of it, to which the member NAME of struct tile_index points.
template <class Struct>
void add_struct(pass_text& text, const std::string& name, const Struct& value) {
    const auto type = "struct digit_" + name;
    text.structs.push_back({type, name + "_of_digit", value_argument(value)});
    text.scratch += "    const " + type + " own_" + name + " = *" + text.argument(name + "_of_digit") + ";\n";
}

void add_parameters(pass_text& text, const pass_step& s) {
    std::vector<parameter> chains;
    const auto add = [&](const char* name, bool mirrored) {
        chains.push_back(table_parameter(name, twiddle_table::chain(s.precision, s.chain_of(0, mirrored))));
    };
    add("chain_0", false);
    if (s.convolution.factor) add("mirrored_chain_0", true);
    text.parameters.insert(text.parameters.begin(), chains.begin(), chains.end());
    text.structs.push_back({"struct digit_radices", "radices", value_argument(radices_of_digit(s))});
    add_struct(text, "shape", shape_of_digit(s));
    if (s.in.mapped || s.out.mapped) add_struct(text, "axes", axes_of_digit(s));
    if (s.convolution.factor) add_struct(text, "spectrum", spectrum_of_digit(s));
}

}  // namespace

pass_text text_of_any_length(const pass_step& given, double_support fp64, const pass_names& names) {
    const auto s = digit_first(given);
    const auto& own = s.to<lanes_pass>();
    text_traits traits;
    traits.chains = traits.butterflies = false;
    auto text = common_text(s, fp64, names, traits);
    add_parameters(text, s);
    text.local_memory = "    local complex buffers[" + std::to_string(2 * own.most_points) + " + BLOCK_POINTS];\n";
    text.shared_memory = "    local complex* const buffers = (local complex*)shared;\n";
    define_lanes(text, s);
    text.define("BLOCKS_AS_LOADED", int{!any_length_calls::arranges_points(s)});
    text.define("BLOCKS_AS_STORED", int{!any_length_calls::finishes_points(s)});
    any_length_calls(text, s).write();
    return text;
}

}  // namespace stockham::internal
