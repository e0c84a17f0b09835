// One line, rewritten.
#include "progress.hpp"

#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

namespace bench {

std::string clock_text(double seconds) {
    const auto s = static_cast<long>(seconds + 0.5);
    return s >= 3600 ? fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60)
                     : fmt::format("{}:{:02}", s / 60, s % 60);
}

progress::progress(std::size_t cases) : shown_(isatty(2) != 0), cases_(cases) {}

progress::~progress() {
    clear();
}

void progress::clear() {
    if (shown_) fmt::print(stderr, "\r\x1b[K");
}

void progress::begin(const std::string& what) {
    what_ = what;
    say("data");
}

void progress::say(const std::string& step) {
    if (!shown_) return;
    const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    const auto left = static_cast<double>(cases_ - done_);
    const auto ahead = done_ ? ", " + clock_text(spent / static_cast<double>(done_) * left) + " left" : std::string();
    fmt::print(stderr, "\r\x1b[K[{}/{}] {}  {}  ({}{})", done_ + 1, cases_, what_, step, clock_text(spent), ahead);
    std::fflush(stderr);
}

}  // namespace bench
