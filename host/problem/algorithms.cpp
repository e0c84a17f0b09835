// The table of algorithms.
#include "problem/algorithms.hpp"

#include <algorithm>

#include <stockham/error.hpp>

#include "base/immortal.hpp"
#include "base/messages/printable.hpp"
#include "base/smooth.hpp"
#include "problem/loops.hpp"

namespace stockham {

namespace internal {

namespace {

std::string needs_rows(const transform& t) {
    constexpr std::size_t most_loops = 4;  // with three further axes, these use all loops of a transpose
    if (t.lengths.size() < 2) return "is a scheme for two axes or more";
    return merged(loops_of(t)).size() <= most_loops ? "" : "takes up to four loops";
}

std::string needs_three_axes(const transform& t) {
    if (t.lengths.size() != 3) return "is a scheme for three axes";
    for (std::size_t a = 0; a < 3; ++a)
        if (!is_power_of_two(t.lengths[a]) || (a < 2 && (t.lengths[a] < 4 || t.lengths[a] > 1024)))
            return "needs lengths that are powers of two, the outer two from 4 to 1024";
    return "";
}

std::string needs_powers_of_two(const transform& t) {
    return std::all_of(t.lengths.begin(), t.lengths.end(), is_power_of_two) ? ""
                                                                            : "needs lengths that are powers of two";
}

std::string needs_f32(const transform& t) {
    return t.precision == precision::f32 ? needs_powers_of_two(t) : "needs f32";
}

constexpr planning_policy any_plan{};
constexpr planning_policy reversed_bits{true, false, 1};
constexpr planning_policy any_order_of_digits{false, true, 8};

}  // namespace

const std::vector<algorithm>& algorithms() {
    static const auto& all = immortal<std::vector<algorithm>>({
        {"row_transpose", needs_rows, any_plan, true},
        {"five_step", needs_three_axes, any_plan},
        {"tensor", needs_powers_of_two, any_order_of_digits},
        {"constant_geometry", needs_powers_of_two, any_plan},
        {"constant_geometry_bit_reversed", needs_powers_of_two, reversed_bits},
        {"split_half", needs_f32, any_plan},
    });
    return all;
}

const algorithm* find_algorithm(std::string_view name) {
    for (const auto& a : algorithms())
        if (name == a.name) return &a;
    return nullptr;
}

void check_algorithm_name(std::string_view name) {
    std::string list;
    for (const auto& known : algorithm_names()) {
        if (name == known) return;
        list += (list.empty() ? "" : ", ") + known;
    }
    throw argument_error("algorithm", "algorithm: " + in_quotes(name) + " is none of " + list);
}

void check_algorithm(const transform& t) {
    const auto* demanded = find_algorithm(t.algorithm);
    if (!demanded) return check_algorithm_name(t.algorithm);
    const bool planar = t.input.form == storage::planar || t.output.form == storage::planar;
    const auto why =
        t.kind != kind::c2c || planar || t.precision == precision::f16 || !t.nonzero.empty() || !t.wanted.empty()
            ? "is a scheme for interleaved complex numbers of f32 or f64, without zero or unwanted points"
            : demanded->unfit(t);
    if (!why.empty())
        throw unsupported_error(demanded->name,
                                std::string(demanded->name) + " " + why + ", not '" + to_string(t) + "'");
}

}  // namespace internal

std::vector<std::string> v0_2::algorithm_names() {
    std::vector<std::string> names{std::string(internal::automatic)};
    for (const auto& a : internal::algorithms()) names.emplace_back(a.name);
    return names;
}

}  // namespace stockham
