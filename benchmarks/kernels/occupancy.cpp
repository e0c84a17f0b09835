// Computes the number of work-groups that fit into a compute unit.
#include "occupancy.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace bench {

namespace {

// gfx90a, gfx1030: from LLVM's AMDGPU back end (AMDGPUBaseInfo.cpp: getTotalNumVGPRs, getVGPRAllocGranule,
// getMaxWavesPerEU). Verified with clang-15's `; Occupancy:` for kernels of 40 to 200 registers, and again for each
// compiled kernel. Allocation units of local memory are from Mesa's ac_gpu_info.c (lds_alloc_granularity). gfx90a's 512
// registers are vector and accumulation registers together. Scalar registers are no limit: with eight wavefronts each
// may use 100 on gfx90a, and on gfx1030 every wavefront has all that it can address. The 16 and 32 barriers are no
// limit either: work-groups of one wavefront need none, and larger ones exhaust the wavefront slots first. For gfx1030
// the unit is a work-group processor, two compute units with a pool of 128 KB, because work-groups run on it and clang
// compiles for it by default (`.amdhsa_workgroup_processor_mode 1`). A single work-group still has at most 64 KB.
//
// h200: from the CUDA C++ Programming Guide's table of compute capability 9.0, and cuda_occupancy.h. Warps get
// registers in units of 256 from a quarter of the 65,536 (512 per lane, in units of 8). There are 228 KB of shared
// memory in units of 128 bytes, of which each work-group reserves 1 KB; 2048 work-items, 32 work-groups.
constexpr compute_unit known[] = {
    {"gfx90a", "compute unit", 4, 64, 8, 512, 8, 65536, 512, 0, 32},
    {"gfx1030", "work-group processor", 4, 32, 16, 1024, 16, 131072, 1024, 0, 64},
    {"h200", "multiprocessor", 4, 32, 16, 512, 8, 233472, 128, 1024, 32},
};

template <class T>
T rounded_up(T n, T step) {
    return (n + step - 1) / step * step;
}

unsigned waves_of(const compute_unit& unit, unsigned work_items) {
    return (work_items + unit.wave - 1) / unit.wave;
}

}  // namespace

std::string compute_unit::text() const {
    const auto extra = local_extra ? fmt::format(", {} of them reserved per work-group", local_extra) : "";
    return fmt::format(
        "a {}: {} SIMDs, each with {} slots for wavefronts of {} and {} registers per lane in units of {}; "
        "{} bytes of local memory in units of {}{}; at most {} work-groups",
        called, simds, waves, wave, registers, register_step, local_memory, local_step, extra, groups);
}

const compute_unit* find_compute_unit(const std::string& name) {
    const auto* found = std::find_if(std::begin(known), std::end(known), [&](const auto& u) { return u.name == name; });
    return found == std::end(known) ? nullptr : found;
}

std::string compute_unit_names() {
    std::string names;
    for (const auto& unit : known) names += std::string(names.empty() ? "" : ", ") + unit.name;
    return names;
}

std::optional<unsigned> group_fit::groups() const {
    if (!by_registers) return {};
    return std::min(*by_registers, by_local);
}

unsigned waves_by_registers(const compute_unit& unit, unsigned registers) {
    return std::min(unit.waves, unit.registers / rounded_up(std::max(registers, 1U), unit.register_step));
}

group_fit fit_of(const compute_unit& unit, const group_needs& needs) {
    const auto waves = waves_of(unit, needs.work_items);
    const auto most = std::min(unit.groups, unit.wave_slots() / waves);
    group_fit fit;
    if (needs.registers)
        fit.by_registers = std::min(most, unit.simds * waves_by_registers(unit, *needs.registers) / waves);
    const auto bytes = rounded_up(needs.local_bytes + unit.local_extra, unit.local_step);
    fit.by_local = bytes ? static_cast<unsigned>(std::min<std::size_t>(most, unit.local_memory / bytes)) : most;
    return fit;
}

double occupancy_percent(const compute_unit& unit, unsigned groups, unsigned work_items) {
    return 100.0 * groups * work_items / (unit.wave_slots() * unit.wave);
}

}  // namespace bench
