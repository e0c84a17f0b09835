// Pass problems, built axis by axis.
#include "decompose/passes.hpp"

#include <algorithm>
#include <utility>

#include "decompose/axis_view.hpp"
#include "problem/loops.hpp"

namespace stockham::internal {

namespace {

void set_direction(pass_problem& pass, const problem& p, const std::vector<digit_name>& names, const boundary& before,
                   const boundary& after) {
    const auto& name = names.front();
    const bool round_trip = p.roles[name.axis].is_convolved() || p.convolution;
    pass.in.swapped = p.inverse && (!round_trip || before.axes[name.axis].whole);
    pass.out.swapped = p.inverse && (!round_trip || after.axes[name.axis].finished);
    pass.in.inverse = name.part == convolution_part::inverse;
    pass.out.inverse = name.part != convolution_part::forward;
    if (name.part == convolution_part::multiply) {
        pass.factor.emplace();
        pass.factor->filter = p.roles[name.axis].filter;
        pass.factor->conjugated = p.convolution && p.convolution->conjugated;
    }
}

/// Loops of a transform out of place may read an element several times.
bool windows_overlap(const problem& p) {
    auto all = p.loops;
    all.insert(all.end(), p.axes.begin(), p.axes.end());
    return !p.in_place && !are_distinct(std::move(all), &iodim::is);
}

/// Bytes of the caller's buffers and the workspace.
std::uint64_t bytes_of_buffers(const problem& p, const std::vector<boundary>& all, std::uint64_t workspace_elements) {
    const auto in = all.front().elements(p) * bytes_of(all.front().form, p.precision);
    const auto out = all.back().elements(p) * bytes_of(all.back().form, p.precision);
    return (p.in_place ? std::max(in, out) : in + out) + workspace_elements * element_size(p.precision);
}

}  // namespace

std::vector<pass_problem> passes_of(const problem& p, const pass_sequence& q, const memory_places& places,
                                    std::uint64_t& workspace_elements) {
    const auto all = boundaries_of(p, q);
    const auto at = lay_out_places(p, q, places, all, workspace_elements);
    if (at.empty()) return {};
    const auto plan_bytes = bytes_of_buffers(p, all, workspace_elements);
    std::vector<pass_problem> passes;
    for (std::size_t k = 0; k < q.passes.size(); ++k) {
        const auto &from = at[k], &into = at[k + 1];
        pass_problem pass;
        pass.precision = p.precision;
        pass.scale = k + 1 == q.passes.size() ? p.scale : 1;
        pass.bit_reversed = p.policy.bit_reversed;
        pass.in = {from.where, from.offset, all[k].form};
        pass.in.shared =
            (from.where == buffer::input && windows_overlap(p)) || all[k].transforms(p) != all[k + 1].transforms(p);
        pass.in_elements = all[k].elements(p);
        pass.out = {into.where, into.offset, all[k + 1].form};
        pass.out_elements = all[k + 1].elements(p);
        pass.plan_bytes = plan_bytes;
        set_direction(pass, p, q.passes[k], all[k], all[k + 1]);
        for (std::size_t a = 0; a < p.axes.size(); ++a) {
            const axis_view view(p, q, a, all[k].axes[a], all[k + 1].axes[a], from.axis_stride[a], into.axis_stride[a]);
            const digit_name* mine = nullptr;
            for (const auto& d : q.passes[k])
                if (d.axis == a) mine = &d;
            mine ? view.add_transform(pass, *mine) : view.add_lines(pass);
        }
        for (std::size_t l = 0; l < p.loops.size(); ++l) {
            if (all[k + 1].of_signals && shares_signals(p, p.loops[l])) continue;
            line_dim line{{p.loops[l].n, from.loop_stride[l], into.loop_stride[l]}, 1, {}, {}, {}};
            if (pass.factor && !pass.factor->filter) line.grows.spectrum = p.convolution->loop_stride[l];
            pass.lines.push_back(line);
        }
        merge_lines(pass);
        passes.push_back(std::move(pass));
    }
    return passes;
}

}  // namespace stockham::internal
