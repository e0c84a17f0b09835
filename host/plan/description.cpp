// Descriptions of devices that need not be present, for planning, tests and offline compilation.
#include "plan/description.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include <stockham/error.hpp>

#include "base/enumerations.hpp"
#include "base/messages/printable.hpp"
#include "profile/architecture.hpp"
#include "profile/capabilities.hpp"

namespace stockham {

namespace internal {

namespace {

struct named {
    const char* name;
    const char* vendor;
    const char* architecture;
    device_kind kind;
    std::size_t local_memory;
    std::size_t static_local_memory;
    std::size_t max_work_group;
    unsigned wavefront, compute_units, clock_mhz, vector_bytes;
    double_support fp64;
};

// AMD's runtime allows 256 work-items unless a kernel requests more at compile time. Mesa's allows 1024; it has no
// CDNA, and is what most users of the other GPUs have. A compute unit is what holds a work-group and shares its
// registers: Intel's Xe-core or subslice, Qualcomm's shader processor. evergreen is the Radeon HD 5870 of "2D Complex
// to Complex FFT for AMD GPUs" (AMD, 2011), pvc one stack of a Data Center GPU Max 1550.
constexpr auto gpu = device_kind::gpu;
constexpr auto none = double_support::none, khr = double_support::khr;
constexpr named known[] = {
    {"gfx803", "AMD", "gfx803", gpu, 65536, 0, 1024, 64, 36, 1340, 0, khr},
    {"gfx906", "AMD", "gfx906", gpu, 65536, 0, 1024, 64, 60, 1725, 0, khr},
    {"gfx90a", "AMD", "gfx90a", gpu, 65536, 0, 256, 64, 104, 1700, 0, khr},
    {"gfx942", "AMD", "gfx942", gpu, 65536, 0, 256, 64, 304, 2100, 0, khr},
    {"gfx1030", "AMD", "gfx1030", gpu, 65536, 0, 1024, 32, 80, 2250, 0, khr},
    {"gfx1100", "AMD", "gfx1100", gpu, 65536, 0, 1024, 32, 96, 2500, 0, khr},
    {"gfx1201", "AMD", "gfx1201", gpu, 65536, 0, 1024, 32, 64, 2970, 0, khr},
    {"evergreen", "AMD", "evergreen", gpu, 32768, 0, 256, 64, 20, 850, 0, double_support::amd},
    {"tgllp", "Intel", "tgllp", gpu, 65536, 0, 512, 16, 6, 1350, 0, none},
    {"dg2", "Intel", "dg2", gpu, 65536, 0, 1024, 16, 32, 2100, 0, none},
    {"pvc", "Intel", "pvc", gpu, 131072, 0, 1024, 32, 64, 1600, 0, khr},
    {"bmg", "Intel", "bmg", gpu, 65536, 0, 1024, 32, 20, 2670, 0, khr},
    {"adreno630", "QUALCOMM", "adreno630", gpu, 32768, 0, 1024, 64, 2, 710, 0, none},
    {"h200", "NVIDIA", "sm_90", gpu, 49152, 231424, 1024, 32, 132, 1980, 0, khr},
    {"cpu", "portable", "64-byte vectors", device_kind::cpu, 1048576, 0, 4096, 1, 2, 3000, 64, khr},
};

void check_number(const device_description& d, const char* field, std::uint64_t value, bool fits, const char* wanted) {
    if (!fits)
        throw argument_error(field, std::string(field) + ": " + std::to_string(value) + " is not " + wanted +
                                        " in the description of '" + d.name + "'");
}

bool is_power_up_to(std::uint64_t most, std::uint64_t value) {
    return value > 0 && value <= most && (value & (value - 1)) == 0;
}

}  // namespace

void check(const device_description& d) {
    check_known("kind", d.kind);
    check_known("fp64", d.fp64);
    constexpr std::uint64_t most_local = std::uint64_t{1} << 40, most = 1 << 20;
    const auto number = [&](const char* field, std::uint64_t value, bool fits, const char* wanted) {
        check_number(d, field, value, fits, wanted);
    };
    const auto v = d.vector_bytes;
    number("local_memory", d.local_memory, d.local_memory <= most_local, "at most 2^40");
    number("static_local_memory", d.static_local_memory, d.static_local_memory <= most_local, "at most 2^40");
    number("max_work_group", d.max_work_group, d.max_work_group > 0 && d.max_work_group <= most, "from 1 to 2^20");
    number("wavefront", d.wavefront, is_power_up_to(1024, d.wavefront), "a power of two up to 1024");
    number("compute_units", d.compute_units, d.compute_units > 0 && d.compute_units <= most, "from 1 to 2^20");
    number("vector_bytes", v, v == 0 || (v >= 16 && is_power_up_to(64, v)), "0, 16, 32 or 64");
    if (!d.capabilities) return;
    const auto& c = *d.capabilities;
    check_known("units", c.units);
    const auto radix = [&](const char* field, unsigned value) {
        number(field, value, value > 1 && is_power_up_to(32, value), "a power of two from 2 to 32");
    };
    radix("double_radix", c.double_radix);
    radix("double_mixed_radix", c.double_mixed_radix);
    radix("double_spectrum_radix", c.double_spectrum_radix);
}

}  // namespace internal

using namespace internal;

std::vector<std::string> v0_2::description_names() {
    std::vector<std::string> names;
    for (const auto& k : known) names.emplace_back(k.name);
    return names;
}

device_description v0_2::named_description(std::string_view name) {
    const auto architecture = architecture_of_chip(name);
    const auto* k = std::find_if(std::begin(known), std::end(known),
                                 [&](const named& each) { return name == each.name || architecture == each.name; });
    if (k == std::end(known)) {
        std::string names;
        for (const auto& each : description_names()) names += (names.empty() ? "" : ", ") + each;
        throw argument_error("device", "no device description named " + in_quotes(name) + "; known names: " + names);
    }
    device_description d;
    d.name = k->name;
    d.vendor = k->vendor;
    d.architecture = k->architecture;
    d.platform = d.driver = "description";
    d.kind = k->kind;
    d.local_memory = k->local_memory;
    d.static_local_memory = k->static_local_memory;
    d.max_work_group = k->max_work_group;
    d.wavefront = k->wavefront;
    d.compute_units = k->compute_units;
    d.clock_mhz = k->clock_mhz;
    d.vector_bytes = k->vector_bytes;
    d.fp64 = k->fp64;
    d.profile = device_profile::known(d);
    d.capabilities = capabilities_of(d);
    return d;
}

}  // namespace stockham
