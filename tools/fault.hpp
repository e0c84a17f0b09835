// The errors of the command: a job that failed or was interrupted, and an invalid command line.
#pragma once

#include <stdexcept>

namespace stockham::tools {

/// The exit codes of all sub-commands.
enum exit_code : int { exit_done = 0, exit_failed = 1, exit_usage_error = 2, exit_interrupted = 130 };
constexpr const char* exit_codes_text = "Exit codes: 0 success, 1 failure, 2 usage error, 130 interrupted.";

/// The job failed, for example because an input is broken or an output cannot be written. Exit code 1.
class job_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// The command line is invalid, or an environment variable that replaces an option is. Exit code 2.
class usage_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Ctrl-C ended the job. Exit code 130, as in shells.
class interrupted_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace stockham::tools
