// Conversion of a formula to the decisions that run it.
#include "systems/tensor/formula_plan.hpp"

#include <algorithm>

#include <stockham/error.hpp>

#include "base/messages/printable.hpp"
#include "base/smooth.hpp"
#include "decompose/passes.hpp"
#include "families/table.hpp"
#include "systems/tensor/formula_check.hpp"

namespace stockham::internal {

namespace {

[[noreturn]] void refuse(const formula& f, const std::string& why) {
    throw unsupported_error("formula", in_quotes(to_string(f)) + " is valid, but " + why);
}

/// A codelet with its step and axis.
struct codelet {
    std::size_t step, axis;
    unsigned radix;
};

/// The codelets of a kernel, in order.
std::vector<codelet> codelets_of(const formula_reading& reading, std::size_t kernel) {
    std::vector<codelet> all;
    for (std::size_t a = 0; a < reading.axes.size(); ++a)
        for (const auto& c : reading.axes[a].codelets)
            if (c.kernel == kernel) all.push_back({c.step, a, static_cast<unsigned>(c.n)});
    std::sort(all.begin(), all.end(), [](const codelet& a, const codelet& b) { return a.step < b.step; });
    return all;
}

/// True if a kernel's first codelet of an axis applies the twiddle factors between it and earlier ones.
bool is_in_time(const formula_reading& reading, const codelet& first) {
    const auto& axis = reading.axes[first.axis];
    return first.step > axis.codelets[axis.direct].step;
}

/// A pass for each kernel, whose codelets of one axis form one digit. With `in_time`, passes apply factors on load if
/// the formula does; else the earlier passes apply them on store.
pass_sequence sequence_of(const formula& f, const formula_reading& reading, bool in_time) {
    pass_sequence q;
    q.splits.resize(reading.axes.size());
    for (std::size_t kernel = 0; kernel < reading.kernels; ++kernel) {
        std::vector<digit_name> names;
        for (const auto& c : codelets_of(reading, kernel)) {
            auto& digits = q.splits[c.axis].digits;
            const bool known = std::any_of(names.begin(), names.end(), [&](const auto& n) { return n.axis == c.axis; });
            if (!known) {
                names.push_back({c.axis, digits.size(), convolution_part::forward, in_time && is_in_time(reading, c)});
                digits.push_back(1);
            }
            digits.back() *= c.radix;
        }
        if (names.empty()) refuse(f, "kernel " + std::to_string(kernel + 1) + " only copies: passes transform");
        q.passes.push_back(std::move(names));
    }
    for (std::size_t a = 0; a < reading.axes.size(); ++a) {
        q.splits[a].reorder_last = reading.axes[a].reorder_last;
        if (!q.splits[a].digits.empty()) continue;
        q.splits[a].digits = {1};  // an axis of one point
        q.passes.front().push_back({a, 0, convolution_part::forward});
    }
    return q;
}

std::vector<chain_link> chain_of(const std::vector<codelet>& codelets, const std::vector<digit_name>& names) {
    std::vector<chain_link> chain;
    for (const auto& c : codelets) {
        const auto before = std::count_if(names.begin(), names.end(), [&](const auto& n) { return n.axis < c.axis; });
        chain.push_back({static_cast<unsigned>(before), c.radix});
    }
    return chain;
}

/// The cheapest choice for a pass with this chain. Prefers choices that have enough registers.
std::optional<pass_choice> cheapest(const pass_problem& pass, const device_description& device,
                                    const std::vector<chain_link>& chain) {
    for (bool with_registers : {true, false}) {
        std::optional<shaped_pass> best;
        for (auto choice : pass_choices(pass, device)) {
            if (with_registers && !shape_by(pass, device, choice)) continue;
            set_chain(choice, chain);
            auto shaped = shape_by(pass, device, choice);
            if (shaped && (!best || shaped->cost < best->cost)) best = std::move(*shaped);
        }
        if (best) return best->choice;
    }
    return {};
}

}  // namespace

std::string no_formulas_for(const problem& p) {
    const bool powers =
        std::all_of(p.axes.begin(), p.axes.end(), [](const iodim& axis) { return is_power_of_two(axis.n); });
    return p.is_plain() && powers ? ""
                                  : "formulas are for complex transforms of interleaved numbers, along axes whose "
                                    "lengths are powers of two";
}

plan_decisions to_decisions(const formula& f, const problem& p, const device_description& device) {
    if (const auto why = no_formulas_for(p); !why.empty()) throw unsupported_error("formula", why);
    std::vector<std::uint64_t> lengths;
    for (const auto& axis : p.axes) lengths.push_back(axis.n);
    const auto reading = check_formula(f, lengths, tile_capacity(device, p.precision));
    plan_decisions how;
    how.sequence = sequence_of(f, reading, device.vector_bytes == 0);
    how.choices = f.choices;
    how.one_launch = f.one_launch;
    const auto passes = passes_of(p, how.sequence, places_of(p)).passes;
    if (passes.empty()) refuse(f, "its only kernel would overwrite elements before it has read them");
    for (std::size_t k = 0; k < passes.size(); ++k) {
        const auto chain = chain_of(codelets_of(reading, k), how.sequence.passes[k]);
        if (!f.choices.empty()) {
            set_chain(how.choices[k], chain);
        } else if (const auto choice = cheapest(passes[k], device, chain)) {
            how.choices.push_back(*choice);
        } else {
            refuse(f, "no work-group of the device '" + device.name + "' holds its kernel " + std::to_string(k + 1));
        }
    }
    return how;
}

}  // namespace stockham::internal
