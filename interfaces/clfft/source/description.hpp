// The settings of one plan: clFFT's descriptor as plain data, and the buffer sizes that follow from it.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "clFFT.h"

namespace clfft {

/// A callback of the client. An empty name: no callback.
struct callback {
    std::string name;
    std::string text;
    std::size_t local_bytes = 0;
    cl_mem user_data = nullptr;
    explicit operator bool() const { return !name.empty(); }
};

/// The layout of the input or the output. Strides and distance count elements of the layout, fastest axis first.
struct side {
    clfftLayout layout = CLFFT_COMPLEX_INTERLEAVED;
    std::vector<std::size_t> strides;
    std::size_t distance = 0;
    bool strides_set = false;
    bool distance_set = false;
};

struct description {
    clfftDim dim = CLFFT_1D;
    std::vector<std::size_t> lengths;
    side input, output;
    clfftPrecision precision = CLFFT_SINGLE;
    clfftResultLocation location = CLFFT_INPLACE;
    clfftResultTransposed transposed = CLFFT_NOTRANSPOSE;
    double forward_scale = 1;
    double backward_scale = 1;
    std::size_t batch = 1;
    callback on_load, on_store;
};

bool is_real(clfftLayout);
bool is_hermitian(clfftLayout);
bool is_planar(clfftLayout);

/// clFFT's defaults. Throws refusal for a length of 0 and, in the strict mode, for lengths that clFFT rejects.
description default_description(clfftDim, const std::size_t* lengths);
void check_dimension(clfftDim);
/// The code where an internal check of clFFT fails with 4096: 4096 in the strict mode, else `usual`.
clfftStatus status_of_failed_check(clfftStatus usual);
void check_lengths(const std::vector<std::size_t>&);

/// True if an in-place transform turns planar data into interleaved data, which then lie in the first buffer.
bool becomes_interleaved_in_place(const description&);

/// Throws refusal, with clFFT's code, for settings that clFFT rejects when it bakes a plan.
void check_bakeable(const description&);

/// The number of points per axis on one side, fastest axis first.
std::vector<std::size_t> points_of(const description&, const side&);

/// The description with the strides and distances in effect: those that were set, else usable defaults.
description with_defaults(const description&);

/// The number of elements that a buffer of this side must have.
std::size_t extent_of(const description&, const side&);

/// The direction of an execution: real layouts fix it, else it is the one given.
clfftDirection direction_of(const description&, clfftDirection);

}  // namespace clfft
