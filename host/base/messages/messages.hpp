// Sends messages to the handler of stockham/messages.hpp.
#pragma once

#include <string>

#include <stockham/messages.hpp>

namespace stockham::internal {

/// Passes a text to the handler, unless the handler received the same text before. Escapes control characters and cuts
/// long texts (messages/printable.hpp). Falls silent after 1000 different texts, to bound the memory. Texts that no
/// handler received may be sent again. Thread-safe.
void say_once(const std::string& text) noexcept;

/// Passes "note: " and the text to the handler, however often. The default handler drops notes. Thread-safe.
void say_note(const std::string& text) noexcept;

}  // namespace stockham::internal
