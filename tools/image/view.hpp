// A picture for the eye: an input, its spectrum and an output side by side.
#pragma once

#include <vector>

#include "engine.hpp"
#include "image/picture.hpp"

namespace stockham::tools {

/// Input, spectrum of its luminance as `stockham spectrum` paints it, and output, as an 8-bit RGB picture. `gains`, if
/// not empty, are those of a filter for the half spectrum of the input: a red outline separates gains above and below
/// 1/2. Floating-point pictures are normalised; alpha is left out. Input and output have the same size.
picture side_by_side(const engine& e, const picture& input, const std::vector<double>& gains, const picture& output);

}  // namespace stockham::tools
