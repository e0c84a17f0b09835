// Conversion of a plan's decisions to an equivalent formula.
#include <algorithm>

#include "decompose/axis_state.hpp"
#include "systems/tensor/formula_plan.hpp"

namespace stockham::internal {

namespace {

constexpr unsigned longest_codelet_radix = 64;

formula_step::place place_of(const pass_side& side) {
    using place = formula_step::place;
    return side.where == buffer::input ? place::input : side.where == buffer::output ? place::output : place::workspace;
}

/// A formula under construction.
class writer {
  public:
    writer(const problem& p, const plan_decisions& how) : how_(how), unit_(p.axes.size(), 1), codelets_(p.axes.size()) {
        for (auto a = p.axes.size() - 1; a-- > 0;) unit_[a] = unit_[a + 1] * p.axes[a + 1].n;
        for (std::size_t a = 0; a < p.axes.size(); ++a) states_.push_back(states_of(p, how.sequence, a));
    }

    bool add(std::size_t pass, const pass_step& s) {
        // A formula has one name for both regions of the workspace.
        if (s.in.where == buffer::workspace && s.out.where == buffer::workspace && s.in.offset != s.out.offset)
            return false;
        auto names = how_.sequence.passes[pass];
        std::sort(names.begin(), names.end(), [](const auto& a, const auto& b) { return a.axis < b.axis; });
        const auto begin = f_.steps.size();
        for (const auto& link : internal::chain_of(s)) {
            if (link.radix > longest_codelet_radix) return false;
            add_codelet(pass, names[link.digit], link.radix);
        }
        if (f_.steps.size() == begin) return false;  // it only copies
        f_.steps[begin].from = pass == 0 ? formula_step::place::input : place_of(s.in);
        f_.steps.back().to = place_of(s.out);
        f_.choices.push_back(how_.choices[pass]);
        set_chain(f_.choices.back(), {});
        return true;
    }

    /// Empty if a digit in time is followed by one that is not: a codelet would need factors on input and on output.
    std::optional<formula> finish() {
        for (const auto& codelets : codelets_) {
            const auto later = [](const codelet& c) { return c.in_time; };
            const auto from = std::find_if(codelets.begin(), codelets.end(), later);
            if (!std::all_of(from, codelets.end(), later)) return {};
            write_factors(codelets);
        }
        f_.one_launch = how_.one_launch;
        return std::move(f_);
    }

  private:
    struct codelet {
        std::size_t step, digit;
        bool in_time;
    };

    /// Adds a stage. It transforms the slowest of the digit's untransformed points and moves them behind the
    /// transformed ones; the digit's last stage moves all points to where the pass writes.
    void add_codelet(std::size_t pass, const digit_name& name, std::uint64_t radix) {
        auto& mine = codelets_[name.axis];
        const auto& digits = how_.sequence.splits[name.axis].digits;
        std::uint64_t span = 1;
        for (const auto& c : mine)
            if (c.digit == name.digit) span *= f_.steps[c.step].n;
        const auto rest = digits[name.digit] / radix;
        const auto in = unit(pass, name), out = unit(pass + 1, name);
        formula_step s;
        s.n = radix;
        s.is = in * rest;
        s.os = span * radix == digits[name.digit] ? out * span : in * span;
        s.from = s.to = formula_step::place::local;
        mine.push_back({f_.steps.size(), name.digit, name.in_time});
        f_.steps.push_back(s);
    }
    std::uint64_t unit(std::size_t boundary, const digit_name& name) const {
        return states_[name.axis][boundary].strides[name.digit] * unit_[name.axis];
    }

    /// Codelets are in frequency before the last digit whose factors are applied by earlier passes, and in time after
    /// it. Within that digit they are in time, as its stages are, with factors towards its own codelets only.
    void write_factors(const std::vector<codelet>& codelets) {
        std::size_t turn = 0, end = codelets.size();  // that digit's codelets
        while (end > 0 && codelets[end - 1].in_time) --end;
        while (turn < end && codelets[turn].digit != codelets[end - 1].digit) ++turn;
        for (std::size_t c = 0; c < codelets.size(); ++c) {
            if (c == turn) continue;
            auto& s = f_.steps[codelets[c].step];
            s.what = formula_step::kind::twiddle;
            s.subscript = s.n;
            s.superscript = c < turn  ? points(codelets, c + 1, end)
                            : c < end ? points(codelets, turn, c)
                                      : points(codelets, 0, c);
        }
    }
    std::uint64_t points(const std::vector<codelet>& codelets, std::size_t begin, std::size_t end) const {
        std::uint64_t product = 1;
        for (auto c = begin; c < end; ++c) product *= f_.steps[codelets[c].step].n;
        return product;
    }

    const plan_decisions& how_;
    std::vector<std::uint64_t> unit_;
    std::vector<std::vector<axis_state>> states_;  // by axis and boundary
    std::vector<std::vector<codelet>> codelets_;   // of each axis
    formula f_;
};

}  // namespace

std::vector<chain_link> chain_of(const pass_step& s) {
    std::vector<chain_link> chain;
    for (const auto& g : s.stages)
        if (g.radix > 1) chain.push_back({s.tile[g.dim].digit, g.radix});
    return chain;
}

std::optional<formula> to_formula(const problem& p, const plan_decisions& how, const std::vector<step>& steps) {
    if (!how.system.empty() || !no_formulas_for(p).empty() || steps.size() != how.sequence.passes.size()) return {};
    for (const auto& pass : how.sequence.passes)
        for (const auto& name : pass)
            if (name.part != convolution_part::forward) return {};
    for (const auto& axis : how.sequence.splits)
        if (axis.reorder_each) return {};
    writer made(p, how);
    for (std::size_t k = 0; k < steps.size(); ++k) {
        const auto* pass = std::get_if<pass_step>(&steps[k]);
        if (!pass || !how.choices[k].as<stage_choice>() || !made.add(k, *pass)) return {};
    }
    return made.finish();
}

}  // namespace stockham::internal
