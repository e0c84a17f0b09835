// Versions: macros for these headers, a function for the loaded library.
#pragma once

#include <stockham/export.h>
#include <stockham/version.h>

namespace stockham {
inline namespace v0_2 {

/// Version of the loaded library as "major.minor.patch". Thread-safe.
STOCKHAM_API const char* version() noexcept;

}  // namespace v0_2
}  // namespace stockham
