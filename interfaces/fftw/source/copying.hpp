// Copies with several threads: one thread alone copies slower than a link to a GPU.
#pragma once

#include <cstddef>

#include "host_side.hpp"

namespace fftw_device {

/// Copies elements of the program's input, from number `first` on, to memory as the device reads it: in the program's
/// layout (`as_is`, numbers count its span) or packed. The device reads the copy soon.
void load(const host_side&, bool as_is, const arrays&, std::size_t first, std::size_t count, void* to);
/// The way back: copies elements as the device has written them to the program's output.
void store(const host_side&, bool as_is, const void* from, std::size_t first, std::size_t count, const arrays&);

/// Copies bytes. `to_upload`: the device reads the copy soon, so that it should be in the caches.
void copy_bytes(void* to, const void* from, std::size_t bytes, bool to_upload = false);

}  // namespace fftw_device
