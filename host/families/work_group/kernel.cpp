// Kernel text of passes that exchange through local memory (cl/work_group/): a short list of calls.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/immortal.hpp"
#include "families/work_group/kernel_files.hpp"
#include "families/work_group/work_group.hpp"
#include "kernel/pass_function.hpp"
#include "kernel/pass_parameters.hpp"
#include "kernel/pass_sides.hpp"

namespace stockham::internal {

namespace {

kernel_file file(const char* name, std::vector<text_constant> constants = {}) {
    return {"cl/work_group/" + std::string(name) + ".cl", std::move(constants)};
}

/// Functions of the kernel files.
struct work_group_functions {
    point_function load_strided{"load_strided", "strided_inputs", {file("load_strided")}};
    point_function load_points{"load_points", "nothing", {file("load_points")}};
    point_function load_paired_lines{
        "load_paired_lines", "strided_inputs", {file("load_strided"), file("load_paired")}};
    point_function load_paired_points{
        "load_paired_points", "nothing", {file("load_points"), file("load_paired_points")}};
    point_function prefetch_tile{"prefetch_tile", "places_of_later", {file("prefetch")}, {{"WANTED", "starts_line"}}};

    point_function store_strided{"store_strided", "strided_outputs", {file("store_strided")}};
    point_function store_points{"store_points", "nothing", {file("store_points")}, {{"WANTED", "has_line"}}};
    point_function store_paired_lines{
        "store_paired_lines", "strided_outputs", {file("store_strided"), file("store_paired_lines")}};
    point_function store_paired_points{"store_paired_points", "nothing", {file("store_paired_points")}};

    point_function put{"put", "local_outputs", {file("exchange")}};
    point_function get{"get", "local_inputs", {file("exchange")}};
    point_function put_powers{"put_powers", "nothing", {file("exchange_powers")}};
    point_function get_powers{"get_powers", "nothing", {file("exchange_powers")}};

    point_function chain_stage{"chain_stage", "begin_chain", {{"cl/common/stage.cl"}}, {{"STAGE", "1"}}};
    point_function sines_stage{"sines_stage", "nothing", {{"cl/common/stage.cl"}}, {{"STAGE", "1"}}};
    point_function multiply_spectrum{"multiply", "nothing", {file("multiply")}};
    point_function multiply_convolved{"multiply_convolved", "nothing", {file("multiply_convolved")}};
};

const work_group_functions& functions() {
    static const auto& all = immortal<work_group_functions>();
    return all;
}

const point_function& load_function(const pass_step& s) {
    if (s.paired) return s.in.mapped ? functions().load_paired_points : functions().load_paired_lines;
    return s.in.mapped || s.convolution.loads_digit() ? functions().load_points : functions().load_strided;
}
const point_function& store_function(const pass_step& s) {
    if (s.paired) return s.out.mapped ? functions().store_paired_points : functions().store_paired_lines;
    return s.convolution.stores_digit() || s.out.mapped ? functions().store_points : functions().store_strided;
}

/// The numbers that an exchange moves at a time.
enum class part { whole, real, imaginary };

/// Writes the calls of one pass, in order.
class work_group_calls {
  public:
    work_group_calls(pass_text& text, const pass_step& s, const work_group_butterflies& butterflies)
        : f_(text, s), s_(s), own_(s.to<work_group_pass>()), butterflies_(butterflies), last_(s.stages.size() - 1) {}

    void write() {
        f_.line("complex x[POINTS];");
        butterflies_.begin(f_);
        load();
        for (std::size_t k = 0; k <= last_; ++k) {
            // After radix 1, only an exchange follows, which reorders the points.
            if (s_.stages[k].radix > 1) butterflies_.compute(f_, s_, k);
            twiddle_within(k);
            if (s_.convolution.multiplies_after(k)) multiply(k);
            if (k < last_ && !s_.keeps_points(k)) exchange(k);
        }
        if (s_.out.packed || s_.unpairs())
            store_from_local_memory();
        else
            store();
    }

  private:
    /// Local memory, from the first of these numbers on.
    text_value exchanged(part which) {
        constexpr const char* names[] = {"whole", "real_parts", "imaginary_parts"};
        constexpr const char* constants[] = {"COMPLEX", "REAL_PART", "IMAGINARY_PART"};
        if (own_.exchange == exchange_mode::whole) which = part::whole;
        const bool behind = which == part::imaginary && own_.exchange == exchange_mode::planar;
        const auto k = static_cast<std::size_t>(which);
        return f_.variable("struct exchange_buffer", names[k],
                           {{"EXCHANGED*", behind ? "exchanged + LOCAL_SIZE" : "exchanged"}, {"uint", constants[k]}});
    }

