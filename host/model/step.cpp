// Printing and derived sizes of pass_step.
#include "model/step.hpp"

#include <algorithm>
#include <iterator>

#include "base/text_streams.hpp"

namespace stockham::internal {

std::uint64_t pass_step::tile_points() const {
    std::uint64_t product = 1;
    for (const auto& d : tile) product *= d.points.n;
    return product;
}

bool pass_step::keeps_points(std::size_t k) const {
    if (!convolution.multiplies_after(k) || k + 1 >= stages.size()) return false;
    const auto &last = stages[k], &first = stages[k + 1];
    return last.dim == first.dim && last.radix == first.radix && last.contiguous == first.contiguous &&
           last.span * last.radix == transformed_points(last.dim) && first.span == 1;
}

std::uint64_t pass_step::butterflies_of(const stage& g) const {
    if (!is_partial(g)) return tile_points() / g.radix;
    return tile_points() / tile[g.dim].points.n * (transformed_points(g.dim) / g.radix);
}

bool takes_powers(const pass_step& s, std::size_t k) {
    const auto& g = s.stages[k];
    if (s.convolution.whole()) return s.is_partial(g) && (k == 0 ? s.in.packed : !s.is_partial(s.stages[k - 1]));
    return s.convolution.copied() && k == 1;
}

bool gives_powers(const pass_step& s, std::size_t k) {
    return s.convolution.copied() && k + (s.out.packed || s.unpairs() ? 1 : 2) == s.stages.size();
}

std::optional<merged_dims> pass_step::merged() const {
    if (!convolution.whole() || !(packs() || unpairs())) return {};
    const auto prime = convolution.digit->dim;
    for (unsigned d = 0; d < tile.size(); ++d) {
        if (!tile[d].transformed || d == prime || (unpairs() && !out.mapped->growth.tile[d])) continue;
        const auto points = tile[d].points.n * tile[prime].points.n;
        // The prime is the fastest digit of the input, and the slowest of the output.
        return in.packed ? merged_dims{prime, d, points} : merged_dims{d, prime, points};
    }
    return {};
}

unsigned pass_step::real_line_dim() const {
    if (const auto all = merged()) return all->high;
    if (!unpairs()) return (in.packed ? stages.front() : stages.back()).dim;
    const auto& grows = out.mapped->growth.tile;
    return static_cast<unsigned>(std::find(std::begin(grows), std::end(grows), 1U) - std::begin(grows));
}

std::uint64_t pass_step::real_line_points() const {
    const auto all = merged();
    return all ? all->points : tile[real_line_dim()].points.n;
}

unsigned pass_step::exchanges_of_stages() const {
    unsigned count = 0;
    for (std::size_t k = 0; k + 1 < stages.size(); ++k) count += !keeps_points(k);
    return count;
}

std::vector<unsigned> pass_step::chain_of(std::size_t dim, bool mirrored) const {
    auto radices = tile[dim].radices;
    if (mirrored) std::reverse(radices.begin(), radices.end());
    return radices;
}

std::string family_part::work_text(const pass_step& s) const {
    return std::to_string(s.work_items) + " work-items x " + std::to_string(s.item_points()) + " points";
}

pass_index::index32 family_part::local_place(pass_index::index32 first, pass_index::index32 i,
                                             pass_index::index32 apart, pass_index::index32) const {
    return first + i * apart;
}

std::uint64_t pass_step::groups() const {
    std::uint64_t product = 1;
    for (const auto& l : loops) product *= l.n;
    return product;
}

std::uint64_t pass_step::launches() const {
    std::uint64_t product = 1;
    for (const auto& l : outer) product *= l.n;
    return product;
}

std::uint64_t pass_step::offset_of(std::uint64_t which, std::uint64_t iodim::*stride) const {
    std::uint64_t offset = 0;
    for (const auto& l : outer) {
        offset += which % l.n * (l.*stride);
        which /= l.n;
    }
    return offset;
}

bool pass_step::needs_64_bit_offsets() const {
    const auto side_needs = [&](const pass_side& side, std::uint64_t iodim::*stride) {
        std::uint64_t reach = 0;
        for (unsigned d = 0; d < tile.size(); ++d)
            reach += (lines_along(d) - 1 + (side.packed && tile[d].transformed)) * (tile[d].points.*stride);
        if (!side.mapped) return reach >> 32 > 0;
        // A conjugate lies before or after a point, so offsets are signed (`signed_offset` in cl/common/offsets.cl).
        if (side.mapped->hermitian) reach += side.mapped->numbers.n * side.mapped->numbers.unit;
        return reach >> 31 > 0;
    };
    return side_needs(in, &iodim::is) || side_needs(out, &iodim::os);
}

std::uint64_t last_index(const pass_step& s, const mapping& m) {
    std::uint64_t last = 0;
    for (std::size_t d = 0; d < s.tile.size(); ++d) last += m.growth.tile[d] * (s.tile[d].points.n - 1);
    for (std::size_t k = 0; k < s.loops.size(); ++k) last += m.growth.loop[k] * (s.loops[k].n - 1);
    return last;
}

bool pass_step::has_long_axes() const {
    const auto is_long = [](std::uint64_t number) { return number >> 32 > 0; };
    const auto side_is_long = [&](const pass_side& side) {
        return side.mapped && (is_long(side.mapped->numbers.n) || is_long(side.mapped->numbers.extent) ||
                               is_long(last_index(*this, *side.mapped)));
    };
    return side_is_long(in) || side_is_long(out) ||
           std::any_of(inter_pass_twiddles.begin(), inter_pass_twiddles.end(),
                       [&](const inter_pass_twiddle& r) { return is_long(r.order - 1); });
}

namespace {

char letter(buffer b) {
    return b == buffer::input ? 'I' : b == buffer::output ? 'O' : 'W';
}

std::string triple(const iodim& d) {
    return std::to_string(d.n) + "," + std::to_string(d.is) + "," + std::to_string(d.os);
}

/// The buffer, followed by R for real, P for planar, h for half-precision numbers, c for a callback. A mapped axis adds
/// its points in memory in brackets, with ~ if it is Hermitian, % if it is folded and * if it has a chirp.
std::string side_text(const pass_side& s) {
    std::string text(1, letter(s.where));
    if (!s.form.callback.empty()) return text + "c";
    if (s.form.half) text += 'h';
    if (s.form.numbers != numbers::interleaved) text += s.form.numbers == numbers::real ? 'R' : 'P';
    if (s.packed) text += "[n+1]";
    if (s.mapped)
        text += "[" + std::to_string(s.mapped->numbers.extent) + (s.mapped->hermitian ? "~" : "") +
                (s.mapped->folded ? "%" : "") + (s.mapped->chirped ? "*" : "") + "]";
    return text;
}

/// d(n,is,os), or t_n^phases(..) with twiddle factors on store; followed by `in time t_n^phases` with twiddle factors
/// on load.
std::string transform_text(const pass_step& s, std::size_t d) {
    std::string kind = s.tile[d].radices.empty() ? "v" : "d";
    auto points = s.tile[d].points;
    points.n = s.paired == d ? s.lines_along(static_cast<unsigned>(d)) : s.points_along(static_cast<unsigned>(d));
    for (const auto& r : s.inter_pass_twiddles)
        if (r.dim == d && r.on_store())
            kind = "t_" + std::to_string(points.n) + "^" + std::to_string(r.order / points.n);
    std::string text = kind + "(" + triple(points) + ")" + (s.paired == d ? " in pairs" : "");
    for (const auto& r : s.inter_pass_twiddles)
        if (r.dim == d && r.on_load)
            text += " in time t_" + std::to_string(points.n) + "^" + std::to_string(r.order / points.n);
    for (const auto& r : s.inter_pass_twiddles)
        if (r.dim == d && r.after)
            text += " within t_" + std::to_string(points.n) + "^" + std::to_string(r.order / points.n);
    if (s.convolution.digit && s.convolution.digit->dim == d)
        text += (s.convolution.permuted() ? " by Rader's algorithm with " : " by Bluestein's algorithm with ") +
                std::to_string(s.transformed_points(d)) + " points";
    for (std::size_t k = 0; k < s.tile[d].radices.size(); ++k)
        text += (k ? "." : " radix ") + std::to_string(s.tile[d].radices[k]);
    return text;
}

}  // namespace

std::string to_string(const pass_step& s) {
    text_writer out;
    out << "pass " << side_text(s.in) << "->" << side_text(s.out) << " {";
    for (std::size_t d = s.tile.size(); d-- > 0;) out << transform_text(s, d) << (d ? ", " : "}");
    out << " x [";
    for (std::size_t k = s.loops.size(); k-- > 0;) out << "(" << triple(s.loops[k]) << ")" << (k ? ", " : "");
    out << "] ";
    if (!s.outer.empty()) {
        out << "in " << s.launches() << " launches [";
        for (std::size_t k = s.outer.size(); k-- > 0;) out << "(" << triple(s.outer[k]) << ")" << (k ? ", " : "] ");
    }
    out << s.family->work_text(s) << ", " << s.local_bytes() << " bytes local" << s.family->text(s);
    for (const auto& g : s.guards) out << ", guarded at " << g.extent;
    if (const auto& c = s.convolution; c.factor && !c.digit)
        out << ", forward transform, multiply by " << (c.factor->filter ? "a filter" : "the spectrum")
            << ", inverse transform";
    return out.str();
}

std::string to_string(const step_plan& plan) {
    std::string text;
    for (const auto& s : plan.steps) text += std::visit([](const auto& which) { return to_string(which); }, s) + "\n";
    if (plan.waits()) text += "in one launch, on in-order queues\n";
    if (plan.parts) text += "in one launch of " + std::to_string(plan.parts) + " parts\n";
    text += "workspace: " + std::to_string(plan.workspace_bytes) + " bytes\n";
    for (const auto& note : plan.notes) text += "note: " + note + "\n";
    return text;
}

}  // namespace stockham::internal
