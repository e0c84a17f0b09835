// Kernel parameters for a pass's tables and other buffers.
#include "kernel/pass_parameters.hpp"

#include <utility>

namespace stockham::internal {

unsigned log2_of(std::uint64_t n) {
    unsigned bits = 0;
    while ((std::uint64_t{1} << bits) < n) ++bits;
    return bits;
}

unsigned split_of(std::uint64_t order) {
    return (log2_of(order) + 1) / 2;
}

std::uint32_t lane_growth(const pass_step& s, const inter_pass_twiddle& r) {
    const auto dim = s.family->lane_dim();
    return dim ? r.tile[*dim] : 0;
}

std::uint64_t powers_order(const pass_step& s, const inter_pass_twiddle& r) {
    if (s.twiddles != twiddle_source::tables) return 0;
    constexpr std::uint64_t most = 1 << 15;
    const auto& g = r.on_load ? s.stages.front() : r.after ? s.stages[*r.after] : s.stages.back();
    const auto order = r.order / (r.on_load ? s.tile[r.dim].points.n / g.radix : g.span);
    const bool along_butterfly = !s.family->lane_dim() && g.dim == r.dim && g.radix > 1;
    return along_butterfly && order <= most ? order : 0;
}

std::string chain_name(std::size_t dim, bool mirrored) {
    return (mirrored ? "mirrored_chain_" : "chain_") + std::to_string(dim);
}

parameter table_parameter(const std::string& name, twiddle_table table) {
    return {"global const element*", name, std::move(table)};
}

namespace {

void add_side(std::vector<parameter>& all, const pass_step& s, const pass_side& side, bool input) {
    const std::string name = input ? "in" : "out", constant = input ? "const " : "";
    if (side.form.numbers == numbers::planar)
        all.push_back({"global " + constant +
                           (side.form.half                  ? "half"
                            : s.precision == precision::f64 ? "double"
                                                            : "float") +
                           "*",
                       name + "_imaginary", input ? buffer::input_imaginary : buffer::output_imaginary});
    if (!side.form.callback.empty())
        all.push_back({"global " + constant + "void*", input ? "load_data" : "store_data",
                       input ? buffer::load_data : buffer::store_data});
    if (side.mapped && side.mapped->chirped)
        all.push_back(table_parameter(name + "_chirp", twiddle_table::chirp(s.precision, *side.mapped->chirped)));
}

void add_inter_pass_twiddle(std::vector<parameter>& all, const pass_step& s, std::size_t r) {
    const auto& twiddle = s.inter_pass_twiddles[r];
    const auto number = std::to_string(r);
    const auto split = split_of(twiddle.order);
    all.push_back(table_parameter("coarse_" + number, twiddle_table::coarse(s.precision, twiddle.order, split)));
    all.push_back(table_parameter("fine_" + number, twiddle_table::fine(s.precision, twiddle.order, split)));
    if (const auto order = powers_order(s, twiddle))
        all.push_back(table_parameter("powers_" + number, twiddle_table::fine(s.precision, order, log2_of(order))));
    if (const auto growth = lane_growth(s, twiddle))
        all.push_back(
            table_parameter("lanes_" + number,
                            twiddle_table::lanes(s.precision, twiddle.order, growth,
                                                 static_cast<unsigned>(s.points_along(twiddle.dim)), s.lane_count())));
}

/// Equal chains have arguments of their own, too: compilers would keep the factors of the first one in registers for
/// the mirrored one.
void add_chains(std::vector<parameter>& all, const pass_step& s, std::size_t dim) {
    bool needs[] = {false, false};
    for (std::size_t k = 0; k < s.stages.size(); ++k)
        if (s.stages[k].dim == dim) needs[s.convolution.is_mirrored(k)] = true;
    for (const bool mirrored : {false, true})
        if (needs[mirrored])
            all.push_back(table_parameter(chain_name(dim, mirrored),
                                          twiddle_table::chain(s.precision, s.chain_of(dim, mirrored))));
}

}  // namespace

std::vector<parameter> parameters_of(const pass_step& s, bool butterflies) {
    std::vector<parameter> all;
    const bool tables = s.twiddles == twiddle_source::tables;
    for (std::size_t d = 0; d < s.tile.size(); ++d)
        if (s.tile[d].radices.size() > 1 && tables && butterflies) add_chains(all, s, d);
    for (std::size_t r = 0; r < s.inter_pass_twiddles.size() && tables; ++r) add_inter_pass_twiddle(all, s, r);
    add_side(all, s, s.in, true);
    add_side(all, s, s.out, false);
    if (s.packs()) {
        const auto n = 2 * s.real_line_points();
        all.push_back(table_parameter("packing", twiddle_table::chirp(s.precision, chirp{n, 0, 1, 0, n / 4 + 1})));
    }
    if (s.convolution.permuted())
        all.push_back({"global const uint*", "powers", twiddle_table::powers(s.convolution.digit->points)});
    if (s.convolution.factor) {
        all.push_back(s.convolution.factor->filter ? table_parameter("spectrum", *s.convolution.factor->filter)
                                                   : parameter{"global const element*", "spectrum", buffer::spectrum});
    }
    return all;
}

}  // namespace stockham::internal
