// Threads whose absence is an error of the library.
#pragma once

#include <system_error>
#include <thread>

#include <stockham/error.hpp>

namespace stockham::internal {

/// Starts a thread that calls `work`. Throws unsupported_error (rule "threads") if the system has no more.
template <class Work>
std::thread start_thread(const Work& work) {
    try {
        return std::thread(work);
    } catch (const std::system_error&) {
        throw unsupported_error("threads", "the system starts no more threads");
    }
}

}  // namespace stockham::internal
