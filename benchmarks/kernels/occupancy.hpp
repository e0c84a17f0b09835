// The number of a kernel's work-groups that fit into a compute unit, by registers, local memory and wavefront slots.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace bench {

/// The resources of a compute unit, the part of a GPU that runs a work-group.
struct compute_unit {
    const char* name;    ///< of the device, for stockham::named_description()
    const char* called;  ///< the vendor's term for a compute unit
    unsigned simds;
    unsigned wave;             ///< work-items per wavefront
    unsigned waves;            ///< maximum number of wavefronts on a SIMD
    unsigned registers;        ///< per lane of a SIMD
    unsigned register_step;    ///< allocation unit of registers per work-item
    std::size_t local_memory;  ///< bytes for all work-groups
    std::size_t local_step;    ///< allocation unit of local memory in bytes
    std::size_t local_extra;   ///< bytes reserved per work-group
    unsigned groups;           ///< maximum number of work-groups

    unsigned wave_slots() const { return simds * waves; }
    std::string text() const;  ///< readable description
};

/// The compute unit of a device by the name of its description; null if unknown.
const compute_unit* find_compute_unit(const std::string& name);

/// The known names, separated by commas.
std::string compute_unit_names();

/// The resources that a work-group needs; no registers if unknown.
struct group_needs {
    unsigned work_items = 1;
    std::optional<unsigned> registers;  ///< per work-item
    std::size_t local_bytes = 0;
};

/// Work-groups that fit into a compute unit. Slots for wavefronts and work-groups limit each of them, too.
struct group_fit {
    std::optional<unsigned> by_registers;
    unsigned by_local = 0;

    std::optional<unsigned> groups() const;  ///< the smaller of the two
};

group_fit fit_of(const compute_unit&, const group_needs&);

/// Wavefronts that fit into a SIMD by registers and slots.
unsigned waves_by_registers(const compute_unit&, unsigned registers);

/// The work-items of `groups` work-groups in percent of the compute unit's slots.
double occupancy_percent(const compute_unit&, unsigned groups, unsigned work_items);

}  // namespace bench
