// What the library throws. Every exception that it throws derives from stockham::error, but for std::bad_alloc and for
// what a user's own function (plan_options::progress) throws. Errors are immutable: many threads may read one.
#pragma once

#include <stdexcept>
#include <string>

#include <stockham/export.h>

namespace stockham {
inline namespace v0_2 {

/// Base of all errors of this library; `what()` is one clear sentence, with the problem string where there is one.
class STOCKHAM_API error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
    ~error() override;
};

/// The caller is wrong: a descriptor, buffer, queue or text that no device could accept. `field()` names it.
class STOCKHAM_API argument_error : public error {
  public:
    /// The field, and the sentence for what().
    argument_error(std::string field, const std::string& what);
    ~argument_error() override;
    /// The member of a struct, the parameter or the buffer that is wrong, by its name; valid as long as the error.
    const std::string& field() const noexcept { return field_; }

  private:
    std::string field_;
};

/// The request is sound but this library or this device cannot do it. `rule()` names the rule that refused.
class STOCKHAM_API unsupported_error : public error {
  public:
    /// The rule, and the sentence for what().
    unsupported_error(std::string rule, const std::string& what);
    ~unsupported_error() override;
    /// The rule by its name, which the functions that throw it document; valid as long as the error.
    const std::string& rule() const noexcept { return rule_; }

  private:
    std::string rule_;
};

/// A user's callback that does not compile: `field()` is "on_load" or "on_store", the log counts the lines of its text.
class STOCKHAM_API callback_error : public argument_error {
  public:
    /// The field, the sentence for what(), and the compiler's log.
    callback_error(std::string field, const std::string& what, std::string build_log);
    ~callback_error() override;
    /// What the compiler said, or in its form why the text was refused before; valid as long as the error.
    const std::string& build_log() const noexcept { return build_log_; }

  private:
    std::string build_log_;
};

/// OpenCL said no: which call, its code (also by name in `what()`), and the build log where a build failed.
class STOCKHAM_API opencl_error : public error {
  public:
    /// The call that failed, OpenCL's code, and the log of a build; makes the sentence for what().
    opencl_error(std::string call, int code, std::string build_log = {});
    ~opencl_error() override;
    /// The OpenCL function, "clEnqueueNDRangeKernel" for instance; valid as long as the error.
    const std::string& call() const noexcept { return call_; }
    /// OpenCL's code, below 0.
    int code() const noexcept { return code_; }
    /// What the compiler said, empty where nothing was built; valid as long as the error.
    const std::string& build_log() const noexcept { return build_log_; }

  private:
    std::string call_;
    int code_;
    std::string build_log_;
};

}  // namespace v0_2
}  // namespace stockham
