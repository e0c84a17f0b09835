// The status line of a run: case, step, and remaining time.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "tools/harness/progress.hpp"

namespace bench {

class progress {
  public:
    explicit progress(std::size_t cases) : cases_(cases) {}
    void begin(const std::string& what);
    void say(const std::string& step);
    void end() { ++done_; }
    void clear() { line_.erase(); }

  private:
    stockham::harness::status_line line_;
    std::size_t cases_, done_ = 0;
    std::string what_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace bench
