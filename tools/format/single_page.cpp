// The writer of a format whose files have one page.
#include "format/single_page.hpp"

#include "output.hpp"

namespace stockham::tools {

void single_page_writer::add(const picture& page) {
    const std::vector<std::uint8_t> bytes = encode_(page, request_);
    file_.write(bytes.data(), bytes.size());
}

}  // namespace stockham::tools
