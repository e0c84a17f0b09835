// User callbacks in a kernel's source, renamed so that they conflict neither with the library nor with each other.
#pragma once

#include <string>

#include <stockham/device.hpp>
#include <stockham/transform.hpp>

namespace stockham::internal {

/// The text of the callback `name` ("on_load" or "on_store") as it appears in kernels, before the library's code.
/// Functions, types and variables declared at file scope are renamed to stockham_NAME_.., and `name` becomes a macro
/// for the function itself. The text's macros are undefined after the text, and the compiler's macros of the same names
/// are restored. Not renamed are names that macros make, by ## or in their replacement. Throws callback_error for the
/// cases that plan_options::on_load documents.
std::string enclosed_callback(const std::string& name, const std::string& text, precision, double_support);

}  // namespace stockham::internal
