// The errors of the command itself: a job that cannot be done or was broken off, and a command line that makes no
// sense.
#pragma once

#include <stdexcept>

namespace stockham::tools {

/// What the command returns to the shell, whatever it was asked to do.
enum exit_code : int { exit_done = 0, exit_failed = 1, exit_wrong_use = 2, exit_interrupted = 130 };
constexpr const char* exit_codes_text = "Exit codes: 0 done, 1 failed, 2 wrong use, 130 interrupted.";

/// The job failed: a broken input, an output that cannot be written. Exit code 1.
class job_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// The command line is wrong, or an environment variable that stands for an option. Exit code 2.
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
