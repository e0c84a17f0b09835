// The description of a transform: what to compute, and where the data lie. Needs no device. All functions are
// thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <stockham/export.h>

namespace stockham {
inline namespace v0_2 {

/// Precision of the arithmetic and of the numbers in the buffers.
enum class precision {
    f32,  ///< single: 4 bytes per number
    f64,  ///< double: 8 bytes per number; the device must support it
    f16   ///< half precision in the buffers, 2 bytes per number; arithmetic and workspace are f32
};

/// Sign of the exponent in the transform's sum.
enum class direction {
    forward,  ///< sign -1
    inverse   ///< sign +1; not normalised: with transform::scale = 1 / N it inverts a forward transform
};

/// True if the result overwrites the input.
enum class placement {
    out_of_place,  ///< input and output are different buffers; the input is not written
    in_place       ///< the result replaces the input
};

/// Which sum is computed. N is the length of an axis; a sum over several axes runs over all of them.
///
/// The spectrum of real data is Hermitian: X[N - k] = conj(X[k]), indices of all axes modulo N. r2c writes and c2r
/// reads the points 0 .. N / 2 (rounded down) of the last axis, unless transform::full_spectrum is set. With one axis,
/// points 0 and N / 2 (N even) are real: r2c writes imaginary parts of 0, c2r does not use them.
///
/// Cosine and sine transforms (dct, dst) map real to real data along every axis. They compute the unnormalised sums of
/// FFTW; their direction is forward.
enum class kind {
    c2c,   ///< complex to complex: out[k] = scale * sum_n in[n] * exp(sign * 2 pi i * (k_0 n_0 / N_0 + ..))
    r2c,   ///< real to complex, forward: the same sum of real input
    c2r,   ///< complex to real, inverse: the same sum of Hermitian input
    dct1,  ///< FFTW's REDFT00; N is at least 2
    dct2,  ///< FFTW's REDFT10
    dct3,  ///< FFTW's REDFT01; inverts dct2 up to a factor of 2 N
    dct4,  ///< FFTW's REDFT11
    dst1,  ///< FFTW's RODFT00
    dst2,  ///< FFTW's RODFT10
    dst3,  ///< FFTW's RODFT01; inverts dst2 up to a factor of 2 N
    dst4   ///< FFTW's RODFT11
};

/// How complex numbers are stored.
enum class storage {
    interleaved,  ///< real and imaginary part side by side
    planar        ///< real parts in one buffer, imaginary parts in another of the same layout
};

/// Where the elements of one side lie. Everything counts elements: complex ones, or real ones on a real side. Element
/// (i_0, .., i_{d-1}) of transform b has the index offset + b * distance + sum_k i_k * strides[k].
/// Real data packed in place are padded to 2 (N / 2 + 1) numbers along the last axis. See docs/guide.md, section
/// Layout rules.
struct layout {
    std::vector<std::size_t> strides;     ///< one per axis, slowest first; empty: packed, row-major without gaps
    std::size_t distance = 0;             ///< from one transform of the batch to the next; 0: packed
    std::size_t offset = 0;               ///< from the start of the buffer to element (0, .., 0) of transform 0
    storage form = storage::interleaved;  ///< of complex data; a real side must be interleaved
};

/// A loop that repeats the transform `n` times at constant strides.
struct loop {
    std::size_t n = 1;              ///< transforms, at least 1
    std::size_t input_stride = 0;   ///< input elements from one transform to the next; 0: all read the same input
    std::size_t output_stride = 0;  ///< output elements from one transform to the next
};

/// A batch of transforms of 1 to 5 axes. A plain value.
/// In place, both layouts must describe the same memory: docs/guide.md, section In place.
struct transform {
    /// Points of each axis, slowest first (a picture is {height, width}); of the real data if a side is real. From 1 to
    /// 2^32.
    std::vector<std::size_t> lengths;
    std::size_t batch = 1;  ///< number of transforms, layout::distance apart; at least 1
    stockham::precision precision = stockham::precision::f32;           ///< of the buffers and the arithmetic
    stockham::direction direction = stockham::direction::forward;       ///< c2r: must be inverse
    stockham::placement placement = stockham::placement::out_of_place;  ///< one buffer or two
    double scale = 1.0;  ///< factor of the output; finite; for f32 and f16 zero or a normal number of f32
    layout input;        ///< by default packed
    layout output;       ///< by default packed
    /// "automatic", or a published algorithm in its default form, for interleaved complex data: see algorithm_names().
    std::string algorithm = "automatic";
    stockham::kind kind = stockham::kind::c2c;  ///< which sum, of real or complex numbers
    /// r2c writes and c2r expects all N points of the last axis (c2r reads the first N / 2 + 1). Out of place only.
    bool full_spectrum = false;
    /// First points of each axis that may be nonzero, c2c, r2c and c2r: from there on the input counts as zero and is
    /// not read. One per axis, from 1 to its input_lengths(); empty: all. Along the last axis of c2r these are points
    /// of the half spectrum, whose conjugates count as zero with them. See docs/guide.md, section Pruning.
    std::vector<std::size_t> nonzero;
    /// First points of each axis that are written, c2c, r2c and c2r. One per axis, from 1 to its output_lengths();
    /// empty: all. The layout is that of all points. In place, the other points are undefined afterwards.
    std::vector<std::size_t> wanted;
    /// Up to 64 nested loops over transforms, in place of batch and distance (which must be 1 and 0 then). Out of
    /// place, transforms may share input elements, but never output elements. transform_along() makes loops from an
    /// array.
    std::vector<loop> loops;
};

/// The values of transform::algorithm: "automatic", and published algorithms (docs/papers.md).
///   row_transpose      two axes or more, up to four loops: row FFT and transpose in turn ("2D Complex to Complex FFT
///                      for AMD GPUs", AMD 2011)
///   five_step          three axes of powers of two, the outer two from 4 to 1024: two passes for each outer axis, one
///                      for the inner (Nukada, Ogata, Endo, Matsuoka 2008, section 3)
///   tensor             powers of two: the cheapest tensor formula of codelets of 8 to 32 points (Gu, Li, Siegel 2010,
///                      section 3.3)
///   constant_geometry  powers of two: groups of four work-items, radix 2^2, the same addresses in every epoch
///                      (Ambuluri, Garrido, Caffarena, Ogniewski, Ragnemalm 2013)
///   constant_geometry_bit_reversed
///                      the same for lengths that fit one work-group, output in bit-reversed order along each axis:
///                      point k is frequency k with its bits reversed
///   split_half         f32, powers of two: butterflies as products of half-precision DFT matrices with data split into
///                      two scaled halves (Kang, Glaeser, D'Azevedo, Wong, Tomov 2019); relative L2 error up to 5e-7
STOCKHAM_API std::vector<std::string> algorithm_names();

/// True for r2c, cosine and sine transforms.
STOCKHAM_API bool is_real_input(kind) noexcept;

/// True for c2r, cosine and sine transforms.
STOCKHAM_API bool is_real_output(kind) noexcept;

/// Points of each axis of one side: the lengths, with N / 2 + 1 for the last axis of a halved spectrum.
STOCKHAM_API std::vector<std::size_t> input_lengths(const transform&);
STOCKHAM_API std::vector<std::size_t> output_lengths(const transform&);

/// The problem string, such as `c2c f32 1024x1024 b8 in inv scale=0.5` (docs/problem_strings.md). Fields with default
/// values are omitted. Written in this order, read in any order after the kind:
///   c2c|r2c|c2r|dct1..dct4|dst1..dst4 f16|f32|f64 N[xN..] [bBATCH] [in|out] [fwd|inv]
///   [is=S[,S..]] [id=D] [io=O] [if=interleaved|planar] [os=S[,S..]] [od=D] [oo=O] [of=interleaved|planar]
///   [loops=N:I[:O][,N:I[:O]..]] [nonzero=N[xN..]] [wanted=N[xN..]]
///   [spectrum=half|full] [scale=X] [algorithm=NAME]
/// is, id, io, if: strides, distance, offset and form of the input; os, od, oo, of: of the output. A loop N:I:O has N
/// transforms with input stride I and output stride O (default: I).
STOCKHAM_API std::string to_string(const transform&);

/// Parses a problem string. Throws argument_error that quotes the part it cannot read. Does not call check().
STOCKHAM_API transform parse_transform(std::string_view text);

/// Validates a transform without a device. Throws argument_error, naming the field, for values that no device could
/// run (docs/guide.md, section Errors). Throws unsupported_error for lengths, axes or loops beyond the library's
/// limits, and for an algorithm that does not fit the transform.
STOCKHAM_API void check(const transform&);

/// Elements that the buffer of one side must hold, from its start to the last element that the layout reaches.
/// `nonzero` and `wanted` do not reduce it. Throws as check().
STOCKHAM_API std::size_t input_extent(const transform&);
STOCKHAM_API std::size_t output_extent(const transform&);

/// Bytes of one number in a buffer: 2, 4 or 8.
constexpr std::size_t real_size(precision p) noexcept {
    return p == precision::f16 ? 2 : p == precision::f32 ? 4 : 8;
}
/// Bytes of one complex element in a buffer: 4, 8 or 16.
constexpr std::size_t element_size(precision p) noexcept {
    return 2 * real_size(p);
}

/// Bytes that the buffer of one side must have (planar: each of the two). In place, both functions return the larger of
/// the two sides. Throws as check().
STOCKHAM_API std::size_t input_bytes(const transform&);
STOCKHAM_API std::size_t output_bytes(const transform&);

/// The smallest length of at least n without a prime factor above 13; such lengths are fastest. Throws argument_error
/// for 0 and above 2^32.
STOCKHAM_API std::size_t good_size(std::size_t n);

/// The same for a kind. r2c, c2r: the smallest such even length, which needs a complex transform of half its length.
/// Cosine and sine transforms: the smallest length whose complex transform has no prime factor above 13 (dct1: n - 1,
/// dst1: n + 1). Throws as good_size(n), and argument_error for an unknown kind.
STOCKHAM_API std::size_t good_size(std::size_t n, kind);

/// A fast axis length for the linear convolution of `signal` points with `kernel` points: at least
/// signal + kernel - 1, so that nothing wraps around. The kind is c2c or r2c. Throws argument_error for 0, above 2^32
/// and for other kinds.
STOCKHAM_API std::size_t good_convolution_size(std::size_t signal, std::size_t kernel, kind = kind::c2c);

}  // namespace v0_2
}  // namespace stockham
