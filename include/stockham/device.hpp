// Devices: what is there, how one is chosen by a word, and the limits that the planner plans for. All functions here
// are thread-safe, as early as a process's first use of OpenCL; docs/guide.md says how ("Threads and queues").
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <stockham/export.h>
#include <stockham/opencl.hpp>
#include <stockham/profile.hpp>

namespace stockham {
inline namespace v0_2 {

/// What a device is, as OpenCL's device type says.
enum class device_kind {
    cpu,   ///< work-items are lanes of vectors
    gpu,   ///< work-groups share local memory
    other  ///< an accelerator, or what has no type of its own
};

/// By which extension a device has double precision.
enum class double_support {
    none,  ///< not at all
    khr,   ///< cl_khr_fp64
    amd    ///< cl_amd_fp64
};

/// The limits of a device that plans depend on: pure data, so that one can plan for a device that is not there. What
/// plans for it throws argument_error, naming the field, for a value outside of what the field says.
struct device_description {
    std::string name;    ///< CL_DEVICE_NAME; wisdom is kept by it
    std::string vendor;  ///< CL_DEVICE_VENDOR
    /// What kernels are compiled for: "sm_90", "gfx90a", "64-byte vectors" (CPUs); the name where nothing is known.
    std::string architecture;
    std::string platform;                 ///< CL_PLATFORM_NAME
    std::string driver;                   ///< CL_DRIVER_VERSION
    device_kind kind = device_kind::gpu;  ///< what it is
    std::size_t local_memory = 32768;     ///< bytes of local memory that a work-group may use, up to 2^40
    /// Bytes that a kernel's own (static) local arrays may have, where that is more than local_memory says: a guess
    /// until a probe has confirmed it. NVIDIA's OpenCL reports 48 KB and gives up to 227.
    std::size_t static_local_memory = 0;
    std::size_t max_work_group = 256;  ///< work-items of a work-group, 1 to 2^20
    /// Work-items that run in step, a power of two up to 1024 (planning only; never relied on).
    unsigned wavefront = 32;
    unsigned compute_units = 1;  ///< 1 to 2^20
    unsigned clock_mhz = 0;      ///< 0: unknown; it only orders devices
    unsigned vector_bytes = 0;   ///< width of the CPU's vectors, 16, 32 or 64; 0 where work-items are the lanes
    double_support fp64 = double_support::khr;  ///< none: no f64 transforms
    std::size_t max_allocation = 0;             ///< bytes of the largest buffer; 0: unknown
    std::size_t global_memory = 0;              ///< bytes; 0: unknown
    std::size_t core_cache = 0;  ///< bytes of cache that a core of a CPU has to itself; 0: as much as local memory
    device_profile profile;      ///< how fast it is; empty: device_profile::known()
    bool available = true;       ///< false: the device says that it cannot be used now
    bool has_compiler = true;    ///< false: the platform has no compiler for it, so that no plan can be made
};

/// Describes a real device, its profile being the one that is known. Throws argument_error for a null one, opencl_error
/// if it does not answer.
STOCKHAM_API device_description describe(cl_device_id);

/// A made-up or remembered description by name: "gfx906", "gfx90a", "gfx1030" (AMD's 64 KB, wavefront 64 or 32),
/// "evergreen" (32 KB, 256 work-items, cl_amd_fp64), "h200", "cpu". Throws argument_error for another name.
STOCKHAM_API device_description named_description(std::string_view name);

/// All OpenCL devices of all platforms: those that are available and have a compiler first, GPUs before CPUs, faster
/// first (compute units times clock). Platforms that fail are left out. Empty if there is no platform at all.
STOCKHAM_API std::vector<cl_device_id> devices();

/// Chooses a device by `word`: a number (its place in devices()), `gpu`, `cpu`, or a part of its name or its
/// platform's name (any case). An empty word means the environment's STOCKHAM_DEVICE, and if that is empty too the
/// first of devices(). Throws argument_error that lists the devices if none fits, or says that no OpenCL platform
/// is there, or that what fits is not available or has no compiler.
STOCKHAM_API cl_device_id choose_device(std::string_view word = {});

}  // namespace v0_2
}  // namespace stockham
