// Ctrl-C as a flag that a long job polls between two steps.
#include "interrupt.hpp"

#include <csignal>

namespace stockham::tools {

namespace {

volatile std::sig_atomic_t was_requested = 0;
void (*volatile handler_before)(int) = SIG_DFL;

void remember(int signal) {
    was_requested = 1;
    std::signal(signal, handler_before);
}

}  // namespace

interrupt_watch::interrupt_watch() : before_(std::signal(SIGINT, SIG_IGN)) {
    was_requested = 0;
    handler_before = before_;
    // If the parent process set SIGINT to be ignored, it stays ignored.
    if (before_ != SIG_IGN) std::signal(SIGINT, remember);
}

interrupt_watch::~interrupt_watch() {
    std::signal(SIGINT, before_);
}

bool interrupt_watch::requested() const noexcept {
    return was_requested != 0;
}

}  // namespace stockham::tools
