// Walks a formula step by step: the places and the axis of each step, then the points and factors of each axis, and
// last what each kernel keeps in local memory and overwrites.
#include "systems/tensor/formula_check.hpp"

#include <algorithm>
#include <optional>

#include "systems/tensor/formula_factors.hpp"
#include "systems/tensor/formula_order.hpp"
#include "systems/tensor/formula_walk.hpp"

namespace stockham::internal {

namespace {

using place = formula_step::place;

constexpr std::uint64_t longest_codelet = 64;

class checker : formula_walk {
  public:
    checker(const formula& checked, const std::vector<std::uint64_t>& all_lengths, std::uint64_t room)
        : formula_walk(checked, all_lengths), room_(room) {}

    formula_reading make() {
        if (f.steps.empty()) refuse("it has no steps");
        follow_places();
        for (std::size_t k = 0; k < f.steps.size(); ++k) read_step(k);
        for (std::size_t a = 0; a < lengths.size(); ++a) read_axis(a);
        check_room();
        for (std::size_t kernel = 0; kernel < reading.kernels; ++kernel) check_races(kernel);
        if (!f.choices.empty() && f.choices.size() != reading.kernels)
            refuse("it has " + text_of(f.choices.size()) + " choices for " + text_of(reading.kernels) + " kernels");
        return std::move(reading);
    }

  private:
    /// Each step must read where the one before has left the data.
    void follow_places() {
        constexpr const char* names[] = {"I", "O", "W", "S"};
        const auto name = [&](place p) { return std::string(names[static_cast<int>(p)]); };
        std::vector<place> written{place::input};
        for (std::size_t k = 0; k < f.steps.size(); ++k) {
            const auto& s = f.steps[k];
            if (s.joined && f.steps[k].from != place::local)
                refuse(k, "is joined to the step before by +, but does not read S");
            if (s.from != place::local && k > 0 && written.back() != place::local) ++reading.kernels;
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
            kernel_of[k] = reading.kernels;
        }
        ++reading.kernels;
        if (written.back() != place::output)
            refuse(f.steps.size() - 1,
                   "is the last, and leaves the result in " + name(written.back()) + " instead of O");
    }

    /// Checks a step's own numbers and finds the axis of its strides.
    void read_step(std::size_t k) {
        const auto& s = f.steps[k];
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
        const auto end = unit[*axis] * lengths[*axis];
        if (s.n > end / std::max(s.is, s.os))
            refuse(k, "reaches beyond " + axis_text(*axis) + ", whose points end at " + text_of(end));
        axis_of[k] = *axis;
    }
    std::optional<std::size_t> axis_with(std::uint64_t stride) const {
        for (std::size_t a = 0; a < lengths.size(); ++a)
            if (stride >= unit[a] && stride < unit[a] * lengths[a] && (stride & (stride - 1)) == 0) return a;
        return {};
    }

    void read_axis(std::size_t axis) {
        axis_reading found;
        std::uint64_t points = 1;
        for (std::size_t k = 0; k < f.steps.size(); ++k) {
            if (axis_of[k] != axis || f.steps[k].what == formula_step::kind::copy) continue;
            found.codelets.push_back({k, f.steps[k].n, kernel_of[k]});
            points *= f.steps[k].n;
            if (points > lengths[axis])
                refuse(k, "is one too many: with it " + text_of(points) + " points of " + axis_text(axis) +
                              " are transformed, which has " + text_of(lengths[axis]));
        }
        if (points < lengths[axis])
            refuse("the steps transform " + text_of(points) + " of the " + text_of(lengths[axis]) + " points of " +
                   axis_text(axis));
        reading.axes.push_back(std::move(found));
        moves_.emplace_back();
        if (points == 1) return;
        moves_.back() = follow_strides(*this, axis);
        read_factors(*this, axis);
    }

    void check_room() const {
        for (std::size_t kernel = 0; kernel < reading.kernels; ++kernel) {
            std::uint64_t points = 1;
            for (std::size_t a = 0; a < lengths.size(); ++a) points *= points_in(kernel, a);
            if (points > room_)
                refuse("kernel " + text_of(kernel + 1) + " holds " + text_of(points) +
                       " points in S, where there is room for " + text_of(room_));
        }
    }

    /// A kernel that writes to the place that it reads may only move points within the S of a work-group.
    void check_races(std::size_t kernel) const {
        const auto first =
            static_cast<std::size_t>(std::find(kernel_of.begin(), kernel_of.end(), kernel) - kernel_of.begin());
        auto last = first;
        while (last + 1 < kernel_of.size() && kernel_of[last + 1] == kernel) ++last;
        if (f.steps[first].from != f.steps[last].to) return;
        std::uint64_t points = 1;
        std::optional<std::size_t> mover;
        for (std::size_t a = 0; a < lengths.size(); ++a) {
            const auto found = moves_[a].find(kernel);
            if (found != moves_[a].end()) mover = found->second;
            points *= found == moves_[a].end() ? points_in(kernel, a) : lengths[a];
        }
        if (mover && (first == last || points > room_))
            refuse(*mover, "moves points of " + axis_text(axis_of[*mover]) +
                               " to places that other work-groups of its kernel still read: it must write to another "
                               "place");
    }

    std::uint64_t room_;
    std::vector<kernel_moves> moves_;  // of each axis
};

}  // namespace

formula_reading check_formula(const formula& f, const std::vector<std::uint64_t>& lengths, std::uint64_t room) {
    return checker(f, lengths, room).make();
}

}  // namespace stockham::internal
