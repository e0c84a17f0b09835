// What a test sets of a plan: one case of the comparison, and random ones.
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "clFFT.h"

struct descriptor {
    std::vector<std::size_t> lengths;  // fastest axis first
    clfftLayout in = CLFFT_COMPLEX_INTERLEAVED, out = CLFFT_COMPLEX_INTERLEAVED;
    clfftPrecision precision = CLFFT_SINGLE;
    clfftResultLocation location = CLFFT_INPLACE;
    clfftDirection direction = CLFFT_FORWARD;
    bool transposed = false;
    std::size_t batch = 1;
    bool sets_layout = false;  // strides and distances; else they are the defaults
    std::vector<std::size_t> in_strides, out_strides;
    std::size_t in_distance = 0, out_distance = 0;
    bool sets_scale = false;
    float scale = 1;
    std::size_t in_offset = 0, out_offset = 0;  // of sub-buffers, in bytes; 0: whole buffers

    bool is_real() const { return in == CLFFT_REAL || out == CLFFT_REAL; }
    bool is_double() const { return precision == CLFFT_DOUBLE; }
    /// What the layouts make of the direction.
    bool is_inverse() const;
};

bool is_planar(clfftLayout);
bool is_hermitian(clfftLayout);

/// Points of the axes on one side.
std::vector<std::size_t> points_of(const descriptor&, clfftLayout);

/// Places of the elements of one side, fastest axis first, batch outermost; in elements. Transposed results too.
std::vector<std::size_t> places_of(const descriptor&, bool input);

std::string to_string(const descriptor&);

descriptor random_descriptor(std::mt19937&);
