// How VkFFT is told of real transforms, alike for its OpenCL and its CUDA backend. vkFFT.h comes first, for its
// backend.
#pragma once

namespace bench {

/// Real transforms of the sizes that the configuration has: `buffer` is the complex side and, in place, both; out of
/// place `inputBuffer` is the real side, c2r's result, too. Such a c2r works in `buffer`, and so spoils it.
template <class Configuration>
void set_vkfft_real(Configuration& c, bool inverse, bool in_place) {
    c.performR2C = 1;
    if (in_place) return;
    c.isInputFormatted = 1;
    c.inverseReturnToInputBuffer = inverse ? 1 : 0;
    c.inputBufferStride[0] = c.size[0];
    for (decltype(c.FFTdim) k = 1; k < c.FFTdim; ++k) c.inputBufferStride[k] = c.inputBufferStride[k - 1] * c.size[k];
}

/// Kernels of one execution; a long even real line has one more, between its complex half and the Hermitian one.
template <class Application>
unsigned count_vkfft_kernels(const Application& app, bool inverse) {
    const auto* plan = inverse ? app.localFFTPlan_inverse : app.localFFTPlan;
    unsigned kernels = app.configuration.performR2C && !plan->actualPerformR2CPerAxis[0] ? 1 : 0;
    for (decltype(app.configuration.FFTdim) k = 0; k < app.configuration.FFTdim; ++k)
        kernels += static_cast<unsigned>(plan->numAxisUploads[k]);
    return kernels;
}

}  // namespace bench
