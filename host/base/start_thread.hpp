// Threads of the library.
#pragma once

#include <system_error>
#include <thread>

#include <stockham/error.hpp>

#include "base/own_threads.hpp"

namespace stockham::internal {

/// Starts a thread that calls `work`. It takes no signals of the program, and has ordinary scheduling on the processors
/// of the process. Throws std::system_error if the system has no more threads.
template <class Work>
std::thread own_thread(const Work& work) {
    std::thread made;
    with_blocked_signals([&] {
        made = std::thread([work] {
            leave_inherited_scheduling();
            work();
        });
    });
    return made;
}

/// The same where the absence of a thread is an error of the library: throws unsupported_error (rule "threads").
template <class Work>
std::thread start_thread(const Work& work) {
    try {
        return own_thread(work);
    } catch (const std::system_error&) {
        throw unsupported_error("threads", "the system starts no more threads");
    }
}

}  // namespace stockham::internal
