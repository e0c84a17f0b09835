// The process: its variables, its log, and what happens to its state around fork().
#include "state.hpp"

#include <pthread.h>
#include <unistd.h>

#include <cstdio>
#include <new>

#include "base/environment.hpp"
#include "base/own_threads.hpp"
#include "real_fftw.hpp"
#include "transport.hpp"

namespace fftw_device {

using stockham::internal::from_environment;

namespace {

/// The destination of the log; null: none. Asked for each line, so that a program may change it.
const char* log_name() noexcept {
    const char* const name = from_environment("STOCKHAM_FFTW_LOG");
    return name && *name ? name : nullptr;
}

void write(const char* where, const std::string& line) noexcept {
    const std::string_view name = where;
    const bool on_stderr = name == "1" || name == "stderr";
    stockham::internal::with_blocked_signals([&] {  // a program may limit its files
        std::FILE* file = on_stderr ? stderr : std::fopen(where, "a");
        if (!file) return;
        std::fprintf(file, "stockham-fftw[%d]: %s\n", static_cast<int>(getpid()), line.c_str());
        if (!on_stderr) std::fclose(file);
    });
}

std::string read_word(const char* variable) {
    const char* const value = from_environment(variable);
    return value ? value : "";
}

mode read_mode() {
    const auto word = read_word("STOCKHAM_FFTW");
    if (word == "device") return mode::device;
    if (word == "fftw") return mode::fftw;
    if (!word.empty() && word != "auto") {
        const auto line = "STOCKHAM_FFTW=" + word + " is ignored: it must be auto, device or fftw";
        std::fprintf(stderr, "stockham-fftw: %s\n", line.c_str());
        if (const char* const name = log_name()) write(name, line);
    }
    return mode::automatic;
}

void before_fork() {
    process().planner.lock();
    process().registry.mutex.lock();
}
void in_parent() {
    process().registry.mutex.unlock();
    process().planner.unlock();
}
/// The mutexes are made anew: a recursive one knows its owner by the number of a thread, which differs in the child.
void in_child() {
    auto& s = process();
    s.forked = true;
    new (&s.planner) std::recursive_mutex;
    new (&s.registry.mutex) std::shared_mutex;
    new (&s.log.mutex) std::mutex;
}

[[maybe_unused]] const int registered = pthread_atfork(before_fork, in_parent, in_child);

}  // namespace

state::state()
    : chosen(read_mode()), may_use_cpu(!read_word("STOCKHAM_FFTW_CPU").empty()),
      raised_rights(stockham::internal::rights_are_raised()) {}

state& state::of_process() noexcept {
    static auto* const one = new state;
    return *one;
}

std::recursive_mutex& planner_mutex() {
    return process().planner;
}

bool logs() noexcept {
    return log_name() != nullptr;
}

void log(const std::string& line) noexcept {
    const char* const name = log_name();
    if (!name) return;
    const std::lock_guard lock(process().log.mutex);
    write(name, line);
}

void complain(const std::string& line) noexcept {
    try {
        {
            const std::lock_guard lock(process().log.mutex);
            if (!process().log.complaints.insert(line).second) return;
            stockham::internal::with_blocked_signals(
                [&] { std::fprintf(stderr, "stockham-fftw: %s\n", line.c_str()); });
        }
        log(line);
    } catch (const std::exception&) {
        std::fputs("stockham-fftw: out of memory\n", stderr);
    }
}

void add(std::atomic<double>& sum, double seconds) noexcept {
    double present = sum.load();
    while (!sum.compare_exchange_weak(present, present + seconds)) {
    }
}

void keep_least(std::atomic<double>& least, double seconds) noexcept {
    double present = least.load();
    while ((present == 0 || seconds < present) && !least.compare_exchange_weak(present, seconds)) {
    }
}

}  // namespace fftw_device
