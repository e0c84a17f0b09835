// The last error of a thread. Converts exceptions to codes, so that none leaves a C function.
#pragma once

#include <stdexcept>
#include <string>

#include <stockham/c/base.h>

namespace stockham::c_api {

/// An error of the C interface only: handles, structs, version.
class code_error : public std::runtime_error {
  public:
    code_error(stockham_code code, std::string subject, const std::string& what)
        : std::runtime_error(what), code_(code), subject_(std::move(subject)) {}
    stockham_code code() const noexcept { return code_; }
    const std::string& subject() const noexcept { return subject_; }

  private:
    stockham_code code_;
    std::string subject_;
};

/// Stores the exception that is being handled as the last error of this thread, and returns its code.
stockham_code remember_exception() noexcept;

/// Runs the body of a C function and converts exceptions to codes.
template <class Body>
stockham_code guarded(const Body& body) noexcept {
    try {
        body();
        return STOCKHAM_OK;
    } catch (...) {
        return remember_exception();
    }
}

}  // namespace stockham::c_api
