// Reads the units of a stack from a .npy file, a pipe or memory, and writes them back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "array/convert.hpp"
#include "array/npy.hpp"
#include "array/stack.hpp"
#include "input.hpp"
#include "output.hpp"

namespace stockham::tools {

/// Copies units of the stack's input from an array in memory to `to`.
void copy_units(const stack& s, std::size_t first_unit, std::size_t units, const void* array, void* to);
/// Copies units of the stack's output from `from` into an array in memory.
void put_units(const stack& s, std::size_t first_unit, std::size_t units, const void* from, void* array);

/// Reads units as elements of the stack's input, at its pitch. A pipe must be read in order.
class stack_source {
  public:
    /// `header` was read from `file`, which is positioned at the data. If units are not contiguous and `file` is a
    /// pipe, or if the pieces of a unit are short, the constructor reads the whole array into memory.
    stack_source(input_file& file, const npy_header& header, const stack& s);

    void read(std::size_t first_unit, std::size_t units, void* to);

    /// After the last unit: throws job_error if a pipe has more data than the shape.
    void check_end();

  private:
    void read_bytes(std::size_t offset, void* to, std::size_t bytes);
    void read_elements(std::size_t first, std::size_t count, char* to);

    input_file& file_;
    const npy_header header_;
    const stack& stack_;
    converter convert_;
    bool native_;
    std::vector<std::uint8_t> whole_;
    std::size_t arrived_ = 0;  // bytes of data read from a pipe
};

/// Writes units, at the pitch of the output, to a .npy file with the array's shape.
class stack_sink {
  public:
    /// A pipe must be written in order, unless `any_order`: then the data of a pipe is collected in memory.
    stack_sink(output_file& file, const std::vector<std::size_t>& shape, const stack& s, bool any_order = false);

    void write(std::size_t first_unit, std::size_t units, const void* from);

    /// After the last unit: writes the data that was collected in memory.
    void finish();

  private:
    void write_bytes(std::size_t offset, const void* from, std::size_t bytes);

    output_file& file_;
    const stack& stack_;
    std::size_t header_bytes_ = 0;
    std::vector<std::uint8_t> whole_;
};

}  // namespace stockham::tools
