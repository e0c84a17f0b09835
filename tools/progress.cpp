// The progress bar of a long job, and a note about a long wait, on stderr and only if that is a terminal.
#include "progress.hpp"

#include <cmath>
#include <cstdio>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace stockham::tools {

namespace {

std::string time_text(double seconds) {
    const long whole = std::lround(std::ceil(seconds));
    if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
    return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

// Over what is on the line; what does not fit on it would stay on the lines before.
void show_line(std::string text) {
    winsize size{};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 && text.size() >= size.ws_col) {
        std::size_t most = size.ws_col - 1U;
        while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0) == 0x80) --most;  // whole characters
        text.resize(most);
    }
    std::fputs(("\r" + text + "\033[K").c_str(), stderr);
}

void erase_line() {
    std::fputs("\r\033[K", stderr);
}

}  // namespace

std::string bar_text(std::size_t done, std::size_t total) {
    constexpr std::size_t width = 30;
    const double share = total == 0 ? 1 : static_cast<double>(done) / static_cast<double>(total);
    const auto filled = static_cast<std::size_t>(share * width);
    return fmt::format("[{}{}] {:3.0f} %", std::string(filled, '#'), std::string(width - filled, ' '), 100 * share);
}

std::string progress_text(std::size_t done, std::size_t total, double seconds) {
    const double rate = seconds > 0 ? static_cast<double>(done) / seconds : 0;
    std::string text = fmt::format("{}  {:.1f} MB/s", bar_text(done, total), rate / 1e6);
    if (rate > 0) text += fmt::format("  {} left", time_text(static_cast<double>(total - done) / rate));
    return text;
}

progress_bar::progress_bar(std::size_t total, bool wanted, text_maker text)
    : total_(total), active_(wanted && ::isatty(STDERR_FILENO) == 1), text_(std::move(text)), start_(clock::now()),
      last_(start_) {
    if (active_) show_line(text_(0, total_, 0));
}

progress_bar::~progress_bar() {
    if (active_) erase_line();
}

void progress_bar::show(std::size_t done) {
    show(done, total_);
}

void progress_bar::show(std::size_t done, std::size_t total) {
    total_ = total;
    const auto now = clock::now();
    if (!active_ || now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    show_line(text_(done, total_, seconds));
}

late_note::late_note(std::string text, bool wanted) : text_(std::move(text)) {
    if (wanted && ::isatty(STDERR_FILENO) == 1) waiting_ = std::thread([this] { wait(); });
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
    show_line(text_);
    ended_.wait(lock, [this] { return over_; });
    erase_line();
}

}  // namespace stockham::tools
