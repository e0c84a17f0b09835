// The table of vendors.
#include "profile/capabilities.hpp"

#include <cstdlib>
#include <string>

#include "profile/vendor.hpp"

namespace stockham::internal {

namespace {

/// Kernels use the mma instructions of compute capability 8.0 and later.
device_capabilities of_nvidia(const device_description& d) {
    device_capabilities c;
    c.starts_groups_in_order = c.prefetches = c.caps_registers = true;
    c.double_mixed_radix = 32;  // such lengths would have many stages otherwise
    const std::string start = "sm_";
    const bool has_mma =
        d.architecture.compare(0, start.size(), start) == 0 && std::atoi(d.architecture.c_str() + start.size()) >= 80;
    if (has_mma) c.units = matrix_units::nvidia;
    return c;
}

/// AMD's compiler spills some double radix-16 stages if wavefronts have 32 work-items and 256 registers each, and in
/// passes that multiply by a spectrum (.ci/amd.sh shows it).
device_capabilities of_amd(const device_description& d) {
    device_capabilities c;
    c.short_of_local_memory = true;  // 64 KB
    c.double_spectrum_radix = 8;
    if (d.wavefront == 32) c.double_radix = c.double_mixed_radix = 8;
    if (d.architecture.compare(0, 6, "gfx90a") == 0) c.units = matrix_units::amd;
    return c;
}

/// Threads of these GPUs have 128 registers of 64 bytes. Intel's compiler chooses 32 work-items for each thread and
/// then spills, where it could choose 16.
device_capabilities of_intel(const device_description& d) {
    device_capabilities c;
    if (d.architecture == "pvc" || d.architecture == "bmg") c.wide_group_registers = 64;
    return c;
}

struct vendor_row {
    bool (*is)(const device_description&);
    device_capabilities (*capabilities)(const device_description&);
};
constexpr vendor_row vendors[] = {{is_nvidia, of_nvidia}, {is_amd, of_amd}, {is_intel, of_intel}};

}  // namespace

device_capabilities capabilities_of(const device_description& d) {
    if (d.capabilities) return *d.capabilities;
    for (const auto& vendor : vendors)
        if (vendor.is(d)) return vendor.capabilities(d);
    return {};
}

}  // namespace stockham::internal
