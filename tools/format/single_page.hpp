// The reader of a format whose files have one page.
#pragma once

#include <memory>
#include <utility>

#include "format/format.hpp"

namespace stockham::tools {

/// Decodes the only page when it is asked for.
class single_page : public page_reader {
  public:
    using decoder = picture (*)(const picture_data&);
    single_page(picture_data data, decoder decode) : data_(std::move(data)), decode_(decode) {}
    std::size_t pages() const override { return 1; }
    picture read(std::size_t) override { return decode_(data_); }

  private:
    picture_data data_;
    decoder decode_;
};

/// Collects the only page and writes the encoded bytes at the end.
class single_page_writer : public page_writer {
  public:
    using encoder = std::vector<std::uint8_t> (*)(const picture&, const write_request&);
    single_page_writer(output_file& file, const write_request& request, encoder encode)
        : file_(file), request_(request), encode_(encode) {}
    void add(const picture& page) override;
    void finish() override {}

  private:
    output_file& file_;
    write_request request_;
    encoder encode_;
};

}  // namespace stockham::tools
