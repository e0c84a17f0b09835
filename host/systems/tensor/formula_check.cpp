// Walks a formula step by step: which points are transformed, where they are stored, and which twiddle factors are
// applied. (Long: its many refusals name the step and the reason, and all use the state of the same walk.)
#include "systems/tensor/formula_check.hpp"
#include "base/messages/printable.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include <stockham/error.hpp>

namespace stockham::internal {

namespace {

using place = formula_step::place;

constexpr std::uint64_t longest_codelet = 64;

std::string text_of(std::uint64_t n) {
    return std::to_string(n);
}
std::string axis_text(std::size_t axis) {
    return "axis " + std::to_string(axis);
}

/// The state that all parts of the check share.
class walk {
  public:
    walk(const formula& f, const std::vector<std::uint64_t>& lengths, std::uint64_t room)
        : f_(f), lengths_(lengths), unit_(lengths.size(), 1), room_(room), kernel_of_(f.steps.size()),
          axis_of_(f.steps.size()) {
        for (auto a = lengths.size() - 1; a-- > 0;) unit_[a] = unit_[a + 1] * lengths[a + 1];
    }

    formula_reading make() {
        if (f_.steps.empty()) refuse("it has no steps");
        follow_places();
        for (std::size_t k = 0; k < f_.steps.size(); ++k) read_step(k);
        for (std::size_t a = 0; a < lengths_.size(); ++a) read_axis(a);
        check_room();
        for (std::size_t kernel = 0; kernel < reading_.kernels; ++kernel) check_races(kernel);
        if (!f_.choices.empty() && f_.choices.size() != reading_.kernels)
            refuse("it has " + text_of(f_.choices.size()) + " choices for " + text_of(reading_.kernels) + " kernels");
        return std::move(reading_);
    }

  private:
    [[noreturn]] void refuse(const std::string& why) const {
        throw unsupported_error("formula", in_quotes(to_string(f_)) + ": " + why);
    }
    std::string step_text(std::size_t k) const {
        return "step " + text_of(k + 1) + ", " + to_string(f_.steps[k]) + ",";
    }
    [[noreturn]] void refuse(std::size_t step, const std::string& why) const { refuse(step_text(step) + " " + why); }

    /// Each step must read where the one before has left the data.
    void follow_places() {
        constexpr const char* names[] = {"I", "O", "W", "S"};
        const auto name = [&](place p) { return std::string(names[static_cast<int>(p)]); };
        std::vector<place> written{place::input};
        for (std::size_t k = 0; k < f_.steps.size(); ++k) {
            const auto& s = f_.steps[k];
            if (s.joined && f_.steps[k].from != place::local)
                refuse(k, "is joined to the step before by +, but does not read S");
            if (s.from != place::local && k > 0 && written.back() != place::local) ++reading_.kernels;
            if (s.from != written.back()) {
                const bool ever = std::find(written.begin(), written.end(), s.from) != written.end();
                refuse(k, "reads " + name(s.from) +
                              (!ever ? ", where no step has written"
                               : s.from == place::local
                                   ? ", which does not outlast a kernel: the step before has written " +
                                         name(written.back())
                                   : ", but the data are in " + name(written.back())));
            }
            written.push_back(s.to);
            kernel_of_[k] = reading_.kernels;
        }
        ++reading_.kernels;
        if (written.back() != place::output)
            refuse(f_.steps.size() - 1,
                   "is the last, and leaves the result in " + name(written.back()) + " instead of O");
    }

    /// Checks a step's own numbers and finds the axis of its strides.
    void read_step(std::size_t k) {
        const auto& s = f_.steps[k];
        if (s.what != formula_step::kind::copy && (s.n < 2 || s.n > longest_codelet || (s.n & (s.n - 1)) != 0))
            refuse(k, "has " + text_of(s.n) + " points: codelets have 2, 4, 8, 16, 32 or 64");
        if (s.what == formula_step::kind::twiddle && s.subscript != s.n)
            refuse(k, "transforms " + text_of(s.n) + " points, but its subscript says " + text_of(s.subscript));
        const auto axis = axis_with(s.is);
        if (!axis) refuse(k, "reads at stride " + text_of(s.is) + ", which no axis has");
        const auto out = axis_with(s.os);
        if (!out) refuse(k, "writes at stride " + text_of(s.os) + ", which no axis has");
        if (*axis != *out)
            refuse(k, "reads at a stride of " + axis_text(*axis) + " and writes at one of " + axis_text(*out));
        const auto end = unit_[*axis] * lengths_[*axis];
        if (s.n > end / std::max(s.is, s.os))
            refuse(k, "reaches beyond " + axis_text(*axis) + ", whose points end at " + text_of(end));
        axis_of_[k] = *axis;
    }
    std::optional<std::size_t> axis_with(std::uint64_t stride) const {
        for (std::size_t a = 0; a < lengths_.size(); ++a)
            if (stride >= unit_[a] && stride < unit_[a] * lengths_[a] && (stride & (stride - 1)) == 0) return a;
        return {};
    }

