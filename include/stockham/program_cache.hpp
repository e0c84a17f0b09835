// The program cache: compiled kernels on disk, so that a second start compiles nothing.
#pragma once

#include <cstdint>
#include <string>

#include <stockham/export.h>

namespace stockham {
inline namespace v0_2 {

/// Where compiled programs are kept, and how much of them: `folder` is $XDG_CACHE_HOME/stockham (else
/// $HOME/.cache/stockham; on Windows %LOCALAPPDATA%\stockham), or what the environment's STOCKHAM_CACHE names; "off"
/// there, like an empty folder here, means that nothing is kept. An entry holds what the runtime gives as a program's
/// binary, by kernel source, options, platform, device, driver version and this library's version, under two SHA-256
/// digests that are verified before the runtime sees it. Many processes may use a folder at once; the entries used
/// longest ago make room for others.
///
/// NVIDIA's driver keeps machine code itself, by what it was built of. Where it does (CUDA_CACHE_DISABLE is not set,
/// and the folder $CUDA_CACHE_PATH or $HOME/.nv/ComputeCache is there), a program with an entry is built of its source
/// again, which the driver then finds; if it has dropped that meanwhile, it compiles once more.
struct program_cache {
    std::string folder;  ///< path; made when the first entry is written
    /// Bytes of all entries; the environment's STOCKHAM_CACHE_MB says otherwise, in MiB.
    std::uint64_t most_bytes = 256 << 20;
};

/// The cache that this process uses now. Thread-safe, like all functions here.
STOCKHAM_API program_cache current_program_cache();

/// Uses another one from now on.
STOCKHAM_API void use_program_cache(const program_cache&);

/// What a program cache holds.
struct program_cache_usage {
    std::uint64_t entries = 0;  ///< compiled programs
    std::uint64_t bytes = 0;    ///< of their files
};

/// What the cache of this process holds now; nothing where it has no folder.
STOCKHAM_API program_cache_usage measure_program_cache();

/// Removes all entries, and nothing else that may be in the folder. Returns what was removed.
STOCKHAM_API program_cache_usage clear_program_cache();

}  // namespace v0_2
}  // namespace stockham
