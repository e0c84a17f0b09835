// Devices: enumeration, choice by name, and the limits that plans depend on. All functions are thread-safe, also before
// any other use of OpenCL in the process (docs/guide.md, section Threads).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <stockham/export.h>
#include <stockham/opencl.hpp>
#include <stockham/profile.hpp>

namespace stockham {
inline namespace v0_2 {

/// Kind of device, from CL_DEVICE_TYPE.
enum class device_kind {
    cpu,   ///< work-items run as lanes of vectors
    gpu,   ///< work-groups share local memory
    other  ///< an accelerator or another type
};

/// The extension that gives a device double precision.
enum class double_support {
    none,  ///< no double precision
    khr,   ///< cl_khr_fp64
    amd    ///< cl_amd_fp64
};

/// Matrix units that multiply fp16 numbers, by their instructions.
enum class matrix_units {
    none = 0,    ///< no matrix units
    nvidia = 1,  ///< mma, by 32 work-items
    amd = 2      ///< mfma, by 64 work-items
};

/// Abilities in which devices of different vendors differ, as far as plans depend on them.
struct device_capabilities {
    /// Work-groups start in order and keep running, so that later ones may wait for earlier ones.
    bool starts_groups_in_order = false;
    bool prefetches = false;      ///< has prefetch instructions and cache hints
    bool caps_registers = false;  ///< registers are compiled for the number of work-groups on a compute unit
    /// Local memory limits the work-groups on a compute unit, so that a padded layout may cost one of them.
    bool short_of_local_memory = false;
    matrix_units units = matrix_units::none;  ///< matrix units for fp16, none without them
    /// Largest radix in double precision with which the compiler spills no registers, a power of two from 2 to 32, for
    /// lengths that are powers of two.
    unsigned double_radix = 16;
    unsigned double_mixed_radix = 16;     ///< the same for other lengths
    unsigned double_spectrum_radix = 32;  ///< the same in passes that multiply by a spectrum
    /// 32-bit registers of a work-item in a sub-group of 32. Kernels that want more ask for sub-groups of 16, whose
    /// work-items have twice as many. 0: kernels leave the choice to the compiler.
    unsigned wide_group_registers = 0;
};

/// The limits of a device that plans depend on. Plain data: plans can be made for a device that is not present.
/// Planning throws argument_error, naming the field, for a value outside the range given here.
struct device_description {
    std::string name;    ///< CL_DEVICE_NAME; identifies the device in wisdom
    std::string vendor;  ///< CL_DEVICE_VENDOR
    /// Target of compilation: "sm_90", "gfx90a", "64-byte vectors" (CPUs); the device name if unknown.
    std::string architecture;
    std::string platform;                 ///< CL_PLATFORM_NAME
    std::string driver;                   ///< CL_DRIVER_VERSION
    device_kind kind = device_kind::gpu;  ///< GPU, CPU or other
    std::size_t local_memory = 32768;     ///< bytes of local memory per work-group, up to 2^40
    /// Bytes of static local arrays per work-group, if more than local_memory; 0: no more. A guess until a probe
    /// confirms it: NVIDIA's OpenCL reports 48 KB and allows up to 227 KB.
    std::size_t static_local_memory = 0;
    std::size_t max_work_group = 256;  ///< work-items per work-group, 1 to 2^20
    /// Work-items that execute in lockstep, a power of two up to 1024. Used for planning only.
    unsigned wavefront = 32;
    /// Units that hold work-groups, 1 to 2^20: Intel's Xe-cores, where its runtime counts execution units.
    unsigned compute_units = 1;
    unsigned clock_mhz = 0;                     ///< 0: unknown; used to order devices
    unsigned vector_bytes = 0;                  ///< CPU vector width: 16, 32 or 64; 0 on GPUs
    double_support fp64 = double_support::khr;  ///< none: f64 transforms are refused
    std::size_t max_allocation = 0;             ///< largest buffer in bytes; 0: unknown
    std::size_t global_memory = 0;              ///< bytes; 0: unknown
    std::size_t core_cache = 0;                 ///< private cache of a CPU core in bytes; 0: same as local_memory
    device_profile profile;                     ///< speed; empty: device_profile::known()
    /// Empty: those of the vendor and the architecture. describe() and named_description() fill them in, so a later
    /// change of `vendor` or `architecture` does not change them.
    std::optional<device_capabilities> capabilities;
    bool available = true;     ///< CL_DEVICE_AVAILABLE
    bool has_compiler = true;  ///< false: no compiler, so that no plan can be made
};

/// Describes a device that is present; `profile` is device_profile::known(). Throws argument_error for a null device,
/// opencl_error if the device does not answer.
STOCKHAM_API device_description describe(cl_device_id);

/// The names of the built-in descriptions, for planning without the device. AMD's are LLVM's targets, from "gfx803" to
/// "gfx1201", and "evergreen"; Intel's those of its offline compiler: "tgllp", "dg2", "pvc", "bmg". Also "adreno630",
/// "h200" and "cpu". docs/device_profiles.md lists their sources.
STOCKHAM_API std::vector<std::string> description_names();

/// The description by one of these names or by Mesa's name of the chip ("navi21" for "gfx1030"). Throws argument_error
/// for another name; the message lists the known ones.
STOCKHAM_API device_description named_description(std::string_view name);

/// All OpenCL devices of all platforms: usable ones (available, with a compiler) first, GPUs before CPUs, faster first
/// (compute units times clock). Platforms that fail are skipped. Empty without a platform. Throws as open_context().
STOCKHAM_API std::vector<cl_device_id> devices();

/// Chooses a device by `word`: an index into devices(), `gpu`, `cpu`, or part of the name of the device or its
/// platform, in any case. Empty: STOCKHAM_DEVICE from the environment, else the first device. Throws argument_error if
/// no device matches (the message lists them), if the match is not usable, or without a platform; or as devices().
STOCKHAM_API cl_device_id choose_device(std::string_view word = {});

}  // namespace v0_2
}  // namespace stockham