    void read_axis(std::size_t axis) {
        axis_reading found;
        std::uint64_t points = 1;
        for (std::size_t k = 0; k < f_.steps.size(); ++k) {
            if (axis_of_[k] != axis || f_.steps[k].what == formula_step::kind::copy) continue;
            found.codelets.push_back({k, f_.steps[k].n, kernel_of_[k]});
            points *= f_.steps[k].n;
            if (points > lengths_[axis])
                refuse(k, "is one too many: with it " + text_of(points) + " points of " + axis_text(axis) +
                              " are transformed, which has " + text_of(lengths_[axis]));
        }
        if (points < lengths_[axis])
            refuse("the steps transform " + text_of(points) + " of the " + text_of(lengths_[axis]) + " points of " +
                   axis_text(axis));
        reading_.axes.push_back(std::move(found));
        moves_.emplace_back();
        if (points == 1) return;
        follow_strides(axis);
        read_factors(axis);
    }

    /// The order of an axis's digits in memory, fastest first, as indices of their codelets.
    using order = std::vector<std::size_t>;
    struct arrangement {
        order now;
        std::vector<std::pair<std::size_t, order>> after;  ///< each step of the axis, and the order after it
    };

    const std::vector<axis_reading::codelet>& codelets(std::size_t axis) const { return reading_.axes[axis].codelets; }
    std::uint64_t stride(std::size_t axis, const order& o, std::size_t codelet) const {
        auto stride = unit_[axis];
        for (std::size_t k = 0; o[k] != codelet; ++k) stride *= codelets(axis)[o[k]].n;
        return stride;
    }

    order natural(std::size_t axis) const {
        order o(codelets(axis).size());
        std::iota(o.begin(), o.end(), 0);
        return o;
    }

    /// The order after moving the codelet's points to another stride, past the other points; empty if there is none.
    std::optional<order> moved(std::size_t axis, order o, std::size_t codelet, std::uint64_t to) const {
        o.erase(std::find(o.begin(), o.end(), codelet));
        auto at = unit_[axis];
        std::size_t k = 0;
        for (; k < o.size() && at < to; ++k) at *= codelets(axis)[o[k]].n;
        if (at != to) return {};
        o.insert(o.begin() + static_cast<std::ptrdiff_t>(k), codelet);
        return o;
    }

    /// The order where the digit of each kernel is in the output's place; within a digit, transformed points first.
    order by_kernels(std::size_t axis, std::size_t done) const {
        const auto& all = codelets(axis);
        order o;
        for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
            while (end < all.size() && all[end].kernel == all[begin].kernel) ++end;
            for (auto c = begin; c < std::min(end, done); ++c) o.push_back(c);
            for (auto c = end; c-- > std::max(begin, done);) o.push_back(c);
        }
        return o;
    }

    /// All orders that a step may produce, those with the fewest moves first.
    std::vector<order> moves(std::size_t axis, const order& before, std::size_t codelet, std::uint64_t to,
                             std::size_t done) const {
        std::vector<order> found;
        const auto add = [&](const order& o) {
            if (stride(axis, o, codelet) == to && std::find(found.begin(), found.end(), o) == found.end())
                found.push_back(o);
        };
        if (const auto o = moved(axis, before, codelet, to)) add(*o);
        add(by_kernels(axis, done));
        add(natural(axis));
        return found;
    }

