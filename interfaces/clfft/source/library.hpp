// The transforms of the stockham library as this one needs them: the only header beside error codes through which it is
// used.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "description.hpp"

namespace clfft {

/// Places of one side of a transform, slowest axis first, in its elements.
struct places {
    bool real = false;
    bool planar = false;
    std::vector<std::size_t> strides;
    std::size_t distance = 0;
    std::string callback;  ///< OpenCL C of the library's on_load or on_store; empty: none
};

struct transform_request {
    std::vector<std::size_t> lengths;  ///< slowest axis first
    std::size_t batch = 1;
    bool inverse = false;
    bool f64 = false;
    bool in_place = false;
    double scale = 1;
    places input, output;
};

/// Whether the library computes it on these layouts. Throws, as a refusal, what no layouts would change.
bool accepts(const transform_request&);

/// One side's buffers: a planar one has two.
struct buffer_pair {
    cl_mem first = nullptr;
    cl_mem second = nullptr;
};

/// What an execution waits for, and whether it is to have an event.
struct order {
    cl_command_queue queue = nullptr;
    std::vector<cl_event> wait;
    bool needs_event = false;
};

/// A transform that is planned and compiled. Any number of threads may run it at once.
class ready_transform {
  public:
    ready_transform(cl_context, cl_device_id, const transform_request&);
    ~ready_transform();
    std::size_t workspace_bytes() const;
    /// Returns the event, owned by the caller, if one is needed.
    cl_event run(const order&, buffer_pair input, buffer_pair output, cl_mem workspace, cl_mem load_data,
                 cl_mem store_data) const;

  private:
    struct state;
    std::unique_ptr<state> state_;
};

bool has_double(cl_device_id);

/// What keeps a context and its compiled kernels for a plan: plans of one context share the kernels.
class kept_context {
  public:
    explicit kept_context(cl_context);

  private:
    std::shared_ptr<void> context_, session_;
};

/// Compiled kernels are kept in this folder from now on.
void keep_programs_in(const std::string& folder);

}  // namespace clfft
