// String streams that throw std::bad_alloc and ignore the host's locale. The standard ones swallow the exception and
// silently truncate the text; in a global locale with grouped digits they write 491.520 for 491520.
#pragma once

#include <locale>
#include <sstream>
#include <string>

namespace stockham::internal {

class text_writer : public std::ostringstream {
  public:
    text_writer() {
        imbue(std::locale::classic());
        exceptions(std::ios::badbit);  // makes the stream rethrow std::bad_alloc
    }
};

class text_reader : public std::istringstream {
  public:
    explicit text_reader(const std::string& text) : std::istringstream(text) {
        imbue(std::locale::classic());
        exceptions(std::ios::badbit);
    }
};

}  // namespace stockham::internal
