// A stack through the device in chunks: reading, upload, transform, download and writing at the same time.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "array/stack.hpp"
#include "engine.hpp"

namespace stockham::tools {

struct stream_options {
    std::size_t chunk = std::size_t{64} << 20;  ///< bytes that a chunk aims at
    bool preload = false;                       ///< read everything first, write everything last
    bool quiet = false;                         ///< not even a note about a long compilation
};

/// Where units come from and go to, the pitch of the stack's input or output apart; called from one thread each, in
/// order.
struct stream_ends {
    std::function<void(std::size_t first_unit, std::size_t units, void* to)> read;
    std::function<void(std::size_t first_unit, std::size_t units, const void* from)> write;
    std::function<void(std::size_t units)> progress;  ///< so many units are finished
};

/// Times in seconds. Upload, transform and download are sums over the chunks of what the device's clock says.
struct stream_report {
    std::size_t chunks = 0;
    std::size_t chunk_bytes = 0;   ///< of its output
    std::size_t device_bytes = 0;  ///< of all buffers on the device
    double setup = 0;              ///< plan, buffers, pinned memory
    double read = 0;
    double upload = 0;
    double transform = 0;
    double download = 0;
    double write = 0;
    double busy = 0;  ///< while any of upload, transform, download ran
    double device =
        0;  ///< preload only: from the first upload's submission to the last download's end, on the host's clock
    double wall = 0;  ///< everything after the set-up, files included

    double longest_on_device() const;
    double longest() const;
};

/// engine::shortage() of a single unit with its workspace, one buffer each way.
std::string unit_shortage(const engine& e, const stack& s);

/// The same bits come out however the stack is cut. Throws what the ends, the plan or OpenCL throw.
stream_report run_stream(const engine& e, const stack& s, const stream_options& options, const stream_ends& ends);

}  // namespace stockham::tools
