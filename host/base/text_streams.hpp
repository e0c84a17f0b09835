// String streams that throw std::bad_alloc. The standard ones swallow it and silently truncate the text.
#pragma once

#include <sstream>
#include <string>

namespace stockham::internal {

class text_writer : public std::ostringstream {
  public:
    text_writer() { exceptions(std::ios::badbit); }  // makes the stream rethrow std::bad_alloc
};

class text_reader : public std::istringstream {
  public:
    explicit text_reader(const std::string& text) : std::istringstream(text) { exceptions(std::ios::badbit); }
};

}  // namespace stockham::internal
