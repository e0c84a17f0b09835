// The status line of a run.
#include "progress.hpp"

#include <fmt/format.h>

namespace bench {

void progress::begin(const std::string& what) {
    what_ = what;
    say("data");
}

void progress::say(const std::string& step) {
    using stockham::harness::clock_text;
    const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    const auto left = static_cast<double>(cases_ - done_);
    const auto ahead = done_ ? ", " + clock_text(spent / static_cast<double>(done_) * left) + " left" : std::string();
    line_.show(fmt::format("[{}/{}] {}  {}  ({}{})", done_ + 1, cases_, what_, step, clock_text(spent), ahead));
}

}  // namespace bench
