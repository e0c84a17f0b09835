// Follows the points of an axis through the strides of a formula's steps.
#include "systems/tensor/formula_order.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

namespace stockham::internal {

namespace {

class axis_order {
  public:
    axis_order(formula_walk& walk, std::size_t axis) : walk_(walk), axis_(axis), all_(walk.codelets(axis)) {}

    kernel_moves follow() {
        auto first = natural();
        std::reverse(first.begin(), first.end());
        std::vector<arrangement> known{{first, {}}};
        std::size_t done = 0;
        for (std::size_t k = 0; k < walk_.f.steps.size(); ++k) {
            const auto& s = walk_.f.steps[k];
            if (walk_.axis_of[k] != axis_ || (is_copy(s) && s.is == s.os)) continue;
            known = after_step(k, done, known);
            done += !is_copy(s);
        }
        const auto last = natural();
        const auto found =
            std::find_if(known.begin(), known.end(), [&](const arrangement& each) { return each.now == last; });
        if (found == known.end()) refuse_order(known.front().now);
        return moves_in(first, *found);
    }

  private:
    /// The order of an axis's digits in memory, fastest first, as indices of their codelets.
    using order = std::vector<std::size_t>;
    struct arrangement {
        order now;
        std::vector<std::pair<std::size_t, order>> after;  ///< each step of the axis, and the order after it
    };

    std::uint64_t stride(const order& o, std::size_t codelet) const {
        auto stride = walk_.unit[axis_];
        for (std::size_t k = 0; o[k] != codelet; ++k) stride *= all_[o[k]].n;
        return stride;
    }

    order natural() const {
        order o(all_.size());
        std::iota(o.begin(), o.end(), 0);
        return o;
    }

    /// The order after moving the codelet's points to another stride, past the other points; empty if there is none.
    std::optional<order> moved(order o, std::size_t codelet, std::uint64_t to) const {
        o.erase(std::find(o.begin(), o.end(), codelet));
        auto at = walk_.unit[axis_];
        std::size_t k = 0;
        for (; k < o.size() && at < to; ++k) at *= all_[o[k]].n;
        if (at != to) return {};
        o.insert(o.begin() + static_cast<std::ptrdiff_t>(k), codelet);
        return o;
    }

    /// The order where the digit of each kernel is in the output's place; within a digit, transformed points first.
    order by_kernels(std::size_t done) const {
        order o;
        for (std::size_t begin = 0, end = 0; begin < all_.size(); begin = end) {
            while (end < all_.size() && all_[end].kernel == all_[begin].kernel) ++end;
            for (auto c = begin; c < std::min(end, done); ++c) o.push_back(c);
            for (auto c = end; c-- > std::max(begin, done);) o.push_back(c);
        }
        return o;
    }

    /// All orders that a step may produce, those with the fewest moves first.
    std::vector<order> moves(const order& before, std::size_t codelet, std::uint64_t to, std::size_t done) const {
        std::vector<order> found;
        const auto add = [&](const order& o) {
            if (stride(o, codelet) == to && std::find(found.begin(), found.end(), o) == found.end()) found.push_back(o);
        };
        if (const auto o = moved(before, codelet, to)) add(*o);
        add(by_kernels(done));
        add(natural());
        return found;
    }

    static bool is_copy(const formula_step& s) { return s.what == formula_step::kind::copy; }

    /// The arrangements that step k may leave, if `done` codelets come before it; one for each order, because equal
    /// orders have equal continuations.
    std::vector<arrangement> after_step(std::size_t k, std::size_t done, const std::vector<arrangement>& known) const {
        const auto& s = walk_.f.steps[k];
        std::vector<arrangement> next;
        bool reads = false;
        for (const auto& each : known) {
            const auto mine = is_copy(s) ? lying_at(each.now, s) : std::optional<std::size_t>(done);
            if (!mine || stride(each.now, *mine) != s.is) continue;
            reads = true;
            for (auto& o : moves(each.now, *mine, s.os, done + !is_copy(s))) {
                if (std::any_of(next.begin(), next.end(), [&](const auto& other) { return other.now == o; })) continue;
                auto history = each.after;
                history.emplace_back(k, o);
                next.push_back({std::move(o), std::move(history)});
            }
        }
        if (next.empty()) refuse_strides(k, done, known, reads);
        return next;
    }

