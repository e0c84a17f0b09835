// The wrapper of every exported function: it turns exceptions into status codes and logs them.
#pragma once

#include <exception>
#include <string>

#include <stockham/owned.hpp>

#include "clFFT.h"

namespace clfft {

/// The status code that a function returns instead of success, and the reason.
class refusal : public std::exception {
  public:
    refusal(clfftStatus status, std::string why) : status_(status), why_(std::move(why)) {}
    clfftStatus status() const { return status_; }
    const char* what() const noexcept override { return why_.c_str(); }

  private:
    clfftStatus status_;
    std::string why_;
};

[[noreturn]] inline void refuse(clfftStatus status, const std::string& why) {
    throw refusal(status, why);
}
inline void refuse_if(bool wrong, clfftStatus status, const char* why) {
    if (wrong) refuse(status, why);
}
/// Throws clFFT's code for a null pointer to a result or an array.
inline void need(const void* pointer, const char* name) {
    if (!pointer) refuse(CLFFT_INVALID_HOST_PTR, std::string(name) + " is null");
}
using stockham::detail::check_call;

/// Logs the exception being handled and returns its status code. Call it from an exception handler only.
clfftStatus status_of_exception(const char* function) noexcept;

template <class Body>
clfftStatus call(const char* function, const Body& body) noexcept {
    try {
        body();
        return CLFFT_SUCCESS;
    } catch (...) {
        return status_of_exception(function);
    }
}

/// The value of an environment variable; empty if it is not set.
std::string environment(const char* name);

}  // namespace clfft
