// The program cache: compiled kernels on disk, for a fast start. All functions are thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <stockham/export.h>
#include <stockham/opencl.hpp>
#include <stockham/transform.hpp>

namespace stockham {
inline namespace v0_2 {

/// Folder and size limit of the program cache. Several processes may share a folder. The least recently used entries
/// are removed to make room for new ones.
///
/// An entry holds the binary of a program. Its key: source, options, platform, device, driver version and library
/// version. Two SHA-256 digests are verified before the runtime reads the binary.
///
/// NVIDIA's driver has a cache of its own ($CUDA_CACHE_PATH, else $HOME/.nv/ComputeCache), and so has PoCL
/// ($POCL_CACHE_DIR, else pocl/kcache in the user's cache folder). While that is in use, programs are built from
/// source, which is then fast. PoCL's entries hold no binary then.
struct program_cache {
    std::string folder;  ///< created with the first entry; empty: no cache
    /// Limit of all entries in bytes. Processes that write at the same time may exceed it by a sixteenth each.
    /// STOCKHAM_CACHE_MB in the environment sets it in MiB.
    std::uint64_t most_bytes = 256 << 20;
};

/// The cache that the process uses now. The default folder is $XDG_CACHE_HOME/stockham, else $HOME/.cache/stockham; on
/// Windows %LOCALAPPDATA%\stockham. STOCKHAM_CACHE in the environment names another; `off` disables the cache.
STOCKHAM_API program_cache current_program_cache();

/// Sets the cache that the process uses from now on.
STOCKHAM_API void use_program_cache(const program_cache&);

/// Contents of a program cache.
struct program_cache_usage {
    std::uint64_t entries = 0;  ///< compiled programs
    std::uint64_t bytes = 0;    ///< total size of their files
};

/// Contents of the current cache; zeros without a folder.
STOCKHAM_API program_cache_usage measure_program_cache();

/// Removes all entries, and no other files of the folder. Returns what was removed.
STOCKHAM_API program_cache_usage clear_program_cache();

/// Writes a kernel pack: one file with the compiled kernels of the plans for these transforms, and with the facts about
/// the device that plans need. A product that ships it makes its first plans without compiling. Makes each plan with
/// default options and runs it once on zeros, which compiles what the program cache lacks. Plans of other programs
/// that run meanwhile may be included. Returns the entries of the pack and their total size.
///
/// A pack suits devices with the same platform, name and driver version, and this version of the library. Later plans
/// must be chosen by the same wisdom and options; others are compiled as ever.
///
/// Throws argument_error: no transforms (field "transforms"), or a file that cannot be written (field "pack");
/// unsupported_error, rule "program cache": the cache is off or too small; otherwise as the constructor of plan.
STOCKHAM_API program_cache_usage export_programs(cl_device_id, const std::vector<transform>& transforms,
                                                 const std::string& file);

/// The same for all programs that `work` uses, by any function of the library and of stockham-imaging: it is called
/// once, and makes and runs plans, sessions and engines on the device. A program that a context holds already is not
/// looked up again, unless session::clear() has dropped it. Throws what `work` throws, argument_error (field "work")
/// for an empty function, otherwise as export_programs().
STOCKHAM_API program_cache_usage export_used_programs(cl_device_id, const std::function<void()>& work,
                                                      const std::string& file);

/// Adds the entries of a kernel pack to the program cache, and verifies all of them first. Only import packs from a
/// source that you trust: drivers run what they hold. Returns the entries of the pack and their total size.
///
/// Throws argument_error, field "pack": the file cannot be read, or is damaged or no pack; unsupported_error: the pack
/// was made by another version of the library (rule "library"), or for another device (rules "platform", "device") or
/// driver (rule "driver"); rule "program cache": the cache is off or cannot take the entries.
STOCKHAM_API program_cache_usage import_programs(cl_device_id, const std::string& file);

}  // namespace v0_2
}  // namespace stockham
