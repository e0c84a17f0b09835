// Reads the rows of a child from a pipe, and ends the child when its time is over.
#include "report/supervisor.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.hpp"
#include "command/command.hpp"
#include "fault.hpp"

namespace stockham::tools::report {

namespace {

using clock = supervisor::clock;

constexpr int most_faults = 3;
constexpr double remark_seconds = 30;  // of silence, before a remark tells what is waited for

double seconds_since(clock::time_point start) {
    return std::chrono::duration<double>(clock::now() - start).count();
}

std::vector<std::string> arguments_of(const stage& s, const stage_options& o) {
    std::vector<std::string> all = {"report",
                                    stage_option,
                                    s.name,
                                    "--seed",
                                    std::to_string(o.seed),
                                    "--problems",
                                    std::to_string(o.problems),
                                    first_option,
                                    std::to_string(o.first),
                                    "--minutes",
                                    fmt::format("{:.6f}", o.seconds / 60)};
    if (!o.device.empty()) all.insert(all.end(), {"--device", o.device});
    if (o.single_precision) all.emplace_back(single_option);
    return all;
}

/// A child process and the pipe from its standard output.
class stage_process {
  public:
    explicit stage_process(const std::vector<std::string>& arguments) {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0) throw job_error(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
        child_ = start_child(arguments, ends[1]);
        ::close(ends[1]);
        pipe_ = ends[0];
    }
    ~stage_process() {
        end();
        ::close(pipe_);
    }
    stage_process(const stage_process&) = delete;
    stage_process& operator=(const stage_process&) = delete;

    /// Waits for at most a tenth of a second, and appends what the child wrote. False when there will be no more.
    bool read(std::string& text) const {
        pollfd ready{pipe_, POLLIN, 0};
        if (child_ <= 0) return false;
        if (::poll(&ready, 1, 100) <= 0) return true;
        char bytes[4096];
        const ssize_t n = ::read(pipe_, bytes, sizeof bytes);
        if (n > 0) text.append(bytes, static_cast<std::size_t>(n));
        return n > 0 || (n < 0 && errno == EINTR);
    }

    /// How the child has ended, as text; empty for success. Ends it if it still runs.
    std::string end() {
        if (child_ <= 0) return "the system did not start a process";
        ::kill(child_, SIGKILL);
        // A process inside a driver's system call may not end: it is left alone after a while.
        for (int k = 0; k < 50; ++k) {
            int status = 0;
            if (::waitpid(child_, &status, WNOHANG) == 0) {
                std::this_thread::sleep_for(std::chrono::milliseconds(100));
                continue;
            }
            child_ = 0;
            if (WIFSIGNALED(status))
                return fmt::format("the process ended by signal {} ({})", WTERMSIG(status),
                                   ::strsignal(WTERMSIG(status)));
            return WEXITSTATUS(status) == 0 ? "" : fmt::format("the process ended with code {}", WEXITSTATUS(status));
        }
        child_ = 0;
        return "the process does not end";
    }

  private:
    pid_t child_ = 0;
    int pipe_ = -1;
};

}  // namespace

/// The state of one child.
struct supervisor::attempt {
    std::size_t item = 0, count = 0, begun = 0;
    std::string name = "the start of the process";
    clock::time_point last = clock::now();  // the last row
    bool remarked = false;
    std::string how;    // "all", "time" or "fault"
    std::string fault;  // the reason

    void take(const row& r, const row_taker& next) {
        last = clock::now();
        if (r[0] == item_row && r.size() == 4) {
            item = std::stoul(r[1]);
            count = std::stoul(r[2]);
            name = r[3];
            ++begun;
        } else if (r[0] == end_row && r.size() >= 2) {
            how = r[1];
            if (r.size() > 2) fault = r[2];
        } else {
            next(r);
        }
    }
};

supervisor::supervisor(double seconds, bool shown, row_taker take)
    : seconds_(seconds), shown_(shown), take_(std::move(take)), line_(shown) {}

void supervisor::show(const stage& s, attempt& a) {
    const double silent = seconds_since(a.last);
    if (shown_ && !line_.is_shown() && silent >= remark_seconds && !a.remarked) {
        a.remarked = true;
        print_remark(fmt::format("{}: '{}' has not ended in {:.0f} s", s.name, a.name, silent));
    }
    const auto place = a.count ? fmt::format("{} of {}, ", a.item + 1, a.count) : "";
    const auto waits = silent >= 5 ? fmt::format(" (for {:.0f} s)", silent) : "";
    line_.show(fmt::format("{} of {}  {}: {}{}{}", harness::clock_text(seconds_since(start_)),
                           harness::clock_text(seconds_), s.name, place, a.name, waits));
}

supervisor::attempt supervisor::attend(const stage& s, const stage_options& o, clock::time_point end, double silence) {
    attempt a;
    stage_process child(arguments_of(s, o));
    std::string text;
    const auto stop = [&](const char* how, const std::string& why) {
        a.how = how;
        a.fault = why;
    };
    for (bool more = true; more && a.how.empty();) {
        more = child.read(text);
        for (std::size_t at; (at = text.find('\n')) != text.npos; text.erase(0, at + 1))
            a.take(fields_of(text.substr(0, at)), take_);
        const double silent = seconds_since(a.last);
        if (interrupt_.requested()) throw interrupted_error("interrupted");
        if (!a.how.empty()) break;
        if (clock::now() >= end) stop("time", fmt::format("'{}' did not end in {:.0f} s", a.name, silent));
        if (silent >= silence) stop("fault", fmt::format("no answer for {:.0f} s", silent));
        show(s, a);
    }
    if (a.how.empty()) stop("fault", child.end());
    return a;
}

void supervisor::run(const stage& s, double until, stage_options o) {
    const auto begun = clock::now();
    const auto end =
        start_ + std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(until * seconds_));
    const double whole = std::chrono::duration<double>(end - begun).count();
    std::size_t items = 0;
    attempt a;
    for (int faults = 0; faults < most_faults; ++faults) {
        o.seconds = std::chrono::duration<double>(end - clock::now()).count();
        if (o.seconds <= 0) {
            a.how = "time";
            break;
        }
        a = attend(s, o, end, s.continues ? whole / most_faults : whole);
        items += a.begun;
        if (a.how != "fault") break;
        take_({"fault", s.name, a.name, a.fault});
        if (!s.continues || a.begun == 0) break;
        o.first = a.item + 1;
    }
    row summary = {"stage", s.name, a.how, fmt::format("{:.1f}", seconds_since(begun)), std::to_string(items)};
    if (a.how == "time" && !a.fault.empty()) summary.push_back(a.fault);
    take_(summary);
}

}  // namespace stockham::tools::report
