// Streams a stack through the device in chunks: reading, upload, transform, download and writing overlap.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "array/stack.hpp"
#include "engine.hpp"

namespace stockham::tools {

struct stream_options {
    std::size_t chunk = std::size_t{64} << 20;  ///< target size of a chunk, in bytes
    bool chunk_given = false;                   ///< the user chose it
    bool preload = false;                       ///< read everything first, write everything last
    bool quiet = false;                         ///< print nothing, not even a note about a long compilation
};

/// Source and destination of the units, at the pitch of the stack's input or output. `read` and `write` are each called
/// in order from one thread.
struct stream_ends {
    std::function<void(std::size_t first_unit, std::size_t units, void* to)> read;
    std::function<void(std::size_t first_unit, std::size_t units, const void* from)> write;
    std::function<void(std::size_t units)> progress;  ///< number of finished units
};

/// Times in seconds. Upload, transform and download are sums over the chunks, by the device's clock.
struct stream_report {
    std::size_t chunks = 0;
    std::size_t chunk_bytes = 0;   ///< output of one chunk
    std::size_t device_bytes = 0;  ///< all buffers on the device
    double setup = 0;              ///< plan, buffers, pinned memory
    double read = 0;
    double upload = 0;
    double transform = 0;
    double download = 0;
    double write = 0;
    double busy = 0;  ///< while any of upload, transform, download ran
    /// Preload only: from the submission of the first upload to the end of the last download, by the host's clock.
    double device = 0;
    double wall = 0;  ///< everything after the set-up, files included

    double longest_on_device() const;
    double longest() const;
};

/// engine::shortage() for one unit: an input buffer, an output buffer and the workspace.
std::string unit_shortage(const engine& e, const stack& s);

/// Runs the stack through the device. The result does not depend on the size of the chunks. Throws what the ends, the
/// plan or OpenCL throw.
stream_report run_stream(const engine& e, const stack& s, const stream_options& options, const stream_ends& ends);

}  // namespace stockham::tools
