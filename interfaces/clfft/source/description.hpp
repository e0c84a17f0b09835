// What a client has set of one plan: clFFT's descriptor as plain data, and what it says about its buffers.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "clFFT.h"

namespace clfft {

/// One callback of the client's; no name: there is none.
struct callback {
    std::string name;
    std::string text;
    std::size_t local_bytes = 0;
    cl_mem user_data = nullptr;
    explicit operator bool() const { return !name.empty(); }
};

/// Places of the elements of one side, fastest axis first, in elements of its layout.
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

/// clFFT's defaults. Throws refusal for lengths of 0 and, in the strict mode, for those that clFFT refuses.
description default_description(clfftDim, const std::size_t* lengths);
void check_dimension(clfftDim);
/// Where a check of clFFT's own fails, which its 4096 stands for: that code in the strict mode, else the usual one.
clfftStatus status_of_failed_check(clfftStatus usual);
void check_lengths(const std::vector<std::size_t>&);

/// In place from two buffers of numbers into one of pairs, which is the first of them.
bool becomes_interleaved_in_place(const description&);

/// What clFFT refuses when it bakes, by clFFT's codes.
void check_bakeable(const description&);

/// The number of points of each of the plan's axes on one side, fastest first.
std::vector<std::size_t> points_of(const description&, const side&);

/// The strides and distances that count: those that were set, and defaults that make sense where none were.
description with_defaults(const description&);

/// Elements that a buffer of this side must have.
std::size_t extent_of(const description&, const side&);

/// Real layouts decide the direction.
clfftDirection direction_of(const description&, clfftDirection);

}  // namespace clfft
