// Exceptions. All of them derive from stockham::error, except std::bad_alloc and what a user's function
// (plan_options::progress) throws. Errors are immutable and may be read by several threads.
#pragma once

#include <stdexcept>
#include <string>

#include <stockham/export.h>

namespace stockham {
inline namespace v0_2 {

/// Base class of all errors; what() is one sentence, with the problem string if there is one.
class STOCKHAM_API error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
    ~error() override;
};

/// An invalid argument: a description, buffer, queue or text that no device accepts.
class STOCKHAM_API argument_error : public error {
  public:
    /// Takes the field and the text of what().
    argument_error(std::string field, const std::string& what);
    ~argument_error() override;
    /// The invalid struct member, parameter or buffer, by name; valid as long as the error.
    const std::string& field() const noexcept { return field_; }

  private:
    std::string field_;
};

/// A valid request that this library or this device cannot fulfil.
class STOCKHAM_API unsupported_error : public error {
  public:
    /// Takes the rule and the text of what().
    unsupported_error(std::string rule, const std::string& what);
    ~unsupported_error() override;
    /// Name of the rule that refused, as documented at the functions that throw; valid as long as the error.
    const std::string& rule() const noexcept { return rule_; }

  private:
    std::string rule_;
};

/// A callback that does not compile: field() is "on_load" or "on_store".
class STOCKHAM_API callback_error : public argument_error {
  public:
    /// Takes the field, the text of what() and the compiler's log.
    callback_error(std::string field, const std::string& what, std::string build_log);
    ~callback_error() override;
    /// The compiler's log, or why the text was refused before compilation; lines count from the start of the callback.
    /// Valid as long as the error.
    const std::string& build_log() const noexcept { return build_log_; }

  private:
    std::string build_log_;
};

/// An OpenCL call failed.
class STOCKHAM_API opencl_error : public error {
  public:
    /// Takes the call, its error code and the log of a failed build; composes what().
    opencl_error(std::string call, int code, std::string build_log = {});
    ~opencl_error() override;
    /// The OpenCL function, such as "clEnqueueNDRangeKernel"; valid as long as the error.
    const std::string& call() const noexcept { return call_; }
    /// The OpenCL error code, below 0.
    int code() const noexcept { return code_; }
    /// The build log; empty unless a build failed. Valid as long as the error.
    const std::string& build_log() const noexcept { return build_log_; }

  private:
    std::string call_;
    int code_;
    std::string build_log_;
};

}  // namespace v0_2
}  // namespace stockham
