// What to transform: an array's shape and axes, as the library's transform.
#pragma once

#include <cstddef>
#include <vector>

#include <stockham/transform.hpp>

#include "array/array_map.hpp"

namespace stockham::tools {

/// Where the factor 1 / N of a forward and an inverse transform goes, as in numpy.
enum class normalisation { backward, ortho, forward };

/// The kinds of transforms, as in numpy.fft and scipy.fft. `real` is rfftn and irfftn.
enum class family { full, real, dct, dst };

struct array_job {
    std::vector<std::size_t> input_shape;
    std::vector<std::size_t> axes;     ///< distinct; a real family halves the last one of the list
    std::vector<std::size_t> lengths;  ///< of each axis: of the transform, on the real side; empty: those of the input
    stockham::precision precision = precision::f32;
    tools::family family = family::full;
    unsigned type = 2;  ///< of a dct or dst, 1 to 4
    bool inverse = false;
    normalisation norm = normalisation::backward;
    bool shift = false;       ///< fftshift of the result, or ifftshift of the input of an inverse transform
    bool real_input = false;  ///< the numbers of the input are real
};

/// True if the transform reads, or writes, real numbers.
bool reads_real(const array_job&);
bool writes_real(const array_job&);

/// The shapes that the transform reads and writes.
std::vector<std::size_t> transformed_shape(const array_job&);
std::vector<std::size_t> output_shape(const array_job&);

/// The transform of a packed array into another one.
transform transform_of(const array_job&);

/// Where the numbers that the transform reads are in the input, and where those that it writes are in the output. The
/// second map counts bytes.
array_map input_map(const array_job&);
array_map output_map(const array_job&);

/// Factors of the first and last points of each axis by which scipy makes cosine and sine transforms orthogonal.
struct edge_factor {
    std::size_t axis, index;
    double factor;
};
std::vector<edge_factor> input_factors(const array_job&);
std::vector<edge_factor> output_factors(const array_job&);

/// Multiplies numbers of a packed array of this shape by its factors: `count` numbers from `first` on.
template <class T>
void multiply_edges(const std::vector<edge_factor>&, const std::vector<std::size_t>& shape, std::size_t first,
                    std::size_t count, T* numbers);

/// The axes given by --axes, in that order; -1 is the last axis. An empty list means the last two axes. Throws
/// usage_error.
std::vector<std::size_t> resolve_axes(const std::vector<int>& wanted, std::size_t rank);

}  // namespace stockham::tools
