// Refusals of formulas, and the numbers that several checks need.
#include "systems/tensor/formula_walk.hpp"

#include <stockham/error.hpp>

#include "base/messages/printable.hpp"

namespace stockham::internal {

std::string text_of(std::uint64_t n) {
    return std::to_string(n);
}

std::string axis_text(std::size_t axis) {
    return "axis " + std::to_string(axis);
}

formula_walk::formula_walk(const formula& checked, const std::vector<std::uint64_t>& all_lengths)
    : f(checked), lengths(all_lengths), unit(lengths.size(), 1), kernel_of(f.steps.size()), axis_of(f.steps.size()) {
    for (auto a = lengths.size() - 1; a-- > 0;) unit[a] = unit[a + 1] * lengths[a + 1];
}

void formula_walk::refuse(const std::string& why) const {
    throw unsupported_error("formula", in_quotes(to_string(f)) + ": " + why);
}

void formula_walk::refuse(std::size_t k, const std::string& why) const {
    refuse(step_text(k) + " " + why);
}

std::string formula_walk::step_text(std::size_t k) const {
    return "step " + text_of(k + 1) + ", " + to_string(f.steps[k]) + ",";
}

std::uint64_t formula_walk::points_in(std::size_t kernel, std::size_t axis) const {
    std::uint64_t points = 1;
    for (const auto& c : codelets(axis))
        if (c.kernel == kernel) points *= c.n;
    return points;
}

}  // namespace stockham::internal
