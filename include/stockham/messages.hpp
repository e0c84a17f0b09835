// Messages: one line whenever the library ignores something and goes on without it.
#pragma once

#include <stockham/export.h>

namespace stockham {
inline namespace v0_2 {

/// Receives one line of text, without newline, when the library ignores something that the caller did not cause: a
/// damaged cache entry, unusable wisdom. Each text comes once per process. Called from any thread that uses the
/// library, possibly from several at once. Exceptions that it throws are ignored.
using message_handler = void (*)(const char* text);

/// Sets the handler of the process and returns the previous one. The default handler writes "stockham: TEXT" to stderr;
/// nullptr discards messages. Thread-safe; calls of the previous handler may still be running on return.
STOCKHAM_API message_handler set_message_handler(message_handler) noexcept;

}  // namespace v0_2
}  // namespace stockham
