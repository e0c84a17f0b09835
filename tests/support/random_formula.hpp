// Random formulas by the rules of Gu, Li and Siegel 2010.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "systems/tensor/formula.hpp"

/// Random formulas by the rules (3) and (4) of the paper, axis by axis, interleaved and split into kernels.
class random_formula {
  public:
    random_formula(std::mt19937& g, const std::vector<std::size_t>& lengths) : g_(g) {
        std::vector<std::vector<formula_step>> axes;
        std::uint64_t unit = 1;
        for (auto n = lengths.rbegin(); n != lengths.rend(); unit *= *n++) axes.push_back(expand(*n, unit, unit));
        while (!axes.empty()) {
            const auto a = g_() % axes.size();
            made.steps.push_back(axes[a].front());
            axes[a].erase(axes[a].begin());
            if (axes[a].empty()) axes.erase(axes.begin() + static_cast<std::ptrdiff_t>(a));
        }
        cut();
    }
    stockham::internal::formula made;

  private:
    using formula_step = stockham::internal::formula_step;

    static formula_step codelet(std::uint64_t n, std::uint64_t is, std::uint64_t os, std::uint64_t factors) {
        formula_step s;
        s.what = factors ? formula_step::kind::twiddle : formula_step::kind::direct;
        s.n = s.subscript = n;
        s.is = is;
        s.os = os;
        s.superscript = factors;
        return s;
    }

    std::vector<formula_step> expand(std::uint64_t n, std::uint64_t i, std::uint64_t o) {
        if (n <= 2 || (n <= 64 && g_() % 2)) return {codelet(n, i, o, 0)};
        std::uint64_t r = 2;
        while (2 * r < n && r < 32 && g_() % 3) r *= 2;
        const auto m = n / r;
        if (g_() % 2) {
            auto steps = expand(m, i * r, o);
            steps.push_back(codelet(r, m * o, m * o, m));
            return steps;
        }
        auto steps = expand(m, i, r * o);
        steps.insert(steps.begin(), codelet(r, i * m, i * m, m));
        return steps;
    }

    /// Some steps continue in S. Each kernel writes to another place than it reads.
    void cut() {
        auto next = formula_step::place::output;
        std::uint64_t points = 1;
        for (auto s = made.steps.rbegin(); s != made.steps.rend(); ++s) {
            s->to = next;
            points *= s->n;
            const bool joins = g_() % 2 && std::next(s) != made.steps.rend() && points * std::next(s)->n <= 256;
            if (!joins) {
                points = 1;
                global_ = global_ == formula_step::place::output ? formula_step::place::workspace
                                                                 : formula_step::place::output;
            }
            next = s->from = joins ? formula_step::place::local : global_;
        }
        made.steps.front().from = formula_step::place::input;
    }

    std::mt19937& g_;
    formula_step::place global_ = formula_step::place::output;
};
