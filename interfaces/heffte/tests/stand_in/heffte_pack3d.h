// A stand-in for heFFTe's header of this name: parts of boxes that are sent, and scaling on the host.
#pragma once

#include <heffte_common.h>

namespace heffte {

/// A part of a box, its fastest dimension first. The buffer's strides and the map are those of a message whose dimensions
/// have another order: dimension map[0] of the part is the message's fastest.
template <typename index>
struct pack_plan_3d {
    std::array<index, 3> size;
    index line_stride, plane_stride;
    index buff_line_stride, buff_plane_stride;
    std::array<int, 3> map;
};

template <typename>
struct direct_packer {};
template <typename>
struct transpose_packer {};

namespace data_scaling {
template <typename scalar, typename index>
void apply(void*, index n, scalar* data, double factor) {
    for (index k = 0; k < n; ++k) data[k] *= static_cast<scalar>(factor);
}
}  // namespace data_scaling

}  // namespace heffte
