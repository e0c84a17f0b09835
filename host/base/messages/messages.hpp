// How the library's inside says what it ignored (stockham/messages.hpp).
#pragma once

#include <string>

#include <stockham/messages.hpp>

namespace stockham::internal {

/// Gives a text to the handler, unless the handler was given the same text before. Control characters are escaped and
/// a long text is cut (messages/printable.hpp). Thread-safe. After 1000 texts it stays silent, which bounds the memory
/// of what was said. What meets silence (no handler) does not count as said.
void say_once(const std::string& text) noexcept;

}  // namespace stockham::internal
