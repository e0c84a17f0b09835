// The error of the host interpreter (interpreter/).
#pragma once

#include <stdexcept>
#include <string>

namespace stockham::internal {

/// An invalid step. It accesses an element outside its buffer, a table or local memory; writes an element twice;
/// writes another number of elements than it reads; reads other elements than the step before has written; or, in
/// place, writes an element that another tile reads.
class interpreter_error : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

[[noreturn]] inline void refuse(const std::string& where, const std::string& what) {
    throw interpreter_error(what + " in: " + where);
}

}  // namespace stockham::internal
