// Convolution kernels by name and as text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "image/plane.hpp"

namespace stockham::tools {

/// A kernel by its name, or as text with rows separated by semicolons, such as "0 -1 0; -1 5 -1; 0 -1 0". Nothing if
/// the word is neither. Throws usage_error for a name or a text that is wrong inside. The names:
///   gaussian:SIGMA         exp(-r^2 / (2 SIGMA^2)), sum 1, up to 4 SIGMA from the centre as in scipy.ndimage
///   box:SIDE               the mean of SIDE x SIDE pixels
///   unsharp:SIGMA:AMOUNT   (1 + AMOUNT) times the picture minus AMOUNT times its gaussian:SIGMA
///   laplacian              0 1 0; 1 -4 1; 0 1 0
///   sobel-x, sobel-y       the derivative to the right and downward, 8 times that of a linear picture
///   prewitt-x, prewitt-y   the same with equal weights, 6 times
///   sobel, prewitt         both of them, as two planes: for the magnitude of the gradient
///   sharpen                0 -1 0; -1 5 -1; 0 -1 0
/// sobel and prewitt are those of scipy.ndimage.
std::optional<planes_of<double>> kernel_of_word(const std::string& word);

/// The names above, with their parameters.
const std::vector<std::string>& kernel_names();

}  // namespace stockham::tools
