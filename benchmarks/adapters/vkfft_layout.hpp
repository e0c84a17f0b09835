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

/// Kernel launches of one execution. A long even real line has one more, between its complex half and the Hermitian
/// one; Bluestein's algorithm over several kernels goes through them again for its inverse, but for the one at the
/// turn. (A launch of more work-groups than the API allows goes out in pieces, which this does not count.)
template <class Application>
unsigned count_vkfft_launches(const Application& app, bool inverse) {
    const auto* plan = inverse ? app.localFFTPlan_inverse : app.localFFTPlan;
    unsigned launches = app.configuration.performR2C && !plan->actualPerformR2CPerAxis[0] ? 1 : 0;
    for (decltype(app.configuration.FFTdim) k = 0; k < app.configuration.FFTdim; ++k) {
        const auto kernels = static_cast<unsigned>(plan->numAxisUploads[k]);
        launches += app.useBluesteinFFT[k] ? 2 * kernels - 1 : kernels;
    }
    return launches;
}

}  // namespace bench
