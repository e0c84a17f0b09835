// The version of these headers (the macros) and of the library that is loaded.
#pragma once

#include <stockham/export.h>
#include <stockham/version.h>

namespace stockham {
inline namespace v0_2 {

/// Version of the loaded library as "major.minor.patch". Never fails; thread-safe.
STOCKHAM_API const char* version() noexcept;

}  // namespace v0_2
}  // namespace stockham