    void load() {
        if (s_.in.packed) {
            call_on_packed("pack", f_.in, s_.stages.front());
            barrier_after_put();
            f_.load(takes_powers(s_, 0) ? functions().get_powers : functions().get, 0, exchanged(part::whole));
            return;
        }
        f_.load(load_function(s_), 0, f_.in);
        for (std::size_t r = 0; r < s_.inter_pass_twiddles.size(); ++r)
            if (s_.inter_pass_twiddles[r].on_load)
                f_.multiply(twiddled("twiddle_inputs", "factors_of_inputs", r), 0, twiddle(r));
        if (own_.prefetch) prefetch();
    }

    /// The dimension along which neighbouring work-items process points k and n - k of a line, next to this stage.
    unsigned contiguous_pairs(const stage& g) const {
        const auto merged = s_.merged();
        return merged && g.contiguous == merged->low ? merged->high : g.contiguous;
    }

    /// Packs or unpacks real lines, next to this stage.
    void call_on_packed(const char* name, const text_value& side, const stage& g) {
        f_.call(name, {exchanged(part::whole), side, f_.packing, f_.where, s_.real_line_dim(), contiguous_pairs(g)});
    }

    void prefetch() {
        f_.number_groups();
        const auto group = "group + " + std::to_string(own_.prefetch), loops = std::to_string(s_.loops.size());
        const auto numbers = f_.argument("numbers");
        f_.open("if (" + group + " < groups)");
        f_.store(functions().prefetch_tile, 0,
                 {"global const element*", f_.argument("in_base") + " + tile_start(loops_of(" + group + ", " + numbers +
                                               ", " + loops + "), " + loops + ", " + numbers + "->in_offset, " +
                                               numbers + "->loop_in)"});
        f_.close();
    }

    /// The factor between passes, and a function for points that it multiplies.
    text_value twiddle(std::size_t r) {
        const bool by_powers = !is_convolved(r) && powers_order(s_, s_.inter_pass_twiddles[r]);
        return f_.twiddle(r, by_powers ? "powers_" + std::to_string(r) : "");
    }
    /// True if the factor multiplies points of a convolution, whose order is not that of the tile.
    bool is_convolved(std::size_t r) const { return s_.convolution.stores_digit() && !s_.inter_pass_twiddles[r].after; }
    point_function twiddled(const char* name, const char* begin, std::size_t r) const {
        const auto number = std::to_string(r);
        const std::vector<text_constant> constants = {{"NUMBER", number}};
        const std::string factor_name = std::string(name) + "_" + number,
                          begin_name = std::string(begin) + "_" + number;
        if (is_convolved(r)) return {factor_name, begin_name, {file("twiddle_convolved", constants)}};
        const char* way = powers_order(s_, s_.inter_pass_twiddles[r]) ? "BY_POWERS"
                          : s_.twiddles == twiddle_source::tables     ? "BY_ROOTS"
                                                                      : "EACH";
        return {factor_name, begin_name, {file("twiddle_points", {{"NUMBER", number}, {"WAY", way}})}};
    }
    /// The same for stores, which apply the factor at the same time.
    point_function twiddled_store(std::size_t r) const {
        auto files = twiddled("", "", r).files;
        files.push_back(file("store_strided"));
        files.push_back(file("store_twiddled", {{"NUMBER", std::to_string(r)}}));
        return {"store_twiddled", "twiddled_outputs", files, {{"WANTED", "has_line"}}};
    }

    /// The factors between the digits of an axis that the pass transforms.
    void twiddle_within(std::size_t k) {
        for (std::size_t r = 0; r < s_.inter_pass_twiddles.size(); ++r)
            if (s_.inter_pass_twiddles[r].after == k)
                f_.multiply(twiddled("twiddle_outputs", "factors_of_outputs", r), k, twiddle(r));
    }

    void multiply(std::size_t k) {
        std::vector<text_value> members = {f_.spectrum, f_.in, f_.out};
        if (s_.convolution.whole()) members.push_back({"EXCHANGED*", "exchanged"});
        if (s_.convolution.digit)
            f_.multiply(functions().multiply_convolved, k, f_.variable("struct filter", "filter", members));
        else
            f_.multiply(functions().multiply_spectrum, k, f_.spectrum);
    }

