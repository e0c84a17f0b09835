// The program cache: compiled kernels on disk, for a fast start. All functions are thread-safe.
#pragma once

#include <cstdint>
#include <string>

#include <stockham/export.h>

namespace stockham {
inline namespace v0_2 {

/// Folder and size limit of the program cache. Several processes may share a folder. The least recently used entries
/// are removed to make room for new ones.
///
/// An entry holds the binary of a program. Its key: source, options, platform, device, driver version and library
/// version. Two SHA-256 digests are verified before the runtime reads the binary. NVIDIA's driver has a cache of its
/// own
/// ($CUDA_CACHE_PATH, else $HOME/.nv/ComputeCache). While that is in use, programs are built from source, which is then
/// fast.
struct program_cache {
    std::string folder;  ///< created with the first entry; empty: no cache
    /// Limit of all entries in bytes. STOCKHAM_CACHE_MB in the environment sets it in MiB.
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

}  // namespace v0_2
}  // namespace stockham
