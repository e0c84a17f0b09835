// Ctrl-C as a question that a long job asks between two steps.
#include "interrupt.hpp"

#include <csignal>

namespace stockham::tools {

namespace {

volatile std::sig_atomic_t was_asked = 0;
void (*volatile handler_before)(int) = SIG_DFL;

void remember(int signal) {
    was_asked = 1;
    std::signal(signal, handler_before);
}

}  // namespace

interrupt_watch::interrupt_watch() : before_(std::signal(SIGINT, SIG_IGN)) {
    was_asked = 0;
    handler_before = before_;
    // Ignored by whoever started the program: then nobody asks.
    if (before_ != SIG_IGN) std::signal(SIGINT, remember);
}

interrupt_watch::~interrupt_watch() {
    std::signal(SIGINT, before_);
}

bool interrupt_watch::asked() const noexcept {
    return was_asked != 0;
}

}  // namespace stockham::tools
