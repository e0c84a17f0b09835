// Output of long jobs on stderr.
#include "tools/harness/progress.hpp"

#include <cmath>
#include <cstdio>
#include <system_error>

#include <sys/ioctl.h>
#include <unistd.h>

#include <fmt/format.h>

namespace stockham::harness {

std::string clock_text(double seconds) {
    const long whole = std::lround(std::ceil(seconds));
    if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
    return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

status_line::status_line(bool wanted) : shown_(wanted && ::isatty(STDERR_FILENO) == 1) {}

status_line::~status_line() {
    erase();
}

void status_line::show(std::string text) {
    if (!shown_) return;
    written_ = true;
    winsize size{};
    // A longer text would wrap, and the rows above would not be erased.
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 && text.size() >= size.ws_col) {
        std::size_t most = size.ws_col - 1U;
        while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0) == 0x80) --most;  // cut at a UTF-8 character
        text.resize(most);
    }
    std::fputs(("\r" + text + "\033[K").c_str(), stderr);
}

void status_line::erase() {
    if (written_) std::fputs("\r\033[K", stderr);
    written_ = false;
}

std::string bar_text(std::size_t done, std::size_t total) {
    constexpr std::size_t width = 30;
    const double share = total == 0 ? 1 : static_cast<double>(done) / static_cast<double>(total);
    const auto filled = static_cast<std::size_t>(share * width);
    return "[" + std::string(filled, '#') + std::string(width - filled, ' ') + fmt::format("] {:3.0f} %", 100 * share);
}

std::string progress_text(std::size_t done, std::size_t total, double seconds) {
    const double rate = seconds > 0 ? static_cast<double>(done) / seconds : 0;
    std::string text = bar_text(done, total) + fmt::format("  {:.1f} MB/s", rate / 1e6);
    if (rate > 0) text += "  " + clock_text(static_cast<double>(total - done) / rate) + " left";
    return text;
}

progress_bar::progress_bar(std::size_t total, bool wanted, text_maker text)
    : line_(wanted), total_(total), text_(std::move(text)), start_(clock::now()), last_(start_) {
    if (line_.is_shown()) line_.show(text_(0, total_, 0));
}

void progress_bar::show(std::size_t done) {
    show(done, total_);
}

void progress_bar::show(std::size_t done, std::size_t total) {
    total_ = total;
    const auto now = clock::now();
    if (!line_.is_shown() || now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    line_.show(text_(done, total_, seconds));
}

late_note::late_note(std::string text, bool wanted) : line_(wanted), text_(std::move(text)) {
    if (!wanted) return;
    try {
        waiting_ = std::thread([this] { wait(); });
    } catch (const std::system_error&) {  // no more threads: the work goes on without a note
    }
}

late_note::~late_note() {
    if (!waiting_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        over_ = true;
    }
    ended_.notify_all();
    waiting_.join();
}

void late_note::wait() {
    std::unique_lock lock(mutex_);
    if (ended_.wait_for(lock, std::chrono::seconds(1), [this] { return over_; })) return;
    show();
}

void late_note::show() {
    if (line_.is_shown()) return line_.show(text_);
    std::fputs(("stockham: " + text_ + "\n").c_str(), stderr);
}

}  // namespace stockham::harness
