// Environment variables with the values on and off.
#pragma once

namespace stockham::internal {

/// False if the variable is `off`; true if it is `on`, empty or not set. Any other value is reported once and ignored.
/// Thread-safe as far as getenv() is.
bool is_switched_on(const char* variable);

}  // namespace stockham::internal
