// The one description of a transform to which all of FFTW's planner functions reduce.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shared.hpp"

namespace fftw_device {

enum class problem_kind { c2c, r2c, c2r, r2r };

/// FFTW's iodim64: a length and its strides in elements of each side.
struct dimension {
    std::int64_t n = 1;
    std::int64_t is = 0;
    std::int64_t os = 0;
};

struct problem {
    bool f64 = true;
    problem_kind kind = problem_kind::c2c;
    int sign = -1;                 ///< of c2c
    bool split = false;            ///< complex sides have separate arrays of real and imaginary parts
    bool in_place = false;         ///< planned with the same array for input and output
    std::vector<dimension> dims;   ///< transformed, slowest first; the last one is halved for r2c and c2r
    std::vector<dimension> loops;  ///< repeated
    std::vector<int> kinds;        ///< r2r: FFTW's r2r_kind of each of `dims`, else empty
};

/// The arrays of an execution. The imaginary parts are null unless the problem is split.
struct arrays {
    void* in = nullptr;
    void* in_imaginary = nullptr;
    void* out = nullptr;
    void* out_imaginary = nullptr;
};

/// True if the program's array (or two arrays, if split) has complex numbers.
inline bool complex_input(const problem& p) {
    return p.kind == problem_kind::c2c || p.kind == problem_kind::c2r;
}
inline bool complex_output(const problem& p) {
    return p.kind == problem_kind::c2c || p.kind == problem_kind::r2c;
}

/// The kind of transform that the device computes. r2r transforms of half-complex data along one axis are r2c and c2r
/// there, and so is the discrete Hartley transform (r2c); the sides of the program differ (host_side.hpp).
problem_kind kind_on_device(const problem&);

/// The arguments of the basic and advanced functions.
struct many_arguments {
    int rank = 0;
    const int* n = nullptr;
    int howmany = 1;
    const int* inembed = nullptr;
    int istride = 1;
    int idist = 0;
    const int* onembed = nullptr;
    int ostride = 1;
    int odist = 0;
};

/// `base` with the lengths and strides of the arguments. Nothing for what only FFTW itself answers: no axes, no loops,
/// lengths below 1, strides beyond 64 bits.
FFTW_DEVICE_SHARED std::optional<problem> reduce(problem base, const many_arguments&);

/// The same for the guru interface with 64- and 32-bit dimensions (`Iodim` is FFTW's).
FFTW_DEVICE_SHARED std::optional<problem> reduce(problem base, const std::vector<dimension>& dims,
                                                 const std::vector<dimension>& loops);
template <class Iodim>
std::optional<problem> reduce(problem base, int rank, const Iodim* dims, int howmany_rank, const Iodim* howmany) {
    constexpr int most = 64;
    if (rank < 1 || rank > most || howmany_rank < 0 || howmany_rank > most || !dims || (howmany_rank && !howmany))
        return std::nullopt;
    const auto copy = [](int count, const Iodim* from) {
        std::vector<dimension> all;
        for (int k = 0; k < count; ++k) all.push_back({from[k].n, from[k].is, from[k].os});
        return all;
    };
    return reduce(std::move(base), copy(rank, dims), copy(howmany_rank, howmany));
}

/// Complex points that the transform covers, loops included; as a double, since it serves estimates only.
FFTW_DEVICE_SHARED double points(const problem&);

/// A line such as `c2c f64 1024:1:1 x 16 loops 8:1024:1024 in`, for logs and as the key of measurements.
std::string to_string(const problem&);

}  // namespace fftw_device
