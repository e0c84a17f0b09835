// How many work-groups of a kernel a compute unit holds at a time: what its registers, its local memory and its places
// for wavefronts allow.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace bench {

/// What one compute unit has: the part of a GPU that a work-group runs on.
struct compute_unit {
    const char* name;    ///< of the device, as stockham::named_description() knows it
    const char* called;  ///< by its vendor
    unsigned simds;
    unsigned wave;             ///< work-items of a wavefront
    unsigned waves;            ///< a SIMD holds at a time, at most
    unsigned registers;        ///< of a SIMD, a lane
    unsigned register_step;    ///< a work-item's registers are rounded up to a multiple of it
    std::size_t local_memory;  ///< bytes for all work-groups
    std::size_t local_step;    ///< a work-group's bytes are rounded up to a multiple of it
    std::size_t local_extra;   ///< bytes that each work-group takes beside its own
    unsigned groups;           ///< at a time, at most

    unsigned wave_slots() const { return simds * waves; }
    std::string text() const;  ///< for people
};

/// The compute unit of a device by the name of its description; null if it is not known.
const compute_unit* find_compute_unit(const std::string& name);

/// The names that it knows, with commas.
std::string compute_unit_names();

/// What a work-group takes; without registers where they are not known.
struct group_needs {
    unsigned work_items = 1;
    std::optional<unsigned> registers;  ///< of a work-item
    std::size_t local_bytes = 0;
};

/// Work-groups that a compute unit holds. All are limited by its places for wavefronts and work-groups, too.
struct group_fit {
    std::optional<unsigned> by_registers;
    unsigned by_local = 0;

    std::optional<unsigned> groups() const;  ///< the smaller of the two
};

group_fit fit_of(const compute_unit&, const group_needs&);

/// Wavefronts that a SIMD's registers and places allow.
unsigned waves_by_registers(const compute_unit&, unsigned registers);

/// Work-items of so many groups in percent of the compute unit's places for them.
double occupancy_percent(const compute_unit&, unsigned groups, unsigned work_items);

}  // namespace bench
