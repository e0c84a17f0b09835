// How VkFFT is told of real transforms, alike for its OpenCL and its CUDA backend. vkFFT.h comes first, for its
// backend.
#pragma once

namespace bench {

/// Lengths, fastest first as VkFFT has them, become strides of packed rows of `row` elements.
template <class Strides, class Configuration>
void set_vkfft_strides(Strides& strides, const Configuration& c, decltype(Configuration::FFTdim) row) {
    strides[0] = row;
    for (decltype(Configuration::FFTdim) k = 1; k < c.FFTdim; ++k) strides[k] = strides[k - 1] * c.size[k];
}

/// Real transforms of the sizes that the configuration has. In place `buffer` serves both sides. Out of place r2c reads
/// `inputBuffer` and writes `buffer`; c2r reads `inputBuffer`, works in `buffer`, and writes `outputBuffer`: VkFFT's
/// way of c2r with two buffers (inverseReturnToInputBuffer) would spoil the input.
template <class Configuration>
void set_vkfft_real(Configuration& c, bool inverse, bool in_place) {
    c.performR2C = 1;
    if (in_place) return;
    c.isInputFormatted = 1;
    set_vkfft_strides(c.inputBufferStride, c, inverse ? c.size[0] / 2 + 1 : c.size[0]);
    if (!inverse) return;
    c.isOutputFormatted = 1;
    c.makeInversePlanOnly = 1;
    set_vkfft_strides(c.outputBufferStride, c, c.size[0]);
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
