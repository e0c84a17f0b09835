// Descriptions of devices that need not be there: for planning, for tests, and for compiling for them.
#include <stockham/device.hpp>
#include <stockham/error.hpp>

#include "messages/printable.hpp"

namespace stockham {

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

// AMD's runtime offers 256 work-items unless a kernel asks for more at compile time; evergreen is the Radeon HD 5870
// of "2D Complex to Complex FFT for AMD GPUs" (AMD, 2011).
constexpr named known[] = {
    {"gfx906", "AMD", "gfx906", device_kind::gpu, 65536, 0, 256, 64, 60, 1725, 0, double_support::khr},
    {"gfx90a", "AMD", "gfx90a", device_kind::gpu, 65536, 0, 256, 64, 104, 1700, 0, double_support::khr},
    {"gfx1030", "AMD", "gfx1030", device_kind::gpu, 65536, 0, 256, 32, 80, 2250, 0, double_support::khr},
    {"evergreen", "AMD", "evergreen", device_kind::gpu, 32768, 0, 256, 64, 20, 850, 0, double_support::amd},
    {"h200", "NVIDIA", "sm_90", device_kind::gpu, 49152, 231424, 1024, 32, 132, 1980, 0, double_support::khr},
    {"cpu", "portable", "64-byte vectors", device_kind::cpu, 1048576, 0, 4096, 1, 2, 3000, 64, double_support::khr},
};

}  // namespace

device_description named_description(std::string_view name) {
    std::string names;
    for (const auto& k : known) {
        if (name == k.name) {
            device_description d;
            d.name = k.name;
            d.vendor = k.vendor;
            d.architecture = k.architecture;
            d.platform = d.driver = "description";
            d.kind = k.kind;
            d.local_memory = k.local_memory;
            d.static_local_memory = k.static_local_memory;
            d.max_work_group = k.max_work_group;
            d.wavefront = k.wavefront;
            d.compute_units = k.compute_units;
            d.clock_mhz = k.clock_mhz;
            d.vector_bytes = k.vector_bytes;
            d.fp64 = k.fp64;
            return d;
        }
        names += std::string(names.empty() ? "" : ", ") + k.name;
    }
    throw argument_error("device", "no device description named " + in_quotes(name) + "; there are " + names);
}

}  // namespace stockham
