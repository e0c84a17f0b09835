// Records the library's messages (stockham/messages.hpp) until the end of a scope.
#pragma once

#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <stockham/messages.hpp>

/// Only one at a time, because a handler is a plain function.
class message_recorder {
  public:
    message_recorder() : before_(stockham::set_message_handler(record)) { texts(); }
    ~message_recorder() { stockham::set_message_handler(before_); }
    message_recorder(const message_recorder&) = delete;
    message_recorder& operator=(const message_recorder&) = delete;

    /// All texts since the previous call.
    static std::vector<std::string> texts() {
        const std::lock_guard lock(mutex());
        return std::exchange(list(), {});
    }

  private:
    static void record(const char* text) {
        const std::lock_guard lock(mutex());
        list().emplace_back(text);
    }
    static std::vector<std::string>& list() {
        static std::vector<std::string> texts;
        return texts;
    }
    static std::mutex& mutex() {
        static std::mutex one;
        return one;
    }

    stockham::message_handler before_;
};
