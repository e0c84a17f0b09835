// The header of a .npy file: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace stockham::tools {

class file_bytes;

/// The type of an element: NumPy's letter and the size in bytes.
struct npy_type {
    char kind = 'f';  ///< b boolean, i signed, u unsigned, f real, c complex
    unsigned size = 4;
    bool big_endian = false;

    std::string text() const;
    bool is_complex() const noexcept { return kind == 'c'; }
    /// True for double precision, which single precision would round.
    bool is_double() const noexcept { return (kind == 'f' && size == 8) || (kind == 'c' && size == 16); }
};

struct npy_header {
    npy_type type;
    std::vector<std::size_t> shape;
    bool fortran = false;  ///< the first axis varies fastest
    std::size_t elements = 0;
    std::size_t data_offset = 0;  ///< bytes before the first element

    std::size_t data_bytes() const noexcept { return elements * type.size; }
};

/// Reads a header through `read(to, bytes)`, which returns the number of bytes read. Throws job_error, with `name`, for
/// a wrong magic, a header above 1 MiB, an invalid header, an unsupported type, a zero-dimensional array, a dimension
/// of 0, or a shape that overflows.
npy_header read_npy_header(const std::string& name, const std::function<std::size_t(void*, std::size_t)>& read);

/// Reads the header of a whole file. Also throws job_error for Fortran order, and if the size of the data does not
/// match the shape.
npy_header parse_npy(const std::vector<std::uint8_t>& bytes, const std::string& name);
npy_header parse_npy(const file_bytes& bytes, const std::string& name);

/// Throws job_error if `bytes` is not the size of the data according to the header.
void check_npy_size(const npy_header& header, std::size_t bytes, const std::string& name);

/// The header of a .npy file, up to the data; `descr` is the type, such as "<c16".
std::string make_npy_header(const std::vector<std::size_t>& shape, const std::string& descr, bool fortran = false);

}  // namespace stockham::tools