    void follow_strides(std::size_t axis) {
        auto first = natural(axis);
        std::reverse(first.begin(), first.end());
        std::vector<arrangement> known{{first, {}}};
        std::size_t done = 0;
        for (std::size_t k = 0; k < f_.steps.size(); ++k) {
            const auto& s = f_.steps[k];
            const bool copies = s.what == formula_step::kind::copy;
            if (axis_of_[k] != axis || (copies && s.is == s.os)) continue;
            std::vector<arrangement> next;
            bool reads = false;
            for (const auto& each : known) {
                const auto mine = copies ? lying_at(axis, each.now, s) : std::optional<std::size_t>(done);
                if (!mine || stride(axis, each.now, *mine) != s.is) continue;
                reads = true;
                for (auto& o : moves(axis, each.now, *mine, s.os, done + !copies)) {
                    auto history = each.after;
                    history.emplace_back(k, o);
                    next.push_back({std::move(o), std::move(history)});
                }
            }
            if (next.empty()) refuse_strides(k, axis, done, known, reads);
            // Arrangements with equal orders have equal continuations.
            known.clear();
            for (auto& each : next)
                if (std::none_of(known.begin(), known.end(), [&](const auto& other) { return other.now == each.now; }))
                    known.push_back(std::move(each));
            done += !copies;
        }
        const auto last = natural(axis);
        const auto found =
            std::find_if(known.begin(), known.end(), [&](const arrangement& each) { return each.now == last; });
        if (found == known.end()) refuse_order(axis, known.front().now);
        note_moves(axis, first, *found);
    }

    /// The digit that a copying step moves.
    std::optional<std::size_t> lying_at(std::size_t axis, const order& o, const formula_step& s) const {
        for (auto c : o)
            if (codelets(axis)[c].n == s.n && stride(axis, o, c) == s.is) return c;
        return {};
    }

    [[noreturn]] void refuse_strides(std::size_t step, std::size_t axis, std::size_t done,
                                     const std::vector<arrangement>& known, bool reads) const {
        const auto& s = f_.steps[step];
        const auto& all = codelets(axis);
        if (s.what == formula_step::kind::copy)
            refuse(step,
                   "copies points of " + axis_text(axis) + " that no step transforms alone, or overwrites others");
        if (reads)
            refuse(step, "writes at stride " + text_of(s.os) + ", where other points of " + axis_text(axis) + " lie");
        std::uint64_t made = 1, behind = unit_[axis];
        for (std::size_t c = 0; c < done; ++c) made *= all[c].n;
        for (auto c = done + 1; c < all.size(); ++c) behind *= all[c].n;
        const auto before = made;
        for (auto later = done + 1; later < all.size(); ++later) {
            made *= all[later].n;
            behind /= all[later].n;
            if (s.what != formula_step::kind::twiddle || s.superscript != made ||
                (s.is != behind && s.is != behind * before))
                continue;
            refuse(step, "comes too early: its factors need " + text_of(made) + " transformed points of " +
                             axis_text(axis) + ", and " + step_text(all[later].step) +
                             " which makes them, comes later");
        }
        std::string wanted;
        for (const auto& each : known) wanted += (wanted.empty() ? "" : " or ") + text_of(stride(axis, each.now, done));
        refuse(step, "reads at stride " + text_of(s.is) + ", but the " + text_of(s.n) + " points of " +
                         axis_text(axis) + " that come next lie at stride " + wanted);
    }

    [[noreturn]] void refuse_order(std::size_t axis, const order& o) const {
        const auto& all = codelets(axis);
        std::size_t c = 0;
        while (o[c] == c) ++c;
        refuse("the end is not in natural order: the " + text_of(all[c].n) + " points that " + step_text(all[c].step) +
               " transforms end at stride " + text_of(stride(axis, o, c)) + " of " + axis_text(axis) +
               ", and belong at stride " + text_of(stride(axis, natural(axis), c)));
    }

    /// Records the kernels that move digits of an axis other than their own, and whether the first one does.
    void note_moves(std::size_t axis, const order& first, const arrangement& found) {
        const auto& all = codelets(axis);
        auto& reading = reading_.axes[axis];
        reading.reorder_last = all.front().kernel != all.back().kernel;
        auto before = first;
        for (std::size_t k = 0; k < found.after.size();) {
            const auto kernel = kernel_of_[found.after[k].first];
            while (k < found.after.size() && kernel_of_[found.after[k].first] == kernel) ++k;
            const auto& after = found.after[k - 1].second;
            for (std::size_t c = 0; c < all.size(); ++c) {
                if (all[c].kernel == kernel || stride(axis, before, c) == stride(axis, after, c)) continue;
                moves_[axis][kernel] = found.after[k - 1].first;
                if (kernel == all.front().kernel) reading.reorder_last = false;
            }
            before = after;
        }
    }

