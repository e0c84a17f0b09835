// The device that imaging functions run on, with everything they keep there between calls.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include <stockham/error.hpp>
#include <stockham/imaging/export.h>
#include <stockham/opencl.hpp>
#include <stockham/session.hpp>

namespace stockham {
inline namespace v0_2 {
namespace imaging {

/// The device lacks the memory for a request, and no smaller tile can serve it.
class STOCKHAM_IMAGING_API memory_error : public error {
  public:
    /// Takes the bytes and the message.
    memory_error(std::size_t needed, std::size_t available, const std::string& what);
    ~memory_error() override;
    std::size_t needed() const noexcept { return needed_; }        ///< bytes of device memory
    std::size_t available() const noexcept { return available_; }  ///< bytes that the engine may use

  private:
    std::size_t needed_, available_;
};

/// A function of the caller (see progress_function) ended the work. The result is undefined.
class STOCKHAM_IMAGING_API cancelled_error : public error {
  public:
    using error::error;
    ~cancelled_error() override;
};

/// How far a call has come.
struct progress {
    std::size_t done = 0;   ///< steps finished: iterations, frames or tiles, as the function documents
    std::size_t total = 0;  ///< steps in all; a stopping rule may end earlier
    double change = 0;      ///< the value that a stopping rule compares, if the function has one
};

/// Called between two steps, in the thread of the call. Returns false to end the work with cancelled_error.
using progress_function = std::function<bool(const progress&)>;

/// Options of an engine.
struct engine_options {
    /// Bytes of device memory that the calls may use; 0: the rule of session_options::memory.
    std::size_t memory = 0;
};

/// A session for imaging functions, with their kernels and the fast lengths of the device. Make one and use it for many
/// calls: plans and kernels are made at their first use and kept. Movable; members of a moved-from engine must not be
/// called. Thread-safe: the calls of several threads on one engine take turns. They block until their result is
/// complete.
class STOCKHAM_IMAGING_API engine {
  public:
    /// Shares the state of a session: its context, in which arrays in buffers must be, its queue, memory and plans.
    explicit engine(const session&);
    /// Makes a session with a context of its own. Throws as the constructor of session.
    explicit engine(cl_device_id, const engine_options& = {});
    /// Makes a session that retains a context. Throws as the constructor of session.
    engine(cl_context, cl_device_id, const engine_options& = {});
    ~engine();
    engine(engine&&) noexcept;             ///< leaves the other moved-from
    engine& operator=(engine&&) noexcept;  ///< releases its own state; leaves the other moved-from
    engine(const engine&) = delete;
    engine& operator=(const engine&) = delete;

    cl_context context() const noexcept;   ///< owned by the engine
    cl_device_id device() const noexcept;  ///< the device
    std::size_t memory() const noexcept;   ///< bytes of device memory that a call may use at this moment
    bool has_double() const noexcept;      ///< true if the device computes in double precision

    struct state;                                          ///< of the library's own functions
    state& own_state() const noexcept { return *state_; }  ///< for the library's own functions

  private:
    std::unique_ptr<state> state_;
};

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
