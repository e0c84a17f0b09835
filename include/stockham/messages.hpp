// Messages: one line whenever the library ignores something and goes on without it, and notes on what takes long.
#pragma once

#include <stockham/export.h>

namespace stockham {
inline namespace v0_2 {

/// Receives one line of text, without newline, when the library ignores something that the caller did not cause: a
/// damaged cache entry, unusable wisdom. Each text comes once per process. A text that begins with "note: " is no
/// warning: it reports that a program took more than a second to compile. Called from any thread that uses the library
/// and from those of the OpenCL runtime, possibly from several at once. Exceptions that it throws are ignored.
using message_handler = void (*)(const char* text);

/// Sets the handler of the process and returns the previous one. The default handler writes "stockham: TEXT" to
/// stderr, except notes; nullptr discards messages. Thread-safe; calls of the previous handler may still be running on
/// return.
STOCKHAM_API message_handler set_message_handler(message_handler) noexcept;

}  // namespace v0_2
}  // namespace stockham