    /// For every two codelets of an axis, exactly one must apply the twiddle factors between them: the earlier one on
    /// its output if the direct codelet comes later, or the later one on its input.
    void read_factors(std::size_t axis) {
        const auto& all = codelets(axis);
        std::vector<std::size_t> direct;
        for (std::size_t c = 0; c < all.size(); ++c)
            if (f_.steps[all[c].step].what == formula_step::kind::direct) direct.push_back(c);
        if (direct.empty())
            refuse(axis_text(axis) + " has no direct codelet: " +
                   (all.size() == 1
                        ? "a single codelet has no twiddle factors"
                        : "of " + text_of(all.size()) + " codelets, all but one must apply twiddle factors"));
        if (direct.size() > 1)
            refuse(step_text(all[direct[0]].step) + " and " + step_text(all[direct[1]].step) + " both of " +
                   axis_text(axis) + ", are direct: no step applies the twiddle factors between them");
        const auto pivot = reading_.axes[axis].direct = direct.front();
        std::vector<std::vector<unsigned>> times(all.size(), std::vector<unsigned>(all.size()));
        for (std::size_t c = 0; c < all.size(); ++c) {
            if (c == pivot) continue;
            const bool in_time = c > pivot;
            std::uint64_t points = 1;
            auto other = c;
            while (points < superscript(axis, c) && (in_time ? other > 0 : other + 1 < all.size())) {
                other = in_time ? other - 1 : other + 1;
                points *= all[other].n;
                ++(in_time ? times[other][c] : times[c][other]);
            }
            const bool reaches = in_time ? other <= pivot : other >= pivot;
            if (points != superscript(axis, c) || !reaches) refuse_superscript(axis, c, in_time);
        }
        for (std::size_t p = 0; p < all.size(); ++p)
            for (std::size_t q = p + 1; q < all.size(); ++q)
                if (times[p][q] != 1)
                    refuse("the factors between " + step_text(all[p].step) + " and " + step_text(all[q].step) +
                           " are applied " + (times[p][q] ? "twice" : "nowhere"));
    }
    std::uint64_t superscript(std::size_t axis, std::size_t c) const {
        return f_.steps[codelets(axis)[c].step].superscript;
    }

    [[noreturn]] void refuse_superscript(std::size_t axis, std::size_t c, bool in_time) const {
        const auto& all = codelets(axis);
        std::uint64_t points = 1;
        for (auto k = in_time ? 0 : c + 1; k < (in_time ? c : all.size()); ++k) points *= all[k].n;
        refuse(all[c].step, "has the superscript " + text_of(superscript(axis, c)) +
                                ", but its factors are towards the " + text_of(points) + " points of " +
                                axis_text(axis) + (in_time ? " transformed before" : " yet to be transformed"));
    }

    std::uint64_t points_in(std::size_t kernel, std::size_t axis) const {
        std::uint64_t points = 1;
        for (const auto& c : codelets(axis))
            if (c.kernel == kernel) points *= c.n;
        return points;
    }

    void check_room() const {
        for (std::size_t kernel = 0; kernel < reading_.kernels; ++kernel) {
            std::uint64_t points = 1;
            for (std::size_t a = 0; a < lengths_.size(); ++a) points *= points_in(kernel, a);
            if (points > room_)
                refuse("kernel " + text_of(kernel + 1) + " holds " + text_of(points) +
                       " points in S, where there is room for " + text_of(room_));
        }
    }

    /// A kernel that writes to the place that it reads may only move points within the S of a work-group.
    void check_races(std::size_t kernel) const {
        const auto first =
            static_cast<std::size_t>(std::find(kernel_of_.begin(), kernel_of_.end(), kernel) - kernel_of_.begin());
        auto last = first;
        while (last + 1 < kernel_of_.size() && kernel_of_[last + 1] == kernel) ++last;
        if (f_.steps[first].from != f_.steps[last].to) return;
        std::uint64_t points = 1;
        std::optional<std::size_t> mover;
        for (std::size_t a = 0; a < lengths_.size(); ++a) {
            const auto found = moves_[a].find(kernel);
            if (found != moves_[a].end()) mover = found->second;
            points *= found == moves_[a].end() ? points_in(kernel, a) : lengths_[a];
        }
        if (mover && (first == last || points > room_))
            refuse(*mover, "moves points of " + axis_text(axis_of_[*mover]) +
                               " to places that other work-groups of its kernel still read: it must write to another "
                               "place");
    }

    const formula& f_;
    const std::vector<std::uint64_t>& lengths_;
    std::vector<std::uint64_t> unit_;
    std::uint64_t room_;
    std::vector<std::size_t> kernel_of_, axis_of_;
    std::vector<std::map<std::size_t, std::size_t>> moves_;  // for each axis: kernels, and their steps that move points
    formula_reading reading_;
};

}  // namespace

formula_reading check_formula(const formula& f, const std::vector<std::uint64_t>& lengths, std::uint64_t room) {
    return walk(f, lengths, room).make();
}

}  // namespace stockham::internal
