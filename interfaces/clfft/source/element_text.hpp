// The OpenCL C around a client's callbacks: functions that the stockham library calls, or separate kernels that load
// the input into packed memory and store the output from it.
#pragma once

#include <string>

#include "description.hpp"

namespace clfft {

/// The element type of the input or the output.
struct element_form {
    bool real = false;
    bool planar = false;
    bool f64 = false;
};

/// True if the library's kernels can call the callback. They support neither planar data nor local memory of callbacks.
bool can_be_fused(const callback&, const element_form&);

/// The stockham library's on_load and on_store, which call the callback.
std::string fused_load(const callback&, const element_form&);
std::string fused_store(const callback&, const element_form&);

/// The source of a kernel that loads the input (`clfft_load`) or stores the output (`clfft_store`), one element per
/// work-item, through the callback if there is one. Arguments: two buffers, packed memory, the callback's data, 3
/// lengths and 3 strides (fastest axis first), the distance, the first transform, and the number of elements.
std::string load_kernel(const callback&, const element_form&);
std::string store_kernel(const callback&, const element_form&);

}  // namespace clfft
