// Registration: the shift, rotation and scale between pictures, the drift of a stack, and aligned pictures.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include <stockham/imaging/array_view.hpp>
#include <stockham/imaging/engine.hpp>
#include <stockham/imaging/export.h>

namespace stockham {
inline namespace v0_2 {
namespace imaging {

/// The weight of each frequency in a cross-correlation.
enum class normalisation {
    phase,  ///< by phase only: all frequencies count but those that can tell nothing (see registration::peak)
    none    ///< by power: robust against noise, but slow gradients of the illumination count most
};

/// The reference of the frames of a stack.
enum class drift_reference {
    first,     ///< the first frame
    mean,      ///< the mean of all frames, after they were aligned to the first one
    neighbour  ///< the frame before; the shifts are summed up, so that they refer to the first frame
};

/// Options of a registration.
struct registration_options {
    imaging::normalisation normalisation = imaging::normalisation::phase;  ///< the weight of each frequency
    /// The band of frequencies to compare, in cycles per pixel (the Nyquist frequency of an axis is 0.5, the highest
    /// frequency of a picture 0.71). A band without high frequencies ignores a pattern of noise that stays in place.
    double low = 0;
    double high = 1;                  ///< see `low`
    bool window = true;               ///< apply a Hann window, because edges do not move with the content
    bool rotation_and_scale = false;  ///< search a rotation and a change of scale, too
    /// Real arrays of the size of a picture, of the precision of the pictures: points where they are 0 do not count.
    /// Null: all count. The first shift comes from the masked normalised cross-correlation (Padfield 2012), which needs
    /// no window and compares overlaps of at least a tenth of the largest one. Not together with rotation_and_scale.
    array_view fixed_mask = {};
    array_view moving_mask = {};      ///< see fixed_mask; for a stack, the mask of all frames
    progress_function progress = {};  ///< called after each group of frames
};

/// How a picture lies against another one. A point of `fixed` at distance (y, x) from the centre of the picture, in
/// pixels down and right, lies in `moving` at distance scale * R (y, x) + (down, right) from the centre, where R turns
/// counter-clockwise by `angle` as the picture is seen. The centre is ((height - 1) / 2, (width - 1) / 2).
struct registration {
    double down = 0;   ///< pixels
    double right = 0;  ///< pixels
    double angle = 0;  ///< degrees, above -180 to 180; 0 unless rotation_and_scale is set
    double scale = 1;  ///< 1 unless rotation_and_scale is set
    /// The confidence, from 0 to 1: the mean cosine of the phase errors over the frequencies of the band that both
    /// pictures have, also without normalisation. Frequencies whose power is not above that of the noise, or that come
    /// from the edges of the frame (leakage of a smooth picture), count little; those below 1e-5 of the picture's root
    /// mean square do not count. From the mean the level is subtracted that the best shift of unrelated pictures
    /// reaches by chance, and the rest is scaled so that 1 stays 1.
    double peak = 0;
    bool inverted = false;    ///< the contrast is inverted: what is dark in one picture is bright in the other
    bool down_known = true;   ///< false: a picture does not vary along this axis, and `down` is 0
    bool right_known = true;  ///< false: a picture does not vary along this axis, and `right` is 0
};

/// How the edges of an aligned picture are filled.
enum class alignment_edges {
    wrap,  ///< what leaves on one side enters on the other; interpolated by Fourier transforms, for shifts only
    fill   ///< points without data get a value; interpolated by Lanczos' kernel of 6 x 6 points
};

/// An aligned copy of the moving pictures.
struct alignment {
    /// Of the shape and precision of the moving pictures; null: none is made. It may share memory with inputs.
    array_view output = {};
    alignment_edges edges = alignment_edges::fill;  ///< what enters at the edges
    double fill = 0;                                ///< the value of points without data
};

/// Registers each picture of `moving` against `fixed`. Both are real; `moving` is {height, width} or {pictures, height,
/// width}, and `fixed` is one picture of that size or as many as `moving`. Pictures are uploaded once; the aligned
/// ones, if wanted, are made on the device. Each shift is found to a pixel, undone and searched between pixels,
/// repeatedly, to about 0.01 pixels in pictures without noise. Rotation and scale come from the spectra in log-polar
/// coordinates.
///
/// Throws argument_error for the fields "fixed" and "moving" (shape; a point that is not finite; a picture whose points
/// are all equal; no axis along which both vary; no frequency of the band above the rounding errors), "low" and "high"
/// (not 0 <= low < high, or no frequency in the band), "fixed_mask", "moving_mask" (another size; no point, or less
/// than 9, counts), "rotation_and_scale" (with masks, or a side below 32), "output" (shape); memory_error;
/// cancelled_error; opencl_error. Thread-safe.
STOCKHAM_IMAGING_API std::vector<registration> find_registration(const engine&, const array_view& fixed,
                                                                 const array_view& moving,
                                                                 const registration_options& = {},
                                                                 const alignment& = {});

/// Registers the frames of a stack {frames, height, width}, of at least one frame. The first frame's shift is 0 with
/// the references `first` and `neighbour`; its peak is then 1. Aligned frames lie on the reference. With `neighbour`, a
/// peak is that of the step from the frame before. Errors as above, with the field "stack".
STOCKHAM_IMAGING_API std::vector<registration> find_drift(const engine&, const array_view& stack, drift_reference,
                                                          const registration_options& = {}, const alignment& = {});

/// The frames of a stack that need not be in memory together: each is read when its turn comes.
struct frame_source {
    std::vector<std::size_t> shape = {};                       ///< {frames, height, width}
    stockham::precision precision = stockham::precision::f32;  ///< f32 or f64
    /// Writes `count` frames, from number `first` on, to `to`, packed, as numbers of `precision`. It is called by the
    /// thread of the call, with ascending numbers; `mean` reads the stack twice, and the first frame may be read again.
    /// An exception ends the call and leaves it.
    std::function<void(std::size_t first, std::size_t count, void* to)> read = {};
};

/// As the functions for arrays, with the same results, in memory for a group of frames. Fields "fixed", "moving" and
/// "stack" also for a source without frames or without `read`.
STOCKHAM_IMAGING_API std::vector<registration> find_registration(const engine&, const frame_source& fixed,
                                                                 const frame_source& moving,
                                                                 const registration_options& = {});
/// The same for the drift of a stack.
STOCKHAM_IMAGING_API std::vector<registration> find_drift(const engine&, const frame_source& stack, drift_reference,
                                                          const registration_options& = {});

/// Moves pictures {height, width} or {pictures, height, width} back by their registrations, one for each. `output` of
/// the alignment must be set. Throws argument_error for the fields "pictures", "registrations" (their number; a
/// rotation or a scale with the edges `wrap`) and "output"; memory_error; opencl_error. Thread-safe.
STOCKHAM_IMAGING_API void align(const engine&, const array_view& pictures, const std::vector<registration>&,
                                const alignment&);

/// A rectangle of pixels.
struct rectangle {
    std::size_t top = 0;     ///< first row
    std::size_t left = 0;    ///< first column
    std::size_t height = 0;  ///< rows; 0: empty
    std::size_t width = 0;   ///< columns; 0: empty
};

/// The rectangle of points for which every aligned picture of this size has data: what is left after cropping. It may
/// be empty. Thread-safe.
STOCKHAM_IMAGING_API rectangle common_part(const std::vector<registration>&, std::size_t height, std::size_t width);

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
