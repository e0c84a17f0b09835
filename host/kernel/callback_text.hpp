// A user's functions in a kernel's source: kept apart from the library's names, and from one another.
#pragma once

#include <string>

#include <stockham/device.hpp>
#include <stockham/transform.hpp>

namespace stockham::internal {

/// The text of the callback `name` ("on_load" or "on_store") as kernels have it, above everything of the library's.
/// What the text defines or declares at file scope ends with it: macros are taken back, and the compiler's own of the
/// same names restored; functions, types and variables are renamed to stockham_NAME_.., and `name` is a macro for the
/// function itself. Throws callback_error for what would reach beyond the text: a directive that is not known, an
/// #if, a comment or a bracket without an end.
std::string enclosed_callback(const std::string& name, const std::string& text, precision, double_support);

}  // namespace stockham::internal
