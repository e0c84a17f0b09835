// The progress bar of a long job, on stderr and only if that is a terminal.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace stockham::tools {

class progress_bar {
  public:
    /// For `total` bytes of work; `wanted` false keeps it quiet on a terminal too.
    progress_bar(std::size_t total, bool wanted);

    /// Takes the bar off the terminal again.
    ~progress_bar();
    progress_bar(const progress_bar&) = delete;
    progress_bar& operator=(const progress_bar&) = delete;

    /// Shows that `done` bytes are finished, at most ten times a second.
    void show(std::size_t done);

  private:
    using clock = std::chrono::steady_clock;
    std::size_t total_;
    bool active_;
    clock::time_point start_;
    clock::time_point last_;
};

/// The text of the bar: share done, rate, time left.
std::string progress_text(std::size_t done, std::size_t total, double seconds);

}  // namespace stockham::tools
