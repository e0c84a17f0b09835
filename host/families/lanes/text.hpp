// Text that all kernels of lane passes share.
#pragma once

#include "families/lanes/lanes.hpp"
#include "kernel/pass_function.hpp"
#include "kernel/pass_text.hpp"
#include "model/step.hpp"

namespace stockham::internal {

inline bool transposes(const lanes_side& side) {
    return side.access == lanes_access::transposed;
}

/// Constants and files of lane passes.
void define_lanes(pass_text&, const pass_step&);

/// @name Calls between global memory and a buffer of the tile
/// @{
void load_transposed(pass_function&, const text_value& buffer);
void store_transposed(pass_function&, const text_value& buffer);
/// Loads half spectra into one buffer and packs them into the other, or unpacks them from one and stores the other.
void pack_real_lines(pass_function&, const lanes_pass&, const text_value& spectrum, const text_value& to);
void unpack_real_lines(pass_function&, const lanes_pass&, const text_value& from, const text_value& spectrum);
/// @}

}  // namespace stockham::internal
