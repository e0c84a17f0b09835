// The header of a .npy file: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace stockham::tools {

/// The type of an element: a letter as in NumPy and a size in bytes.
struct npy_type {
    char kind = 'f';  ///< b boolean, i signed, u unsigned, f real, c complex
    unsigned size = 4;
    bool big_endian = false;

    std::string text() const;
    bool is_complex() const noexcept { return kind == 'c'; }
    /// True if single precision would lose something that the type holds on purpose.
    bool is_double() const noexcept { return (kind == 'f' && size == 8) || (kind == 'c' && size == 16); }
};

struct npy_header {
    npy_type type;
    std::vector<std::size_t> shape;
    std::size_t elements = 0;
    std::size_t data_offset = 0;  ///< bytes before the first element

    std::size_t data_bytes() const noexcept { return elements * type.size; }
};

/// Reads a header through `read(to, bytes)`, which returns how many bytes there were. Throws job_error, naming
/// `name`, for a wrong magic, a length that is absurd, text that is no header, Fortran order, a type that is not
/// handled, no dimension, a dimension of 0, or a shape that overflows.
npy_header read_npy_header(const std::string& name, const std::function<std::size_t(void*, std::size_t)>& read);

/// The header of a whole file in memory; also throws if the data is shorter or longer than the shape.
npy_header parse_npy(const std::vector<std::uint8_t>& bytes, const std::string& name);

/// Throws job_error that compares `bytes` of data with what the header promises, unless they agree.
void check_npy_size(const npy_header& header, std::size_t bytes, const std::string& name);

/// The bytes before the data of an array; `descr` is the type as in "<c16".
std::string make_npy_header(const std::vector<std::size_t>& shape, const std::string& descr);

}  // namespace stockham::tools
