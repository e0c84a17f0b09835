// The settings of one case of the comparison, and random cases.
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
    bool sets_layout = false;  // sets strides and distances, else they are the defaults
    std::vector<std::size_t> in_strides, out_strides;
    std::size_t in_distance = 0, out_distance = 0;
    bool sets_scale = false;
    float scale = 1;
    std::size_t in_offset = 0, out_offset = 0;  // sub-buffer offsets in bytes; 0: whole buffers

    bool is_real() const { return in == CLFFT_REAL || out == CLFFT_REAL; }
    bool is_double() const { return precision == CLFFT_DOUBLE; }
    /// The direction after the layouts of real data have overridden it.
    bool is_inverse() const;
};

bool is_planar(clfftLayout);
bool is_hermitian(clfftLayout);

/// The number of points per axis in this layout.
std::vector<std::size_t> points_of(const descriptor&, clfftLayout);

/// Offsets, in elements, of the points of the input or the output: fastest axis first, batch last. A transposed result
/// has transposed offsets.
std::vector<std::size_t> places_of(const descriptor&, bool input);

std::string to_string(const descriptor&);

descriptor random_descriptor(std::mt19937&);
