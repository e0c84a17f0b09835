// The mark behind the data of a kept file: which run wrote it, and how much. A file that was cut off or replaced
// between two runs lacks it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "output.hpp"

namespace stockham::tools {

class kept_mark {
  public:
    /// A mark behind `bytes` bytes. Refers to the file.
    kept_mark(output_file& file, std::size_t bytes);

    /// Writes it, with the number of blocks that the run's journal will have. The file ends with it.
    void write(const std::string& run, std::size_t blocks);

    /// The number of blocks if the file ends with the mark of this run; else nothing.
    std::optional<std::size_t> read(const std::string& run) const;

  private:
    output_file& file_;
    const std::size_t offset_;
};

}  // namespace stockham::tools
