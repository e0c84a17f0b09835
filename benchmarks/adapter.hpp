// The interface between the harness and a library. Each library has one adapter, in a file under adapters/.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "problem.hpp"

namespace bench {

enum class status { ok, missing, unsupported, too_large, wrong, failed };

const char* to_string(status);

/// Thrown by adapters. It becomes a row with this status and message and never ends the run.
class refusal : public std::runtime_error {
  public:
    refusal(status why, const std::string& what) : std::runtime_error(what), why_(why) {}
    status why() const noexcept { return why_; }

  private:
    status why_;
};

/// Where a library runs, as written to its rows.
struct location {
    std::string device;
    std::string platform;
    std::string driver;
    std::string api;  ///< the API that launches its work: "opencl", "cuda", or "none" for threads of the host
};

/// A problem prepared by one library, with its buffers. `input` holds the case's data and run() never writes it;
/// `output` receives the result. In place, run() uses only `output`, which refill() sets to the input before. If a
/// library overwrites its input out of place, run() uses a copy of the input, which refill() makes.
class execution {
  public:
    virtual ~execution() = default;

    /// Copies input_bytes() of host memory to `input` and waits.
    virtual void upload(const void* data) = 0;
    /// Fills `output` with bytes 0xFF: a NaN in every precision.
    virtual void poison() = 0;
    /// Copies `input` to the buffer that run() uses, on the device, and waits.
    virtual void refill() = 0;
    /// Copies output_bytes() of `output` to host memory and waits.
    virtual void download(void* data) = 0;

    /// Enqueues `n` consecutive executions and waits once.
    virtual void run(unsigned n) = 0;

    /// True if run() overwrites its input out of place (some libraries do in a c2r of several axes).
    virtual bool spoils_input() const { return false; }

    /// Kernel launches per execution and bytes of workspace, if the library reports them.
    virtual std::optional<std::size_t> launches() const { return {}; }
    virtual std::optional<std::size_t> workspace_bytes() const { return {}; }
};

class adapter {
  public:
    virtual ~adapter() = default;
    virtual std::string name() const = 0;
    virtual std::string version() const = 0;
    virtual location where() const = 0;
    /// Why this library cannot run here; empty if it can.
    virtual std::string missing() const { return {}; }
    /// True if it copies its input instead of transforming it, as a lower bound of times.
    virtual bool copies() const { return false; }
    /// True if it stores half-precision data: it is judged by another error limit and moves half the bytes.
    virtual bool half_storage() const { return false; }
    /// True if its accuracy is that of half-precision storage, and judged so, although it moves all bytes.
    virtual bool is_rough() const { return false; }
    /// Plans and allocates. Throws refusal.
    virtual std::unique_ptr<execution> prepare(const problem&) = 0;
};

}  // namespace bench