    /// In place, a work-item stores to places that others load, so the first exchange also waits for all loads.
    void barrier_after_put() {
        const bool in_place = s_.in.where == s_.out.where;
        f_.barrier(exchanges_++ == 0 && in_place);
    }

    /// put and get reorder a permuted dimension between memory order and power order if it is copied in and out.
    void put_part(std::size_t k, part which) {
        f_.store(gives_powers(s_, k) ? functions().put_powers : functions().put, k, exchanged(which));
    }
    void get_part(std::size_t k, part which) {
        f_.load(takes_powers(s_, k + 1) ? functions().get_powers : functions().get, k + 1, exchanged(which));
    }

    /// Redistributes the points of stage k among the work-items for the next stage.
    void exchange(std::size_t k) {
        if (exchanges_ > 0) f_.barrier();
        put_part(k, part::real);
        if (own_.exchange == exchange_mode::planar) put_part(k, part::imaginary);
        barrier_after_put();
        get_part(k, part::real);
        if (own_.exchange == exchange_mode::separate) {
            f_.barrier();
            put_part(k, part::imaginary);
            f_.barrier();
        }
        if (own_.exchange != exchange_mode::whole) get_part(k, part::imaginary);
    }

    /// Unpacks the half spectra of real lines, or separates those of paired lines.
    void store_from_local_memory() {
        if (exchanges_ > 0) f_.barrier();
        f_.store(gives_powers(s_, last_) ? functions().put_powers : functions().put, last_, exchanged(part::whole));
        barrier_after_put();
        const auto& g = s_.stages.back();
        if (s_.out.packed) return call_on_packed("unpack", f_.out, g);
        f_.call(
            "store_spectra",
            {exchanged(part::whole), f_.out, f_.where, s_.real_line_dim(), contiguous_pairs(g), f_.point_twiddles()},
            {"cl/work_group/store_paired_spectra.cl"});
    }

    void scale() {
        if (s_.scale != 1) f_.call("scale_points", {f_.x, {"REAL", "out.scale"}}, {"cl/common/scale.cl"});
    }

    /// The factors between passes that are applied on store.
    std::vector<std::size_t> factors_on_store() const {
        std::vector<std::size_t> all;
        for (std::size_t r = 0; r < s_.inter_pass_twiddles.size(); ++r)
            if (s_.inter_pass_twiddles[r].on_store()) all.push_back(r);
        return all;
    }

    void store() {
        const auto& function = store_function(s_);
        auto factors = factors_on_store();
        if (s_.convolution.stores_digit()) {
            for (auto r : factors)
                f_.multiply(twiddled("twiddle_convolved", "convolved_factors", r), last_, twiddle(r));
            scale();
            return f_.store(function, last_, f_.out);
        }
        scale();
        // The last factor is fused with the store if it can be.
        std::optional<std::size_t> fused;
        if (!factors.empty() && function.name == functions().store_strided.name) {
            fused = factors.back();
            factors.pop_back();
        }
        for (auto r : factors) f_.multiply(twiddled("twiddle_outputs", "factors_of_outputs", r), last_, twiddle(r));
        if (!fused) return f_.store(function, last_, f_.out);
        f_.store(twiddled_store(*fused), last_,
                 f_.variable("struct twiddled_side", "twiddled", {f_.out, twiddle(*fused)}));
    }

    pass_function f_;
    const pass_step& s_;
    const work_group_pass& own_;
    const work_group_butterflies& butterflies_;
    const std::size_t last_;  ///< stage
    unsigned exchanges_ = 0;
};

}  // namespace

void work_group_butterflies::compute(pass_function& f, const pass_step& s, std::size_t stage) const {
    if (s.twiddles == twiddle_source::tables) return f.multiply(functions().chain_stage, stage, f.chain(stage));
    const auto& g = s.stages[stage];
    f.multiply(functions().sines_stage, stage,
               f.variable("struct root_of_unity", "root_" + std::to_string(stage), {g.radix * g.span}));
}

pass_text text_of_work_group(const pass_step& s, double_support fp64, const pass_names& names,
                             const work_group_butterflies& butterflies) {
    text_traits traits;
    traits.butterflies = butterflies.common();
    auto text = common_text(s, fp64, names, traits);
    text.sub_group = s.to<work_group_pass>().sub_group;
    add_work_group_files(text, s, butterflies);
    work_group_calls(text, s, butterflies).write();
    return text;
}

pass_text text_of_work_group(const pass_step& s, double_support fp64, const pass_names& names) {
    return text_of_work_group(s, fp64, names, work_group_butterflies());
}

}  // namespace stockham::internal
