// What a long job shows on stderr: a line that is written over and a progress bar on such a line, both only where
// stderr is a terminal, and a note about a long wait.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace stockham::harness {

/// A time to wait for: "2:03" or "1:02:03".
std::string clock_text(double seconds);

/// One line of the terminal; it is taken off again with the object.
class status_line {
  public:
    /// `wanted` false keeps it quiet on a terminal too.
    explicit status_line(bool wanted = true);
    ~status_line();
    status_line(const status_line&) = delete;
    status_line& operator=(const status_line&) = delete;

    bool is_shown() const { return shown_; }
    /// Writes over what the line held; what does not fit on it is left out.
    void show(std::string text);
    void erase();

  private:
    bool shown_, written_ = false;
};

/// A bar of how much is done, as a picture and in percent.
std::string bar_text(std::size_t done, std::size_t total);

/// The text for bytes: bar, rate, time left.
std::string progress_text(std::size_t done, std::size_t total, double seconds);

class progress_bar {
  public:
    /// The line to show when so much of a total is done after so many seconds.
    using text_maker = std::function<std::string(std::size_t done, std::size_t total, double seconds)>;

    /// For `total` units of work, bytes unless `text` says otherwise; `wanted` false keeps it quiet on a terminal too.
    progress_bar(std::size_t total, bool wanted, text_maker text = progress_text);

    /// Shows that `done` units are finished, at most ten times a second.
    void show(std::size_t done);
    /// .. of a total that may have changed.
    void show(std::size_t done, std::size_t total);

  private:
    using clock = std::chrono::steady_clock;
    status_line line_;
    std::size_t total_;
    text_maker text_;
    clock::time_point start_;
    clock::time_point last_;
};

/// A line on stderr about what usually is quick: it appears only if that lasts longer than a second. On a terminal it
/// goes with the object; elsewhere it is a whole line, "stockham: TEXT", and stays.
class late_note {
  public:
    /// `wanted` false keeps it quiet.
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
    std::thread waiting_;  // last: it uses the others
};

}  // namespace stockham::harness
