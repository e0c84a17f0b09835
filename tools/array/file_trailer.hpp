// The trailer behind the data of an output that a run left unfinished: which run wrote it, and how much. A file that
// was cut off or replaced between two runs lacks it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "output.hpp"

namespace stockham::tools {

class file_trailer {
  public:
    /// A trailer behind `bytes` bytes. Refers to the file.
    file_trailer(output_file& file, std::size_t bytes);

    /// Writes it, with the number of blocks that the run's journal will have. The file ends with it.
    void write(const std::string& run, std::size_t blocks);

    /// The number of blocks if the file ends with the trailer of this run; else nothing.
    std::optional<std::size_t> read(const std::string& run) const;

  private:
    output_file& file_;
    const std::size_t offset_;
};

}  // namespace stockham::tools
