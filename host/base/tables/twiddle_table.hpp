// Definitions of tables of twiddle factors and chirps, as plain data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <stockham/transform.hpp>

namespace stockham::internal {

/// A chirp: element j, 0 <= j < count, is weight * w_order^(square j^2 + linear j + constant), except that the
/// first and the last element have weights of their own, and a turned chirp has the opposite sign from the middle on
/// (2 j >= count).
struct chirp {
    std::uint64_t order = 1, square = 0, linear = 0, constant = 0;
    std::uint64_t count = 0;
    double first = 1, last = 1, weight = 1;
    bool turned = false;
};

/// The definition of a table. The runtime evaluates it and shares the buffer within a context.
/// With w_N = exp(-2 pi i / N):
///   chain:  the stage twiddles of a Stockham chain of `radices`, N their product: for each stage of radix R and span
///           S (the product of the radices before it), at S - 1 + (i - 1) S + p:  w_{R S}^(i p), 0 < i < R, 0 <= p < S.
///   coarse: w_N^(m << split), 0 <= m < ceil(N / 2^split);   fine: w_N^m, 0 <= m < 2^split;
///   lanes:  for each 0 <= k < points a vector of w_N^(k l growth), 0 <= l < lanes: `lanes` real parts, then `lanes`
///           imaginary parts;
///   chirp:  the elements of the chirp;
///   filter: for Bluestein's algorithm: the transform of length `order`, divided by `order`, of the sequence that is
///           w_{chirp.order}^(-square m^2) for -before < m < after and 0 elsewhere (m modulo `order`). Points that are
///           congruent modulo `rows` are adjacent: point k is at (k mod rows) (order / rows) + floor(k / rows);
///   powers: the powers 0 .. p - 2 modulo p of the least primitive root of the prime p = `order`, as unsigned integers;
///   rader_filter: for Rader's algorithm: the transform of length p - 1, divided by p - 1, of the sequence
///           w_p^(1 / power q).
struct twiddle_table {
    enum class kind { chain, coarse, fine, lanes, chirp, filter, powers, rader_filter };
    kind what = kind::chain;
    stockham::precision precision = stockham::precision::f32;
    std::uint64_t order = 1;
    unsigned split = 0;             ///< coarse, fine
    std::vector<unsigned> radices;  ///< chain
    unsigned growth = 0;            ///< lanes
    unsigned points = 0;            ///< lanes
    unsigned lane_count = 0;        ///< lanes
    internal::chirp chirped;        ///< chirp, filter
    std::uint64_t before = 0;       ///< filter
    std::uint64_t after = 0;        ///< filter
    std::uint64_t rows = 1;         ///< filter

    static twiddle_table chain(stockham::precision, std::vector<unsigned> radices);
    static twiddle_table coarse(stockham::precision, std::uint64_t order, unsigned split);
    static twiddle_table fine(stockham::precision, std::uint64_t order, unsigned split);
    static twiddle_table lanes(stockham::precision, std::uint64_t order, unsigned growth, unsigned points,
                               unsigned lane_count);

    static twiddle_table chirp(stockham::precision, const internal::chirp&);
    static twiddle_table filter(stockham::precision, std::uint64_t order, const internal::chirp&, std::uint64_t before,
                                std::uint64_t after);
    static twiddle_table powers(std::uint64_t prime);
    static twiddle_table rader_filter(stockham::precision, std::uint64_t prime);

    /// Equal tables have equal names.
    std::string name() const;
    /// Bytes of a table that may be longer than an axis (chirp, filter); 0 for others, which are short.
    std::uint64_t long_bytes() const;
};

}  // namespace stockham::internal
