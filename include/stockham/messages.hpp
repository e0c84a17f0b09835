// What the library has to say aside from errors: one line where it goes on without something that it ignored.
#pragma once

#include <stockham/export.h>

namespace stockham {
inline namespace v0_2 {

/// Called with one line of text (no newline) whenever the library ignored something that was not the caller's fault: a
/// damaged cache entry, wisdom that cannot be used. Each text is said once a process. It may be called from any thread
/// that uses the library, from several at once; what it throws is ignored.
using message_handler = void (*)(const char* text);

/// Sets the handler for the whole process and returns the one before. At first it is one that writes
/// "stockham: TEXT" to stderr; nullptr means silence. Thread-safe; a call of the handler before may still be under way.
STOCKHAM_API message_handler set_message_handler(message_handler) noexcept;

}  // namespace v0_2
}  // namespace stockham
