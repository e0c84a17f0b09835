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
    argument_error(std::string field, const std::string& what);
    ~argument_error() override;
    const std::string& field() const noexcept { return field_; }

  private:
    std::string field_;
};

/// The request is sound but this library or this device cannot do it. `rule()` names the rule that refused.
class STOCKHAM_API unsupported_error : public error {
  public:
    unsupported_error(std::string rule, const std::string& what);
    ~unsupported_error() override;
    const std::string& rule() const noexcept { return rule_; }

  private:
    std::string rule_;
};

/// A user's callback that does not compile: `field()` is "on_load" or "on_store", the log counts the lines of its text.
class STOCKHAM_API callback_error : public argument_error {
  public:
    callback_error(std::string field, const std::string& what, std::string build_log);
    ~callback_error() override;
    const std::string& build_log() const noexcept { return build_log_; }

  private:
    std::string build_log_;
};

/// OpenCL said no: which call, its code (also by name in `what()`), and the build log where a build failed.
class STOCKHAM_API opencl_error : public error {
  public:
    opencl_error(std::string call, int code, std::string build_log = {});
    ~opencl_error() override;
    const std::string& call() const noexcept { return call_; }
    int code() const noexcept { return code_; }
    const std::string& build_log() const noexcept { return build_log_; }

  private:
    std::string call_;
    int code_;
    std::string build_log_;
};

}  // namespace v0_2
}  // namespace stockham
