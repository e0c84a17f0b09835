// The progress bar of a long job, on stderr and only if that is a terminal.
#include "progress.hpp"

#include <cmath>
#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

namespace stockham::tools {

namespace {

std::string time_text(double seconds) {
    const long whole = std::lround(std::ceil(seconds));
    if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
    return fmt::format("{}:{:02}", whole / 60, whole % 60);
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
    if (active_) std::fputs(text_(0, total_, 0).c_str(), stderr);
}

progress_bar::~progress_bar() {
    if (active_) std::fputs("\r\033[K", stderr);
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
    std::fputs(("\r" + text_(done, total_, seconds) + "\033[K").c_str(), stderr);
}

}  // namespace stockham::tools
