// The description of a transform: what to compute, on which layout. No device is involved, and all functions here are
// thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <stockham/export.h>

namespace stockham {
inline namespace v0_2 {

/// Of the arithmetic and of the buffers' numbers.
enum class precision {
    f32,  ///< single: 4 bytes a number
    f64,  ///< double: 8 bytes a number; only where the device has it
    f16   ///< half-precision numbers in the buffers, 2 bytes each; arithmetic and intermediates are f32
};

/// The sign in the exponent of the transform's sum.
enum class direction {
    forward,  ///< sign -1
    inverse   ///< sign +1; not normalised: set transform::scale to 1 / N for the inverse of a forward transform
};

/// Whether a transform has a buffer for its result.
enum class placement {
    out_of_place,  ///< input and output are different buffers, and the input stays as it was
    in_place       ///< the result replaces the input
};

/// What is transformed into what; N is the length of an axis. A sum over several axes runs along all of them.
/// The Fourier transform of real data is Hermitian, X[N - k] = conj(X[k]) (indices of all axes at once, modulo N): of a
/// Hermitian side's last axis the points 0 .. N / 2 (rounded down) are kept, unless transform::full_spectrum is set.
/// Cosine and sine transforms go from real to real numbers along every axis. Their sums are those of FFTW, none of them
/// normalised, and their direction is always forward.
enum class kind {
    c2c,   ///< complex to complex: out[k] = scale * sum_n in[n] * exp(sign * 2 pi i * (k_0 n_0 / N_0 + ..))
    r2c,   ///< real to complex, forward: the same sum of real input
    c2r,   ///< complex to real, inverse: the same sum; the symmetry of the input makes the result real
    dct1,  ///< FFTW's REDFT00; N is at least 2
    dct2,  ///< FFTW's REDFT10
    dct3,  ///< FFTW's REDFT01, the inverse of dct2 but for a factor of 2 N
    dct4,  ///< FFTW's REDFT11
    dst1,  ///< FFTW's RODFT00
    dst2,  ///< FFTW's RODFT10
    dst3,  ///< FFTW's RODFT01, the inverse of dst2 but for a factor of 2 N
    dst4   ///< FFTW's RODFT11
};

/// How complex numbers lie in memory.
enum class storage {
    interleaved,  ///< real and imaginary part side by side
    planar        ///< real and imaginary parts in two buffers of the same layout
};

/// Where the elements of one side lie, counted in its elements: complex ones (interleaved: two numbers each; planar:
/// one in either buffer) or, on a real side, real ones. Element (i_0, .., i_{d-1}) of transform b is at `offset + b *
/// distance + sum_k i_k * strides[k]`. `strides` has one entry an axis, slowest first like the lengths; empty means
/// packed: row-major, no gaps, but a real side in place leaves room for the complex one, 2 (N / 2 + 1) numbers for the
/// N of its last axis. `distance` 0 means packed: one transform of packed strides after the other, else the extent of
/// one transform, to which that room belongs.
struct layout {
    std::vector<std::size_t> strides;     ///< elements from one index of an axis to the next; empty: packed
    std::size_t distance = 0;             ///< elements from one transform of the batch to the next; 0: packed
    std::size_t offset = 0;               ///< elements from the start of the buffer to element (0, .., 0) of the first
    storage form = storage::interleaved;  ///< interleaved on a real side
};

/// One loop over transforms: `n` of them, so many elements apart on either side.
struct loop {
    std::size_t n = 1;              ///< transforms, at least 1
    std::size_t input_stride = 0;   ///< elements of the input from one transform to the next; 0: all read the same
    std::size_t output_stride = 0;  ///< elements of the output from one transform to the next
};

/// A batch of transforms of 1 to 5 axes. Lengths are given slowest axis first (a picture is {height, width}), of the
/// real data where a side is real; any length from 1 to 2^26 (2^25 where it has a prime factor above 13). In place,
/// both layouts must be the same (c2c, dct, dst), or the real side's strides, distance and offset twice the complex
/// side's, except for the last axis, whose strides are 1 on both. A plain value: copy it, compare its strings.
struct transform {
    std::vector<std::size_t> lengths;  ///< points of each axis, slowest first, of the real data where a side is real
    std::size_t batch = 1;             ///< transforms of these lengths, layout::distance apart; at least 1
    stockham::precision precision = stockham::precision::f32;           ///< of the buffers and the arithmetic
    stockham::direction direction = stockham::direction::forward;       ///< c2r: inverse
    stockham::placement placement = stockham::placement::out_of_place;  ///< one buffer or two
    double scale = 1.0;  ///< factor of every number of the output, finite; f32 and f16: 0 or a normal number of f32
    layout input;        ///< where the input lies; the default is packed
    layout output;       ///< where the output lies; the default is packed
    /// How to compute: "automatic" lets the planner choose; another name demands a published system in its default
    /// form, for interleaved complex data (algorithm_names() lists them, docs/papers.md describes them). A transform
    /// that the system does not fit is refused, with the reason.
    std::string algorithm = "automatic";
    stockham::kind kind = stockham::kind::c2c;  ///< which sum, of real or complex numbers
    /// r2c writes, c2r expects all N points of the last axis (c2r uses only the first N / 2 + 1 of them).
    bool full_spectrum = false;
    /// The input is zero, and not read, from this point of each axis on (1 to its length; c2c and r2c only); empty: no
    /// such zeros. Counted in points of the data, from the start of each axis.
    std::vector<std::size_t> nonzero;
    /// Only the output's first so many points of each axis are wanted, and written (1 to its length; c2c and c2r only);
    /// empty: all. The layout is that of all points. In place, what the others hold afterwards is undefined.
    std::vector<std::size_t> wanted;
    /// Beside the simple form (`batch` and the layouts' `distance`), any number of loops up to 64: of each index of
    /// each of them there is a transform, at the layouts' offset plus the sum of the indices times the strides. With
    /// loops, `batch` is 1 and the distances are 0. Out of place, loops may read an element several times (stride 0, or
    /// windows that overlap), but write each one once. transform_along() makes them from an array's shape.
    std::vector<loop> loops;
};

/// The names that transform::algorithm may have: "automatic", then those of the published systems:
///   row_transpose      row FFT, transpose, row FFT, transpose, of two axes or more ("2D Complex to Complex FFT for AMD
///                      GPUs", AMD 2011)
///   five_step          three axes: the two outer ones in two passes each, the inner one in one (Nukada, Ogata, Endo,
///                      Matsuoka 2008, section 3)
///   tensor             any number of axes whose lengths are powers of two: a tensor formula of codelets of 8 to 32
///                      points, decomposed, grouped and commuted across the axes at the least cost (Gu, Li, Siegel
///                      2010, section 3.3); expert_options::plan_string takes any other formula
///   constant_geometry  lengths that are powers of two: word groups of four points, two stages at a time (radix 2^2),
///                      each shared by four work-items, with data and twiddle factors in local memory and the same
///                      addresses in every epoch (Ambuluri, Garrido, Caffarena, Ogniewski, Ragnemalm 2013)
///   constant_geometry_bit_reversed
///                      the same, of lengths that a work-group holds whole, but the result is left in the order in
///                      which the last epoch leaves it: along each axis, the output's point k is X[the bits of k
///                      reversed]
///   split_half         f32, powers of two: butterflies of radix 2 to 16 as products of half-precision DFT matrices
///                      with data that are split into two scaled halves and summed up in f32, in plans that are the
///                      planner's own otherwise (Kang, Glaeser, D'Azevedo, Wong, Tomov 2019); relative L2 error at most
///                      5e-7
STOCKHAM_API std::vector<std::string> algorithm_names();

/// Whether the input of this kind is real: r2c, the cosine and the sine transforms.
STOCKHAM_API bool is_real_input(kind) noexcept;

/// Whether the output of this kind is real: c2r, the cosine and the sine transforms.
STOCKHAM_API bool is_real_output(kind) noexcept;

/// Points of the axes of one side: the lengths, of whose last a Hermitian side keeps N / 2 + 1.
STOCKHAM_API std::vector<std::size_t> input_lengths(const transform&);
STOCKHAM_API std::vector<std::size_t> output_lengths(const transform&);

/// The problem string, e.g. `c2c f32 1024x1024 b8 in inv scale=0.5`; it names a transform everywhere: in plans,
/// logs, errors and tests. Fields that have their default value are left out. Grammar, written in this order and read
/// in any after the kind:
///   c2c|r2c|c2r|dct1..dct4|dst1..dst4 f16|f32|f64 N[xN..] [bBATCH] [in|out] [fwd|inv]
///   [is=S[,S..]] [id=D] [io=O] [if=interleaved|planar] [os=S[,S..]] [od=D] [oo=O] [of=interleaved|planar]
///   [loops=N:I[:O][,N:I[:O]..]] [nonzero=N[xN..]] [wanted=N[xN..]]
///   [spectrum=half|full] [scale=X] [algorithm=NAME]
/// where is/os are the input and output strides, id/od the distances, io/oo the offsets, if/of the forms; loops
/// have N transforms, I elements apart in the input and O (the same as I, if it is left out) in the output. c2r is
/// inverse without saying so.
STOCKHAM_API std::string to_string(const transform&);

/// Reads a problem string. Throws argument_error that names the part it does not understand. The result is not
/// checked further: check() does that.
STOCKHAM_API transform parse_transform(std::string_view text);

/// Throws argument_error, naming the field, for a transform that no device could run: a number that is no value of its
/// enumeration, a name that is no algorithm's, no lengths or a length of 0
/// (dct1: 1), batch 0, a loop of 0, loops beside a batch or a distance, an overflow, strides that overlap (loops: in
/// the output), layouts that differ in place or leave the complex side of
/// real data too little room there, a direction that the kind does not have, `full_spectrum` of what has no Hermitian
/// side or in place, `nonzero` or `wanted` beyond the lengths or of another rank or kind, a planar real side, planar on
/// one side only in place; unsupported_error for lengths or a number of axes or loops beyond the library.
STOCKHAM_API void check(const transform&);

/// The number of elements a buffer must hold, counted from its start: one more than the highest element that the
/// given side of the transform touches (`nonzero` and `wanted` take nothing off). Throws what check() throws.
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

/// Bytes that the input or output buffer must have (planar: each of its two). In place both sides are one buffer, which
/// must hold the larger: both functions say so. Throws what check() throws.
STOCKHAM_API std::size_t input_bytes(const transform&);
STOCKHAM_API std::size_t output_bytes(const transform&);

/// The smallest length of at least n that has no prime factor above 13: those transform fastest. Throws argument_error
/// for 0 or beyond 2^26.
STOCKHAM_API std::size_t good_size(std::size_t n);

/// The same for a kind: of real data (r2c, c2r) the smallest such even length, which is transformed as half of it; of
/// cosine and sine transforms the smallest whose complex transform has no prime factor above 13 (dct1: n - 1, dst1:
/// n + 1). Throws what good_size(n) throws, and argument_error for an unknown kind.
STOCKHAM_API std::size_t good_size(std::size_t n, kind);

/// The length of an axis along which a signal of `signal` points is convolved with a kernel of `kernel` points so that
/// nothing wraps around, all signal + kernel - 1 points of the result: a good one for signals of this kind (c2c, r2c).
/// Throws argument_error for 0, beyond 2^26 and for other kinds.
STOCKHAM_API std::size_t good_convolution_size(std::size_t signal, std::size_t kernel, kind = kind::c2c);

}  // namespace v0_2
}  // namespace stockham
