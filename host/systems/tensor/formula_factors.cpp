// Checks that the steps of an axis apply each twiddle factor once.
#include "systems/tensor/formula_factors.hpp"

namespace stockham::internal {

namespace {

class axis_factors {
  public:
    axis_factors(formula_walk& walk, std::size_t axis) : walk_(walk), axis_(axis), all_(walk.codelets(axis)) {}

    void read() {
        const auto direct = walk_.reading.axes[axis_].direct = direct_codelet();
        std::vector<std::vector<unsigned>> times(all_.size(), std::vector<unsigned>(all_.size()));
        for (std::size_t c = 0; c < all_.size(); ++c)
            if (c != direct) count_factors(c, direct, times);
        for (std::size_t p = 0; p < all_.size(); ++p)
            for (std::size_t q = p + 1; q < all_.size(); ++q)
                if (times[p][q] != 1)
                    walk_.refuse("the factors between " + step_text(p) + " and " + step_text(q) + " are applied " +
                                 (times[p][q] ? "twice" : "nowhere"));
    }

  private:
    std::string step_text(std::size_t c) const { return walk_.step_text(all_[c].step); }
    std::uint64_t superscript(std::size_t c) const { return walk_.f.steps[all_[c].step].superscript; }

    std::size_t direct_codelet() const {
        std::vector<std::size_t> direct;
        for (std::size_t c = 0; c < all_.size(); ++c)
            if (walk_.f.steps[all_[c].step].what == formula_step::kind::direct) direct.push_back(c);
        if (direct.empty())
            walk_.refuse(axis_text(axis_) + " has no direct codelet: " +
                         (all_.size() == 1
                              ? "a single codelet has no twiddle factors"
                              : "of " + text_of(all_.size()) + " codelets, all but one must apply twiddle factors"));
        if (direct.size() > 1)
            walk_.refuse(step_text(direct[0]) + " and " + step_text(direct[1]) + " both of " + axis_text(axis_) +
                         ", are direct: no step applies the twiddle factors between them");
        return direct.front();
    }

    /// Counts the factors of a codelet towards each of those that its superscript covers.
    void count_factors(std::size_t c, std::size_t direct, std::vector<std::vector<unsigned>>& times) const {
        const bool in_time = c > direct;
        std::uint64_t points = 1;
        auto other = c;
        while (points < superscript(c) && (in_time ? other > 0 : other + 1 < all_.size())) {
            other = in_time ? other - 1 : other + 1;
            points *= all_[other].n;
            ++(in_time ? times[other][c] : times[c][other]);
        }
        const bool reaches = in_time ? other <= direct : other >= direct;
        if (points != superscript(c) || !reaches) refuse_superscript(c, in_time);
    }

    [[noreturn]] void refuse_superscript(std::size_t c, bool in_time) const {
        std::uint64_t points = 1;
        for (auto k = in_time ? 0 : c + 1; k < (in_time ? c : all_.size()); ++k) points *= all_[k].n;
        walk_.refuse(all_[c].step, "has the superscript " + text_of(superscript(c)) +
                                       ", but its factors are towards the " + text_of(points) + " points of " +
                                       axis_text(axis_) + (in_time ? " transformed before" : " yet to be transformed"));
    }

    formula_walk& walk_;
    std::size_t axis_;
    const std::vector<axis_reading::codelet>& all_;
};

}  // namespace

void read_factors(formula_walk& walk, std::size_t axis) {
    axis_factors(walk, axis).read();
}

}  // namespace stockham::internal
