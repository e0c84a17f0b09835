// Layouts with their defaults filled in.
#pragma once

#include <stockham/transform.hpp>

namespace stockham {

/// The layout with packed strides and distance where the user left them out. The transform's lengths must be checked.
layout complete(const transform&, const layout&);

}  // namespace stockham
