// Transforms of the stockham library behind plain types. Besides, the other files use its sessions and errors.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <stockham/session.hpp>

#include "description.hpp"

namespace clfft {

/// The layout of the input or the output, in elements, slowest axis first.
struct places {
    bool real = false;
    bool planar = false;
    std::vector<std::size_t> strides;
    std::size_t distance = 0;
    std::string callback;  ///< OpenCL C source of the library's on_load or on_store; empty: none
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

/// True if the library supports the transform with these layouts. Throws if it supports it with none.
bool accepts(const transform_request&);

/// The buffers of the input or the output; planar data have two.
struct buffer_pair {
    cl_mem first = nullptr;
    cl_mem second = nullptr;
};

/// The queue of an execution, the events that it waits for, and whether it returns an event.
struct order {
    cl_command_queue queue = nullptr;
    std::vector<cl_event> wait;
    bool needs_event = false;
};

/// A planned and compiled transform. Several threads may run it at once.
class ready_transform {
  public:
    ready_transform(const stockham::session&, const transform_request&);
    std::size_t workspace_bytes() const;
    /// Returns an event, owned by the caller, if `order` asks for one; else null.
    cl_event run(const order&, buffer_pair input, buffer_pair output, cl_mem workspace, cl_mem load_data,
                 cl_mem store_data) const;

  private:
    std::shared_ptr<const stockham::plan> plan_;
};

/// Stores compiled kernels in this folder from now on.
void keep_programs_in(const std::string& folder);

}  // namespace clfft
