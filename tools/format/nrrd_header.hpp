// The header of an NRRD file: lines "field: value" and "key:=value" up to an empty one.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "format/format.hpp"

namespace stockham::tools {

/// The numbers of a vector such as (1,0,0); none for the word "none".
std::vector<double> components_of_vector(const std::string& vector);

/// The place of the next end of a line, or the size of the file.
std::size_t end_of_line(const file_bytes& file, std::size_t at);

/// All members throw job_error. The data must outlive the header.
class nrrd_header {
  public:
    explicit nrrd_header(const picture_data& data);

    [[noreturn]] void fail(const std::string& why) const;    ///< the file is broken
    [[noreturn]] void refuse(const std::string& why) const;  ///< the file is not supported

    /// The value of a field, by its full name such as "data file"; empty if the header lacks it.
    std::string get(const std::string& field) const;
    /// Its words; quoted texts are one word, and so are vectors such as (1,0,0).
    std::vector<std::string> list(const std::string& field) const;
    std::int64_t whole(const std::string& field, std::int64_t missing) const;
    /// A word of the field as a whole number.
    std::int64_t number_of(const std::string& word, const std::string& field) const;
    /// Names of fields and keys about which the pages say nothing.
    left_out_list left_out() const;
    /// The offset of the first byte behind the header.
    std::size_t data_offset() const noexcept { return data_offset_; }

  private:
    void add_line(const std::string& line);
    bool is_along_axes() const;

    const std::string& name_;
    std::map<std::string, std::string> fields_;
    std::size_t keys_ = 0, data_offset_ = 0;
};

}  // namespace stockham::tools
