// What this and earlier processes measured, in a file.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "policy.hpp"
#include "problem.hpp"

namespace fftw_device {

/// The measurements on this machine, read at the first use from the file of STOCKHAM_FFTW_WISDOM; by default
/// stockham/fftw.txt in the user's configuration folder, `off`: none. Thread-safe. Failures to write are ignored: a
/// later process measures again.
class measurements {
  public:
    /// Those of a problem with `threads` threads of FFTW.
    measured_seconds recall(const problem&, int threads);
    /// Keeps them in this process and in the file.
    void remember(const problem&, int threads, const measured_seconds&);

    /// True if this machine has no OpenCL device that could be faster than FFTW, as an earlier process found. The
    /// machine includes the list of its OpenCL implementations.
    bool has_no_device();
    /// Keeps that in this process and in the file.
    void remember_no_device();

    /// Forgets what this process knows; the file stays.
    void forget();

  private:
    struct row {
        std::string machine, threads, fftw, device, problem;
    };
    void read();
    void append(const row&);
    void take(const row&);
    const std::string& here();

    std::mutex mutex_;
    bool is_read_ = false, has_heading_ = false;
    std::string file_, machine_;
    std::map<std::string, measured_seconds> all_;  // by threads and problem
    bool no_device_ = false;
};

}  // namespace fftw_device
