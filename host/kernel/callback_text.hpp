// A user's functions in a kernel's source: kept apart from the library's names, and from one another.
#pragma once

#include <string>

#include <stockham/device.hpp>
#include <stockham/transform.hpp>

namespace stockham::internal {

/// The text of the callback `name` ("on_load" or "on_store") as kernels have it, above everything of the library's.
/// The text is preprocessed. Functions, types and variables that it declares at file scope are renamed to
/// stockham_NAME_.., and `name` becomes a macro for the function itself. Macros that are left to the compiler end with
/// the text, and the compiler's own of the same names are restored. Throws callback_error for what
/// plan_options::on_load says is refused.
std::string enclosed_callback(const std::string& name, const std::string& text, precision, double_support);

}  // namespace stockham::internal