    /// The digit that a copying step moves.
    std::optional<std::size_t> lying_at(const order& o, const formula_step& s) const {
        for (auto c : o)
            if (all_[c].n == s.n && stride(o, c) == s.is) return c;
        return {};
    }

    [[noreturn]] void refuse_strides(std::size_t step, std::size_t done, const std::vector<arrangement>& known,
                                     bool reads) const {
        const auto& s = walk_.f.steps[step];
        if (is_copy(s))
            walk_.refuse(step, "copies points of " + axis_text(axis_) +
                                   " that no step transforms alone, or overwrites others");
        if (reads)
            walk_.refuse(step,
                         "writes at stride " + text_of(s.os) + ", where other points of " + axis_text(axis_) + " lie");
        refuse_if_early(step, done);
        std::string wanted;
        for (const auto& each : known) wanted += (wanted.empty() ? "" : " or ") + text_of(stride(each.now, done));
        walk_.refuse(step, "reads at stride " + text_of(s.is) + ", but the " + text_of(s.n) + " points of " +
                               axis_text(axis_) + " that come next lie at stride " + wanted);
    }

    /// Refuses a step whose strides and factors would be right after a later one.
    void refuse_if_early(std::size_t step, std::size_t done) const {
        const auto& s = walk_.f.steps[step];
        std::uint64_t made = 1, behind = walk_.unit[axis_];
        for (std::size_t c = 0; c < done; ++c) made *= all_[c].n;
        for (auto c = done + 1; c < all_.size(); ++c) behind *= all_[c].n;
        const auto before = made;
        for (auto later = done + 1; later < all_.size(); ++later) {
            made *= all_[later].n;
            behind /= all_[later].n;
            if (s.what != formula_step::kind::twiddle || s.superscript != made ||
                (s.is != behind && s.is != behind * before))
                continue;
            walk_.refuse(step, "comes too early: its factors need " + text_of(made) + " transformed points of " +
                                   axis_text(axis_) + ", and " + walk_.step_text(all_[later].step) +
                                   " which makes them, comes later");
        }
    }

    [[noreturn]] void refuse_order(const order& o) const {
        std::size_t c = 0;
        while (o[c] == c) ++c;
        walk_.refuse("the end is not in natural order: the " + text_of(all_[c].n) + " points that " +
                     walk_.step_text(all_[c].step) + " transforms end at stride " + text_of(stride(o, c)) + " of " +
                     axis_text(axis_) + ", and belong at stride " + text_of(stride(natural(), c)));
    }

    /// The kernels that move digits other than their own. Also notes whether the first one does.
    kernel_moves moves_in(const order& first, const arrangement& found) const {
        kernel_moves moves;
        auto& reading = walk_.reading.axes[axis_];
        reading.reorder_last = all_.front().kernel != all_.back().kernel;
        auto before = first;
        for (std::size_t k = 0; k < found.after.size();) {
            const auto kernel = walk_.kernel_of[found.after[k].first];
            while (k < found.after.size() && walk_.kernel_of[found.after[k].first] == kernel) ++k;
            const auto& after = found.after[k - 1].second;
            for (std::size_t c = 0; c < all_.size(); ++c) {
                if (all_[c].kernel == kernel || stride(before, c) == stride(after, c)) continue;
                moves[kernel] = found.after[k - 1].first;
                if (kernel == all_.front().kernel) reading.reorder_last = false;
            }
            before = after;
        }
        return moves;
    }

    formula_walk& walk_;
    std::size_t axis_;
    const std::vector<axis_reading::codelet>& all_;
};

}  // namespace

kernel_moves follow_strides(formula_walk& walk, std::size_t axis) {
    return axis_order(walk, axis).follow();
}

}  // namespace stockham::internal
