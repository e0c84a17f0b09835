// Child processes, for calls that would damage this process or must run in several processes at once.
#pragma once

#include <cstdio>
#include <stdexcept>

#include <sys/wait.h>
#include <unistd.h>

/// Runs a call in a fork of this process. The child exits with the number that the call returns. Do not use checks of
/// Boost.Test in the call, because their results are lost.
class child {
  public:
    template <class Call>
    explicit child(const Call& call) : id_(fork()) {
        if (id_ < 0) throw std::runtime_error("cannot fork");
        if (id_ > 0) return;
        int result = 99;
        try {
            result = call();
        } catch (const std::exception& e) {
            std::fprintf(stderr, "in a child: %s\n", e.what());
        }
        _exit(result);
    }
    ~child() { wait(); }
    child(const child&) = delete;
    child& operator=(const child&) = delete;

    /// Returns the call's number, 99 if it threw, or 128 plus the number of the signal that ended it.
    int wait() {
        if (id_ > 0 && waitpid(id_, &status_, 0) == id_) id_ = 0;
        return WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
    }

  private:
    pid_t id_;
    int status_ = 0;
};
