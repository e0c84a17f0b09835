// The progress bar of a long job, and a note about a long wait, on stderr and only if that is a terminal.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace stockham::tools {

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

    /// Takes the bar off the terminal again.
    ~progress_bar();
    progress_bar(const progress_bar&) = delete;
    progress_bar& operator=(const progress_bar&) = delete;

    /// Shows that `done` units are finished, at most ten times a second.
    void show(std::size_t done);
    /// .. of a total that may have changed.
    void show(std::size_t done, std::size_t total);

  private:
    using clock = std::chrono::steady_clock;
    std::size_t total_;
    bool active_;
    text_maker text_;
    clock::time_point start_;
    clock::time_point last_;
};

/// A line on the terminal about what usually is quick: it appears only if that lasts longer than a second, and goes
/// with the object.
class late_note {
  public:
    /// `wanted` false keeps it quiet on a terminal too.
    explicit late_note(std::string text, bool wanted = true);
    ~late_note();
    late_note(const late_note&) = delete;
    late_note& operator=(const late_note&) = delete;

  private:
    void wait();

    std::string text_;
    std::mutex mutex_;
    std::condition_variable ended_;
    bool over_ = false;
    std::thread waiting_;  // last: it uses the others
};

}  // namespace stockham::tools
