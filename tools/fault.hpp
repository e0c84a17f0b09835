// The errors of the command itself: a job that cannot be done or was broken off, and a command line that makes no
// sense.
#pragma once

#include <stdexcept>

namespace stockham::tools {

/// The job failed: a broken input, an output that cannot be written. Exit code 1.
class job_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// The command line is wrong. Exit code 2.
class usage_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Ctrl-C ended a job that had kept what was done so far. Exit code 130, as the shell has it.
class interrupted_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace stockham::tools
