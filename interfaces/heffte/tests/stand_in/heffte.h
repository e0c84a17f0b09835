// A stand-in for heFFTe's header of this name, for heffte_common.h beside it.
#pragma once

#include <heffte_pack3d.h>

namespace heffte {

/// Scales as heFFTe's fft3d does: by a qualified name, so that a backend must have declared its own function before.
template <typename backend_tag, typename scalar>
void scale(scalar* data, long long n, double factor) {
    backend::device_instance<typename backend::buffer_traits<backend_tag>::location> device;
    data_scaling::apply(device.stream(), n, data, factor);
}

}  // namespace heffte
