// Arrays of a call that share memory.
#pragma once

#include <vector>

#include <stockham/imaging/array_view.hpp>

#include "imaging/base/device_work.hpp"

namespace stockham::imaging_internal {

/// True if two arrays have bytes in common: in host memory, in one buffer, in parts of one, or in a buffer that uses
/// host memory.
bool share_memory(const imaging::array_view&, const imaging::array_view&);

/// True if they share memory and do not begin at the same byte. A function that reads and writes the same parts of two
/// arrays one after the other may take one array for both, but not these.
bool overlap_displaced(const imaging::array_view&, const imaging::array_view&);

/// An input that is read in parts while an output is written in parts. It is copied to host memory first if later parts
/// would read finished results.
class lasting_input {
  public:
    lasting_input(device_work&, const imaging::array_view& input, bool needs_copy);
    lasting_input(const lasting_input&) = delete;
    lasting_input& operator=(const lasting_input&) = delete;

    const imaging::array_view& view() const noexcept { return view_; }

  private:
    imaging::array_view view_;
    std::vector<char> copy_;
};

}  // namespace stockham::imaging_internal
