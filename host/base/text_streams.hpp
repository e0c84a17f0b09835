// String streams that throw when memory runs out. The standard's keep the exception to themselves, so that a text would
// end early without a word.
#pragma once

#include <sstream>
#include <string>

namespace stockham::internal {

class text_writer : public std::ostringstream {
  public:
    text_writer() { exceptions(std::ios::badbit); }  // rethrows what was thrown: std::bad_alloc
};

class text_reader : public std::istringstream {
  public:
    explicit text_reader(const std::string& text) : std::istringstream(text) { exceptions(std::ios::badbit); }
};

}  // namespace stockham::internal
