// Stages of a work-group pass: a chain of radices, and copies that keep accesses to global memory wide.
#include "families/work_group/stages.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "families/common/draft.hpp"

namespace stockham::internal {

namespace {

/// Copying stages (radix 1) before and after a chain.
struct copies {
    std::optional<stage> before, after;
};

std::uint64_t bytes_along(const pass_step& s, unsigned dim) {
    return s.tile[dim].points.n * element_size(s.precision);
}

/// True if neighbouring work-items of a stage access runs of less than `narrow` bytes along this dimension because the
/// stage transforms it.
bool has_narrow_runs(const pass_step& s, const stage& g, unsigned contiguous, std::uint64_t narrow) {
    return g.dim == contiguous && bytes_along(s, contiguous) > 16 && bytes_along(s, contiguous) / g.radix < narrow;
}

/// A prime among the radices of a tile is in permuted order from the exchange before its first stage on.
copies copies_of_whole(const pass_step& s, const std::vector<stage>& chain, std::uint64_t narrow,
                       unsigned in_contiguous, unsigned out_contiguous) {
    copies made;
    const bool from_memory = !s.in.packed;  // else local memory holds the points already
    if (from_memory &&
        (chain.front().dim == s.convolution.digit->dim || has_narrow_runs(s, chain.front(), in_contiguous, narrow)))
        made.before = stage{in_contiguous, 1, 1, in_contiguous};
    if (s.out.packed || s.unpairs()) return made;  // local memory is in memory's order already
    if (s.paired || out_contiguous == s.convolution.digit->dim || bytes_along(s, out_contiguous) < narrow)
        made.after = stage{out_contiguous, 1, 1, out_contiguous};
    return made;
}

/// Rader's algorithm accesses points in permuted order, which a copy keeps out of global memory.
copies copies_of_permuted(const pass_step& s, std::uint64_t narrow, unsigned in_contiguous, unsigned out_contiguous) {
    const bool in_order = in_contiguous != s.convolution.digit->dim && bytes_along(s, in_contiguous) >= narrow;
    if (in_order && in_contiguous == out_contiguous) return {};
    return {stage{in_contiguous, 1, 1, in_contiguous}, stage{out_contiguous, 1, 1, out_contiguous}};
}

/// The copies that a chain needs so that its first and last stages do not access global memory in narrow runs or in
/// permuted order.
copies copies_around(const pass_step& s, const std::vector<stage>& chain, std::uint64_t narrow, unsigned in_contiguous,
                     unsigned out_contiguous) {
    if (s.convolution.whole()) return copies_of_whole(s, chain, narrow, in_contiguous, out_contiguous);
    if (s.convolution.permuted()) return copies_of_permuted(s, narrow, in_contiguous, out_contiguous);
    const auto &first = chain.front(), &last = chain.back();
    const bool turns = chain.size() == 1 && in_contiguous != out_contiguous;
    copies made;
    if (first.radix > 1 && has_narrow_runs(s, first, in_contiguous, narrow) && !s.in.packed)
        made.before = stage{in_contiguous, 1, 1, in_contiguous};
    if (last.radix > 1 && (turns || has_narrow_runs(s, last, out_contiguous, narrow)) && !s.out.packed && !s.unpairs())
        made.after = stage{out_contiguous, 1, static_cast<unsigned>(s.tile[out_contiguous].points.n), out_contiguous};
    else if (turns && !made.before)  // a pure copy between different orders
        made.after = stage{out_contiguous, 1, 1, out_contiguous};
    return made;
}

/// The chain between its copies. With a copy after it, the chain's last stage stays in local memory.
std::vector<stage> between(const copies& around, std::vector<stage> chain, unsigned in_contiguous) {
    if (!around.before && !around.after) return chain;
    std::vector<stage> stages;
    stages.reserve(chain.size() + 2);
    if (around.before) stages.push_back(*around.before);
    stages.insert(stages.end(), chain.begin(), chain.end());
    if (around.after) {
        stages.back().contiguous = in_contiguous;
        stages.push_back(*around.after);
    }
    return stages;
}

}  // namespace

void set_stages(pass_step& s, const work_group_choice& choice, std::uint64_t narrow) {
    const auto in_contiguous = tightest_dim(s, in_stride), out_contiguous = tightest_dim(s, out_stride);
    auto chain = chain_stages(s, choice, in_contiguous, out_contiguous);
    const auto around = copies_around(s, chain, narrow, in_contiguous, out_contiguous);
    s.stages = between(around, std::move(chain), in_contiguous);
    if (around.before) {
        if (s.convolution.factor) ++s.convolution.factor->after;
        for (auto& r : s.inter_pass_twiddles)
            if (r.after) ++*r.after;
    }
    if (s.convolution.permuted() && s.convolution.digit->whole)
        s.convolution.digit->copied = around.after || s.out.packed || s.unpairs();
    else if (s.convolution.permuted())
        s.convolution.digit->copied = around.before.has_value();
}

}  // namespace stockham::internal
