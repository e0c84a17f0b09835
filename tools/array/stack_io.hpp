// The units of a stack from a .npy file, a pipe or memory, and back into one.
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

/// Copies units from an array in memory, the elements of the stack's input, and units of the output into one.
void copy_units(const stack& s, std::size_t first_unit, std::size_t units, const void* array, void* to);
void put_units(const stack& s, std::size_t first_unit, std::size_t units, const void* from, void* array);

/// Reads units as what the stack's input has, its pitch apart. From a pipe in order only.
class stack_source {
  public:
    /// `header` was read from `file`, which stands at the data. An array that is not read in long pieces, one behind
    /// the other, is read whole, here.
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
    std::size_t arrived_ = 0;  // bytes of data that came through a pipe
};

/// Writes units, the output's pitch apart, as a .npy file of the array's shape. To a pipe in order only.
class stack_sink {
  public:
    stack_sink(output_file& file, const std::vector<std::size_t>& shape, const stack& s);

    void write(std::size_t first_unit, std::size_t units, const void* from);

    /// After the last unit: writes what had to wait for it.
    void finish();

  private:
    void write_bytes(std::size_t offset, const void* from, std::size_t bytes);

    output_file& file_;
    const stack& stack_;
    std::size_t header_bytes_ = 0;
    std::vector<std::uint8_t> whole_;
};

}  // namespace stockham::tools
