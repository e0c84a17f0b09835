// The stockham library behind plain types: the other files use it only through this header.
#pragma once

#include <stockham/opencl.hpp>

#include <cstddef>
#include <exception>
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

/// An OpenCL call that failed.
class device_failure : public std::exception {
  public:
    device_failure(std::string what, cl_int code);
    const char* what() const noexcept override { return what_.c_str(); }
    /// True if the device lacks memory for this transform but is well.
    bool out_of_memory() const noexcept;

  private:
    std::string what_;
    cl_int code_;
};

/// A problem as the library computes it, and which sides have the program's layout; the others are packed.
struct shape {
    problem what;
    bool input_as_is = false;
    bool output_as_is = false;
};

/// The shape of a problem, with as many sides as they are as the library allows. Throws refusal.
shape shape_of(const problem&);

/// The device that computes: STOCKHAM_DEVICE, else the library's choice.
struct device_facts {
    cl_device_id id = nullptr;
    std::string name;
    bool is_cpu = false;
    bool shares_memory = false;      ///< its memory is the host's
    std::size_t memory = 0;          ///< bytes
    std::size_t max_allocation = 0;  ///< bytes of one buffer
};
/// Throws refusal if there is none.
device_facts find_device();

/// Predicted seconds of one execution on the device, without transfers.
double predicted_seconds(cl_device_id, const shape&);

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

/// Keeps the compiled kernels of a context.
std::shared_ptr<void> keep_programs(cl_context);

}  // namespace fftw_device
