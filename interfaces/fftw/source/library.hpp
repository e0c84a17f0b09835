// The stockham library behind plain types: the other files use it only through this header.
#pragma once

#include <stockham/owned.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "problem.hpp"

namespace fftw_device {

/// Why a transform stays with FFTW: a limit of the library or of the device.
class refusal : public std::exception {
  public:
    explicit refusal(std::string why) : why_(std::move(why)) {}
    const char* what() const noexcept override { return why_.c_str(); }

  private:
    std::string why_;
};

/// The device's memory does not hold the transform.
class too_large : public refusal {
  public:
    using refusal::refusal;
};

/// An OpenCL call that failed.
class device_failure : public std::exception {
  public:
    device_failure(std::string what, cl_int code);
    const char* what() const noexcept override { return what_.c_str(); }
    /// True if the device lacks memory for this transform but is well.
    bool out_of_memory() const noexcept;
    cl_int code() const noexcept { return code_; }

  private:
    std::string what_;
    cl_int code_;
};

/// A device that failed after it had stored some results in place. FFTW has computed the others: the result is right.
class partial_failure : public device_failure {
  public:
    explicit partial_failure(const device_failure& e) : device_failure(e) {}
};

/// A problem as the library computes it, and which sides have the program's layout; the others are packed.
struct shape {
    problem what;
    bool input_as_is = false;
    bool output_as_is = false;
};

/// The shape of a problem. A side keeps the program's layout if the library supports that. Throws refusal.
shape shape_of(const problem&);

/// The version of the library, whose kernels the measurements belong to.
std::string library_version();

/// The device that computes: STOCKHAM_DEVICE, else the library's choice.
struct device_facts {
    cl_device_id id = nullptr;
    std::string name;
    bool is_cpu = false;
    bool shares_memory = false;  ///< its memory is the host's
    /// A plan takes at most nine tenths of `memory`; others go in pieces or trips.
    std::size_t memory = 0;          ///< bytes that may be used: STOCKHAM_FFTW_MEMORY, else 90 %
    std::size_t max_allocation = 0;  ///< bytes of one buffer
};
/// Throws refusal if there is none.
device_facts find_device();
/// A context of the device. Throws refusal or device_failure.
stockham::owned_context make_context(cl_device_id);

/// Predicted seconds of one execution on the device, without transfers.
double predicted_seconds(cl_device_id, const shape&);

/// Bytes of the buffers of one execution.
struct buffer_bytes {
    std::size_t input = 0, output = 0, workspace = 0;
};
/// Those that a plan of the shape will need. Throws refusal.
buffer_bytes predicted_bytes(cl_device_id, const shape&);

/// A planned and compiled transform. Several threads may use it at once.
class compiled_transform {
  public:
    /// Throws refusal or device_failure.
    compiled_transform(cl_context, cl_device_id, const shape&);
    ~compiled_transform();
    std::size_t input_bytes() const;
    std::size_t output_bytes() const;
    std::size_t workspace_bytes() const;
    /// Enqueues one execution. Throws device_failure.
    void enqueue(cl_command_queue, cl_mem input, cl_mem output, cl_mem workspace) const;

  private:
    struct state;
    std::unique_ptr<state> state_;
};

/// A batch that goes through the device in pieces, whose transfers and computation overlap: the library's jobs. Both
/// sides are packed, one unit after the other. One run at a time; further ones wait.
class batch_in_pieces {
  public:
    /// Moves units from number `first` on to or from packed memory. Called from several threads at once, `write` once
    /// for each unit.
    using read_units = std::function<void(std::size_t first, std::size_t units, void* to)>;
    using write_units = std::function<void(std::size_t first, std::size_t units, const void* from)>;

    /// `memory`: bytes of the device that may be used. Throws refusal.
    batch_in_pieces(cl_device_id, const shape&, std::size_t memory);
    ~batch_in_pieces();
    /// Throws device_failure or refusal (the device does not hold one unit).
    void run(const read_units&, const write_units&);

  private:
    struct state;
    std::unique_ptr<state> state_;
};

/// A transform that the device does not hold, in trips through it: the library's out_of_core. Each side is laid out as
/// the shape says, and the two must not overlap. One run at a time; further ones wait.
class transform_in_trips {
  public:
    /// Compiles nothing. `memory`: bytes of the device that may be used. Throws refusal.
    transform_in_trips(cl_device_id, const shape&, std::size_t memory);
    ~transform_in_trips();
    std::size_t trips() const { return trips_; }
    /// Host memory that run() allocates for an array between trips.
    std::uint64_t scratch_bytes() const { return scratch_bytes_; }
    /// Reads the input only. Throws device_failure, refusal or std::bad_alloc; the output is undefined then.
    void run(const void* input, void* output);

  private:
    struct state;
    std::unique_ptr<state> state_;
    std::size_t trips_ = 0;
    std::uint64_t scratch_bytes_ = 0;
};

}  // namespace fftw_device
