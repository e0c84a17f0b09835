// Environment variables that turn something on or off.
#pragma once

namespace stockham::internal {

/// False if the variable says `off`; true if it says `on`, is empty or is not set. Any other word is reported once and
/// ignored. Thread-safe as far as getenv() is.
bool is_switched_on(const char* variable);

}  // namespace stockham::internal
