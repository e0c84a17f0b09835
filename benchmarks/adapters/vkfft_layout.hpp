// VkFFT's settings for real transforms, shared by its OpenCL and CUDA backends. Include vkFFT.h with the backend
// before.
#pragma once

namespace bench {

/// Configures a real transform of the configuration's sizes. `buffer` is the complex side and, in place, also the real
/// one. Out of place, `inputBuffer` is the real side, even as c2r's result. Such a c2r overwrites `buffer`.
template <class Configuration>
void set_vkfft_real(Configuration& c, bool inverse, bool in_place) {
    c.performR2C = 1;
    if (in_place) return;
    c.isInputFormatted = 1;
    c.inverseReturnToInputBuffer = inverse ? 1 : 0;
    c.inputBufferStride[0] = c.size[0];
    for (decltype(c.FFTdim) k = 1; k < c.FFTdim; ++k) c.inputBufferStride[k] = c.inputBufferStride[k - 1] * c.size[k];
}

/// Kernel launches per execution. A long even real line needs one more, between the complex transform of half the
/// length and the Hermitian result. Bluestein's algorithm over several kernels runs all but one of them again for its
/// inverse. (Does not count that a launch of more work-groups than the API allows is split.)
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
