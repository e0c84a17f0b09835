// Converts elements of any .npy type to complex or real numbers of either precision.
#include "array/convert.hpp"

#include <cmath>
#include <complex>
#include <cstring>
#include <limits>

#include "fault.hpp"

namespace stockham::tools {

namespace {

// A 16-bit floating-point number as bits.
struct half {
    std::uint16_t bits;
};

float widen(half h) {
    const int exponent = h.bits >> 10 & 0x1f;
    const int fraction = h.bits & 0x3ff;
    float value = 0;
    if (exponent == 31)
        value = fraction == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
    else if (exponent == 0)
        value = std::ldexp(static_cast<float>(fraction), -24);
    else
        value = std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
    return (h.bits & 0x8000) != 0 ? -value : value;
}

template <class To, class From>
To to_real(From value) {
    if constexpr (std::is_same_v<From, half>)
        return static_cast<To>(widen(value));
    else if constexpr (std::is_same_v<From, bool>)
        return value ? To{1} : To{0};
    else
        return static_cast<To>(value);
}

template <class T, bool swap>
T load(const std::uint8_t* from) {
    std::uint8_t bytes[sizeof(T)];
    for (std::size_t i = 0; i < sizeof(T); ++i) bytes[i] = from[swap ? sizeof(T) - 1 - i : i];
    if constexpr (std::is_same_v<T, bool>) bytes[0] = bytes[0] != 0;
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    return value;
}

// Converts each of the `parts` numbers of an element to an Element. Complex numbers are converted as pairs of real
// ones.
template <class From, class To, class Element, std::size_t parts, bool swap>
void convert(const std::uint8_t* from, std::size_t count, void* to) {
    auto* out = static_cast<Element*>(to);
    for (std::size_t i = 0; i < parts * count; ++i) out[i] = to_real<To>(load<From, swap>(from + i * sizeof(From)));
}

template <class From, class To, std::size_t parts>
converter choose_element(bool swap, bool real) {
    if (real || parts == 2) return swap ? convert<From, To, To, parts, true> : convert<From, To, To, parts, false>;
    using complex = std::complex<To>;
    return swap ? convert<From, To, complex, parts, true> : convert<From, To, complex, parts, false>;
}

template <class From, std::size_t parts = 1>
converter choose(bool swap, precision p, bool real) {
    if (p == precision::f32) return choose_element<From, float, parts>(swap, real);
    return choose_element<From, double, parts>(swap, real);
}

struct entry {
    char kind;
    unsigned size;
    converter (*choose)(bool swap, precision p, bool real);
};

const entry entries[] = {
    {'b', 1, choose<bool>},          {'i', 1, choose<std::int8_t>},   {'i', 2, choose<std::int16_t>},
    {'i', 4, choose<std::int32_t>},  {'i', 8, choose<std::int64_t>},  {'u', 1, choose<std::uint8_t>},
    {'u', 2, choose<std::uint16_t>}, {'u', 4, choose<std::uint32_t>}, {'u', 8, choose<std::uint64_t>},
    {'f', 2, choose<half>},          {'f', 4, choose<float>},         {'f', 8, choose<double>},
    {'c', 8, choose<float, 2>},      {'c', 16, choose<double, 2>},
};

}  // namespace

converter find_converter(const npy_type& type, precision p, bool real) {
    for (const entry& e : entries)
        if (e.kind == type.kind && e.size == type.size) return e.choose(type.big_endian, p, real);
    throw job_error("dtype " + type.text() + " is not supported");
}

bool is_native(const npy_type& type, precision p, bool real) {
    return type.kind == (real ? 'f' : 'c') && type.size == (real ? real_size(p) : element_size(p)) && !type.big_endian;
}

}  // namespace stockham::tools
