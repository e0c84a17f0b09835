// The message handler, and the set of texts that it has received.
#include "base/messages/messages.hpp"

#include <atomic>
#include <cstdio>
#include <mutex>
#include <set>
#include <string_view>

#include "base/messages/printable.hpp"
#include "base/own_threads.hpp"

namespace stockham {

namespace internal {

namespace {

constexpr std::size_t max_texts = 1000;
constexpr std::string_view note_mark = "note: ";

void write_to_stderr(const char* text) {
    if (std::string_view(text).substr(0, note_mark.size()) == note_mark) return;
    // Beyond RLIMIT_FSIZE the message is lost, and the program goes on.
    with_blocked_signals([text] { std::fprintf(stderr, "stockham: %s\n", text); });
}

std::atomic<message_handler> handler{write_to_stderr};

/// Remembers the text and returns whether it is new.
bool is_new(const std::string& text) {
    static std::mutex mutex;
    static auto& said = *new std::set<std::string>;  // never destroyed: destructors of static objects may use it
    const std::lock_guard lock(mutex);
    return said.size() < max_texts && said.insert(text).second;
}

}  // namespace

}  // namespace internal

using namespace internal;

message_handler v0_2::set_message_handler(message_handler next) noexcept {
    return handler.exchange(next);
}

namespace internal {

// Calls the handler without holding the lock, so that it may use the library.
void say_once(const std::string& text) noexcept {
    try {
        const auto say = handler.load();
        const auto line = printable(text);
        if (say && is_new(line)) say(line.c_str());
    } catch (...) {  // out of memory, or the handler threw: drop the message
    }
}

void say_note(const std::string& text) noexcept {
    try {
        if (const auto say = handler.load()) say((std::string(note_mark) + printable(text)).c_str());
    } catch (...) {  // as above
    }
}

}  // namespace internal

}  // namespace stockham
