// OpenCL C around a client's callbacks: functions that the stockham library calls, and kernels of their own that read a
// side into packed memory or write one from it.
#pragma once

#include <string>

#include "description.hpp"

namespace clfft {

/// What the numbers of one side are, as the text has to name them.
struct element_form {
    bool real = false;
    bool planar = false;
    bool f64 = false;
};

/// Whether a callback can be called within the library's kernels: neither planar data nor work-groups are known there.
bool can_be_fused(const callback&, const element_form&);

/// on_load and on_store of the stockham library, around a callback.
std::string fused_load(const callback&, const element_form&);
std::string fused_store(const callback&, const element_form&);

/// The source of a kernel that loads a side (`clfft_load`) or stores one (`clfft_store`), element by element, through
/// the callback if there is one. Arguments: the side's two buffers, packed memory, the callback's data, lengths (3) and
/// strides (3) of the axes from the fastest one on, the distance, and the first transform.
std::string load_kernel(const callback&, const element_form&);
std::string store_kernel(const callback&, const element_form&);

}  // namespace clfft
