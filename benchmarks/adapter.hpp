// What the harness asks of a library: one adapter a library, in one file each under adapters/.
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

/// Thrown by adapters: becomes a row with that status and this message, never the end of a run.
class refusal : public std::runtime_error {
  public:
    refusal(status why, const std::string& what) : std::runtime_error(what), why_(why) {}
    status why() const noexcept { return why_; }

  private:
    status why_;
};

/// Where a library runs, for its rows.
struct location {
    std::string device;
    std::string platform;
    std::string driver;
    std::string api;  ///< what it launches its work through: "opencl", "cuda", "none" on the host's own threads
};

/// A problem made ready by one library, with its buffers: `input` holds the case's data and is never written by run();
/// `output` receives the result. In place, run() works on `output` alone, which refill() sets to the input first. So
/// with a library that spoils its input out of place: run() works on a copy of the input, which refill() makes.
class execution {
  public:
    virtual ~execution() = default;

    /// Copies input_bytes() of host memory to `input`; returns when they are there.
    virtual void upload(const void* data) = 0;
    /// Fills `output` with bytes 0xFF: a NaN in every precision.
    virtual void poison() = 0;
    /// Copies `input` to what run() works on, on the device, and waits.
    virtual void refill() = 0;
    /// Copies output_bytes() of `output` to host memory; returns when they are there.
    virtual void download(void* data) = 0;

    /// Enqueues `n` executions one after the other and waits once.
    virtual void run(unsigned n) = 0;
    /// The same by the device's own clock: microseconds of one execution; nothing where there is no such clock.
    virtual std::optional<double> run_by_events(unsigned) { return {}; }

    /// Out of place, run() writes to what it reads (a c2r of more than one axis, with some libraries).
    virtual bool spoils_input() const { return false; }

    /// Kernel launches of one execution and bytes of workspace, where the library tells.
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
    /// A floor row: it copies its input instead of transforming it.
    virtual bool copies() const { return false; }
    /// It computes with half-precision storage: judged by another gate, and half the bytes move.
    virtual bool half_storage() const { return false; }
    /// It computes as precisely as half-precision storage would, and is judged so; all bytes move.
    virtual bool is_rough() const { return false; }
    /// Plans and allocates. Throws refusal.
    virtual std::unique_ptr<execution> prepare(const problem&) = 0;
};

}  // namespace bench
