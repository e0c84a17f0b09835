// Propagation of light: a wave field or a hologram at other distances.
#pragma once

#include <vector>

#include <stockham/imaging/array_view.hpp>
#include <stockham/imaging/engine.hpp>
#include <stockham/imaging/export.h>

namespace stockham {
inline namespace v0_2 {
namespace imaging {

/// How the transfer function of free space is computed. With the spatial frequencies u, v, the wavelength L and the
/// distance z:
enum class propagation_method {
    angular_spectrum,  ///< exp(2 pi i z sqrt(1 / L^2 - u^2 - v^2)); evanescent waves decay by |z|
    fresnel            ///< exp(2 pi i z / L) exp(-pi i L z (u^2 + v^2)): for small angles
};

/// Options of a propagation. All lengths have one unit, such as metres.
struct propagation_options {
    propagation_method method = propagation_method::angular_spectrum;  ///< the transfer function
    double wavelength = 0;                                             ///< in the medium; above 0
    double pitch_down = 0;                                             ///< from one row to the next; above 0
    double pitch_across = 0;                                           ///< from one column to the next; 0: pitch_down
    /// Surround the field with zeros to twice its sides, so that it does not wrap around.
    bool padded = false;
};

/// Propagates a field {height, width}, real or complex, to each distance (in the direction of the light; negative:
/// back). `output` is complex, {height, width} for one distance or {distances, height, width}, of the field's
/// precision. The field is uploaded and transformed once. Phases are computed in double precision whatever the field's.
///
/// Throws argument_error for the fields "field" (shape, a point that is not finite), "output" (shape, precision),
/// "wavelength", "pitch" (not finite or not above 0), "distance" (none; not finite); memory_error; opencl_error.
/// Thread-safe.
STOCKHAM_IMAGING_API void propagate(const engine&, const array_view& field, const std::vector<double>& distances,
                                    const propagation_options&, const array_view& output);

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
