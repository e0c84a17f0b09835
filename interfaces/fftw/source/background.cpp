// The thread that prepares candidates while the program goes on with FFTW.
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "candidate.hpp"
#include "forked.hpp"

namespace fftw_device {

namespace {

class worker {
  public:
    void add(std::shared_ptr<candidate> next, bool demanded) {
        const std::lock_guard lock(mutex_);
        if (stopping_) return;
        waiting_.push_back({std::move(next), demanded});
        if (!started_) {
            std::thread([this] { work(); }).detach();
            started_ = true;
        }
        changed_.notify_all();
    }

    /// Lets the present candidate end, and starts no other.
    void stop() {
        std::unique_lock lock(mutex_);
        stopping_ = true;
        waiting_.clear();
        changed_.wait(lock, [this] { return !busy_; });
    }

  private:
    struct task {
        std::shared_ptr<candidate> what;
        bool demanded;
    };

    void work() {
        std::unique_lock lock(mutex_);
        for (;;) {
            changed_.wait(lock, [this] { return !waiting_.empty(); });
            const task next = waiting_.front();
            waiting_.pop_front();
            busy_ = true;
            lock.unlock();
            run(next);
            lock.lock();
            busy_ = false;
            changed_.notify_all();
        }
    }

    void run(const task& next) {
        // The program's own threads come first: where they need all cores, this one gets a twentieth of one, so that a
        // parallel transform, which waits for its slowest thread, loses as little. At the lowest priority a compilation
        // of two seconds would take two minutes. A demanded device computes with threads that inherit this priority.
        constexpr int twentieth = 14;
        if (!next.demanded) setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), twentieth);
        next.what->prepare(next.demanded);
        if (!next.demanded) next.what->try_out();
    }

  public:
    static worker& instance() {
        static auto* const one = new worker;  // used until the end of the process
        return *one;
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<task> waiting_;
    bool started_ = false, busy_ = false, stopping_ = false;
};

/// Stops the thread when the main thread leaves the program. exit() destroys the thread-local objects of its caller
/// before all other objects: those of the OpenCL implementation and of the library, which the thread may be using, may
/// be newer than any handler that could be registered here.
class end_of_program {
  public:
    ~end_of_program() {
        if (is_main && !is_forked()) worker::instance().stop();
    }
    bool is_main = false;
};
thread_local end_of_program at_end;

/// The thread that loads the library is the main one, unless a module loads it later.
[[maybe_unused]] const bool watched = at_end.is_main = syscall(SYS_gettid) == getpid();

}  // namespace

void prepare_in_background(const std::shared_ptr<candidate>& next, bool demanded) noexcept {
    try {
        if (next->claim()) worker::instance().add(next, demanded);
    } catch (const std::exception&) {  // no thread or no memory: FFTW goes on, or the first execution prepares
    }
}

}  // namespace fftw_device
