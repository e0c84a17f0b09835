// A kernel family: what the planner, the kernels and the checks need to know about it. Each family is a folder beside
// this one, and a row in the table of families (families/table.cpp).
#pragma once

#include <complex>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <stockham/device.hpp>

#include "decompose/pass_problem.hpp"
#include "families/common/choice.hpp"
#include "families/common/option.hpp"
#include "families/common/shaped_pass.hpp"
#include "kernel/pass_text.hpp"

namespace stockham::internal {

/// A small transform that checks the kernels of a pass when a device runs them for the first time (runtime/).
struct pass_probe {
    std::string name;      ///< of the kernels; probes with equal names are equal
    std::string problem;   ///< a problem string
    std::string plan;      ///< the plan string that selects the kernels; empty: the cheapest
    double tolerance = 0;  ///< accepted error if above that of the precision; 0: the precision's

    bool operator<(const pass_probe& other) const { return name < other.name; }
};

/// Loads and stores a point of a tile on the host.
using load_point = std::function<std::complex<long double>(const pass_index::coordinate&)>;
using store_point = std::function<void(const pass_index::coordinate&, std::complex<long double>)>;

/// The table's row of a family. A choice or a step that a function takes belongs to the family.
struct kernel_family {
    std::string_view name;
    std::string_view mark;  ///< the option that marks its passes in a plan string; empty: none
    bool (*is_default)(const device_description&) = nullptr;  ///< true if passes without a mark belong to it
    bool bit_reversed = false;                                ///< it can leave results in bit-reversed order
    std::vector<std::string> kernel_folders;                  ///< in cl/

    pass_choice (*default_choice)() = nullptr;
    const std::vector<pass_option>& (*options)() = nullptr;
    /// Why options contradict each other or have invalid values; empty if they are valid.
    objection (*contradiction)(const family_choice&) = nullptr;

    /// The shape of a pass by a choice. Refused if the choice does not apply to the pass, or if the device's
    /// work-groups cannot hold it.
    shape_result (*shape)(const pass_problem&, const device_description&, const pass_choice&, fidelity) = nullptr;
    /// The choices to try for a pass: those that the cost model can rank, with radices up to `max_radix`.
    std::vector<pass_choice> (*choices)(const pass_problem&, const device_description&, unsigned max_radix) = nullptr;
    /// Similar choices that the cost model cannot rank and a search measures: more or fewer lines, other layouts and
    /// chains, prefetching, and no register limit for the compiler.
    std::vector<pass_choice> (*variations)(const pass_choice&, const device_description&) = nullptr;
    /// The largest number of transformed points of a pass.
    std::uint64_t (*capacity)(const device_description&, precision) = nullptr;
    /// The choice with exactly `items` work-items, from one and its shape. Empty if none or at least half of them would
    /// be idle. Null if the family has no such option.
    std::optional<pass_choice> (*with_items)(const pass_choice&, const pass_step&, unsigned items) = nullptr;
    /// The choice with all properties of the step made explicit, so that a later planner builds the same kernel from
    /// it. Null if the choice is explicit already.
    pass_choice (*spelled_out)(const pass_step&, const pass_choice&) = nullptr;

    /// Computes a tile on the host, for the interpreter, between the loads and the stores of its points. Null: stage by
    /// stage.
    void (*compute)(const pass_step&, const load_point&, const store_point&) = nullptr;

    /// The kernel text of a step.
    pass_text (*text)(const pass_step&, double_support, const pass_names&) = nullptr;
    /// The probes of a step's kernels: its exchange, and special loads, stores and lengths.
    std::vector<pass_probe> (*probes)(const pass_step&) = nullptr;
};

}  // namespace stockham::internal
