// Shaping: from a pass problem to the tile, the chain of stages and the work-group that run it on a device.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <stockham/device.hpp>

#include "plan/passes/pass_problem.hpp"
#include "plan/shapes/refusal.hpp"
#include "plan/step.hpp"

namespace stockham {

struct published_family;

/// What the shaper may do beyond the device's limits.
struct shape_options {
    unsigned max_radix = 32;
    unsigned work_items = 0;                   ///< exactly so many in a work-group; 0: any number
    unsigned least_radix = 2;                  ///< of every stage whose dimension has so many points
    const published_family* family = nullptr;  ///< by this one alone; null: by what is the device's own
};

/// Where points lie in local memory, as a choice: by the fewest bank conflicts; in order; or swizzled, by either of two
/// exchanges of address bits (swizzled() and xor_swizzled() in cl/index.h; the second for tiles of powers of two).
enum class layout_choice { fewest_conflicts, plain, swizzle, xor_swizzle };

/// How a pass is taken on: everything that is free to choose beside the pass itself, the options of a plan string
/// (docs/plan_strings.md). Devices with vectors (lanes) look at `lane_line` and `max_radix` alone, the others at all
/// but `lane_line`; passes by word groups, on any device, at what follows `geometry`, at `width`, `points`,
/// `min_items`, `min_groups`, `layout` and `non_temporal`.
struct pass_choice {
    /// A stage: a radix, and which of the pass's digits (in the order of their axes) it is of.
    struct link {
        unsigned digit = 0;
        unsigned radix = 1;
    };
    unsigned lane_line = 0;  ///< lanes carry the lines of this number
    unsigned width = 16;     ///< lines side by side in a tile, where lines lie tighter than the transforms' points
    unsigned max_radix = 16;
    unsigned points = 16;      ///< of a work-item
    unsigned min_items = 128;  ///< work-items below which the tile takes on more lines
    unsigned items = 0;        ///< exactly so many work-items, if that is enough of them; 0: as many as come out even
    unsigned pad = 0;          ///< elements of local memory between two empty ones; 0: by the layout
    unsigned min_groups = 0;   ///< work-groups of a compute unit that registers are left for; 0: as many as fit
    /// 1: butterflies of radix 2, 4, 8 and 16 as products of fp16 matrices, the matrices rounded to fp16; 2: those of
    /// radix 8 and 16 split as well (cl/systems/split_half/butterfly_halves.cl). On any device work-items that meet in
    /// local memory make them.
    unsigned split_half = 0;
    exchange_mode exchange = exchange_mode::whole;
    layout_choice layout = layout_choice::fewest_conflicts;
    /// Other than tables they are less precise than the library is otherwise, so that no search tries them.
    twiddle_source twiddles = twiddle_source::tables;
    bool prefetch = false;      ///< tell the cache to fetch later tiles
    bool non_temporal = false;  ///< tell the caches that what is loaded and stored is not wanted again
    bool ascending = false;     ///< the smaller radices of a chain first
    bool paired = false;        ///< real lines in pairs, as the real and the imaginary parts of complex lines
    /// The stages, in order, whatever the registers say; empty: chains by max_radix and `ascending`. A radix: up to 32,
    /// or 64, 128 or 256, which no device has the registers for (they are there to show just that).
    std::vector<link> chain;
    /// Constant-geometry FFTs: 2: radix 2 by word groups of two; 4: radix 2^2 by word groups of four; 0: no such thing.
    unsigned geometry = 0;
    group_schedule schedule = group_schedule::balanced;  ///< who computes a word group
    bool conventional = false;                           ///< addresses made anew for each epoch instead
    bool barrier_per_stage = false;                      ///< a barrier after every stage, not after every second
    bool global_twiddles = false;                        ///< twiddle factors read from global memory
};

/// Why these choices do not go together, or are none: numbers that mean nothing.
objection contradiction(const pass_choice&);

struct shaped_pass {
    pass_step step;
    pass_choice choice;
    double cost = 0;  ///< in bytes of plain copying that take as long
};

/// A shape, or why there is none.
class shape_result {
  public:
    shape_result(shaped_pass shape) : held_(std::move(shape)) {}
    shape_result(refusal why) : held_(why) {}

    explicit operator bool() const { return std::holds_alternative<shaped_pass>(held_); }
    shaped_pass& operator*() { return std::get<shaped_pass>(held_); }
    const shaped_pass& operator*() const { return std::get<shaped_pass>(held_); }
    shaped_pass* operator->() { return &**this; }
    const shaped_pass* operator->() const { return &**this; }
    const refusal& why() const { return std::get<refusal>(held_); }

  private:
    std::variant<refusal, shaped_pass> held_;
};

/// How much of a shape is made: all of it, or enough for the cost model to compare it with others, without a search for
/// the layout of local memory that has the fewest bank conflicts.
enum class fidelity { exact, comparable };

/// The shape of a pass by these choices; refused if the choices mean nothing for it, or the device's work-groups cannot
/// hold it.
shape_result shape_by(const pass_problem&, const device_description&, const pass_choice&, fidelity = fidelity::exact);

/// The choices worth a try for a pass on this device, as far as the cost model can tell them apart: the space that its
/// kernel family declares (planner/shape_families.hpp).
std::vector<pass_choice> pass_choices(const pass_problem&, const device_description&, const shape_options& = {});

/// Beside a choice, those that only measuring can tell from it: more or fewer lines, other layouts and chains, fetching
/// ahead where it seldom pays, the compiler left alone with the registers.
std::vector<pass_choice> variations(const pass_choice&, const device_description&);

/// The cheapest shape of this pass on the device; refused if no tile holds it.
shape_result shape(const pass_problem&, const device_description&, const shape_options& = {});

/// The most points of one transform that a work-group of the device can hold.
std::uint64_t tile_capacity(const device_description&, precision, const shape_options& = {});

/// The device's units for products of matrices of halves, as far as cl/systems/split_half/butterfly_halves.cl knows
/// them.
matrix_units units_of(const device_description&);

/// Whether there is a butterfly of so many points.
bool has_butterfly(unsigned radix);

/// The chain of radices for n points: as few stages as max_radix allows, the larger radices first (or last).
std::vector<unsigned> radix_chain(std::uint64_t n, unsigned max_radix, bool ascending = false);

}  // namespace stockham
