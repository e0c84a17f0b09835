// Convolutions of lengths with prime factors above 13, by two plans. The second one multiplies by the spectra of the
// kernels on load.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include <stockham/convolution.hpp>

#include "api/plan_state.hpp"
#include "runtime/execute/workspace_cache.hpp"

namespace stockham::internal {

class convolution_by_transforms {
  public:
    /// `sides` has the loops over kernels and signals. Throws as the constructor of plan, and unsupported_error for a
    /// plan string.
    convolution_by_transforms(cl_context, cl_device_id, const convolution_description&, const transform& sides,
                              const plan_options&);

    std::size_t workspace_size() const;
    std::size_t launches() const { return forward_->launches() + inverse_->launches(); }
    /// The concatenated texts of both plans.
    std::string to_string() const { return forward_->to_string() + inverse_->to_string(); }

    cl_event enqueue(cl_command_queue, const buffers&, cl_uint n_wait, const cl_event* wait) const;
    void execute(cl_command_queue, const buffers&, cl_uint n_wait, const cl_event* wait) const;

  private:
    struct parts;
    std::unique_ptr<plan_state> plan_of(cl_device_id, const transform&, const plan_options&) const;
    parts parts_of(cl_command_queue, const buffers&) const;

    cl_context context_;  // the plans retain it
    bool in_place_;
    std::size_t signal_bytes_, spectrum_bytes_, output_bytes_;
    std::unique_ptr<plan_state> forward_, inverse_;
    std::unique_ptr<workspace_cache> workspace_ = std::make_unique<workspace_cache>();  // at a fixed address
};

}  // namespace stockham::internal
