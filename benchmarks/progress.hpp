// Progress and time left on stderr, only where somebody watches.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace bench {

class progress {
  public:
    explicit progress(std::size_t cases);
    ~progress();
    void begin(const std::string& what);
    void say(const std::string& step);
    void end() { ++done_; }
    void clear();

  private:
    bool shown_;
    std::size_t cases_, done_ = 0;
    std::string what_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// "1:02:03" or "2:03".
std::string clock_text(double seconds);

}  // namespace bench
