// The handler of messages, and the memory of what was said.
#include "base/messages/messages.hpp"

#include <atomic>
#include <cstdio>
#include <mutex>
#include <set>

#include "base/messages/printable.hpp"

namespace stockham {

namespace internal {

namespace {

constexpr std::size_t most_texts = 1000;

void write_to_stderr(const char* text) {
    std::fprintf(stderr, "stockham: %s\n", text);
}

std::atomic<message_handler> handler{write_to_stderr};

/// Whether the text is new, and remembers it.
bool is_news(const std::string& text) {
    static std::mutex mutex;
    static auto& said = *new std::set<std::string>;  // never destroyed: a static plan's destructor may speak
    const std::lock_guard lock(mutex);
    return said.size() < most_texts && said.insert(text).second;
}

}  // namespace

}  // namespace internal

using namespace internal;

message_handler v0_2::set_message_handler(message_handler next) noexcept {
    return handler.exchange(next);
}

namespace internal {

// The handler runs outside of the lock, so that it may use the library.
void say_once(const std::string& text) noexcept {
    try {
        const auto say = handler.load();
        const auto line = printable(text);
        if (say && is_news(line)) say(line.c_str());
    } catch (...) {  // no memory, or the handler failed: a message is not worth an error
    }
}

}  // namespace internal

}  // namespace stockham
