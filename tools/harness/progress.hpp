// Output of long jobs on stderr: a status line and a progress bar, both only on a terminal, and a note about a long
// wait.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace stockham::harness {

/// A duration: "2:03" or "1:02:03", rounded up to seconds.
std::string clock_text(double seconds);

/// A status line on the terminal; the destructor erases it. Prints nothing if stderr is not a terminal.
class status_line {
  public:
    /// `wanted` = false: prints nothing on a terminal either.
    explicit status_line(bool wanted = true);
    ~status_line();
    status_line(const status_line&) = delete;
    status_line& operator=(const status_line&) = delete;

    bool is_shown() const { return shown_; }
    /// Replaces the line; the text is cut to the width of the terminal.
    void show(std::string text);
    void erase();

  private:
    bool shown_, written_ = false;
};

/// A progress bar with the percentage.
std::string bar_text(std::size_t done, std::size_t total);

/// Progress in bytes: bar, rate in MB/s and time left.
std::string progress_text(std::size_t done, std::size_t total, double seconds);

class progress_bar {
  public:
    /// Returns the text to show when `done` of `total` is finished after `seconds`.
    using text_maker = std::function<std::string(std::size_t done, std::size_t total, double seconds)>;

    /// For `total` units of work (bytes for the default `text`). `wanted` = false: prints nothing.
    progress_bar(std::size_t total, bool wanted, text_maker text = progress_text);

    /// Shows that `done` units are finished; updates the line at most ten times per second.
    void show(std::size_t done);
    /// The same with a new total.
    void show(std::size_t done, std::size_t total);

  private:
    using clock = std::chrono::steady_clock;
    status_line line_;
    std::size_t total_;
    text_maker text_;
    clock::time_point start_;
    clock::time_point last_;
};

/// A note on stderr that appears only if the object exists for longer than a second. On a terminal the destructor
/// erases it; otherwise "stockham: TEXT" is printed as a line.
class late_note {
  public:
    /// `wanted` = false: prints nothing.
    explicit late_note(std::string text, bool wanted = true);
    ~late_note();
    late_note(const late_note&) = delete;
    late_note& operator=(const late_note&) = delete;

  private:
    void wait();
    void show();

    status_line line_;
    std::string text_;
    std::mutex mutex_;
    std::condition_variable ended_;
    bool over_ = false;
    std::thread waiting_;  // the last member, because it uses the others
};

}  // namespace stockham::harness
