// Converts the elements of a side to the numbers in its buffers, and back.
#pragma once

#include <limits>
#include <vector>

#include <stockham/transform.hpp>

#include "tools/harness/oracle/reference.hpp"

/// The numbers of a side's buffer. Planar: real parts here, imaginary parts in `imaginary`.
struct memory {
    std::vector<long double> numbers, imaginary;
};

enum class element_kind { interleaved, real, planar };

inline element_kind kind_of(const stockham::transform& t, bool input) {
    if (input ? is_real_input(t.kind) : is_real_output(t.kind)) return element_kind::real;
    return (input ? t.input : t.output).form == stockham::storage::planar ? element_kind::planar
                                                                          : element_kind::interleaved;
}

inline memory to_memory(const std::vector<reference::number>& elements, element_kind kind) {
    memory m;
    for (const auto& z : elements) {
        m.numbers.push_back(z.real());
        if (kind == element_kind::interleaved) m.numbers.push_back(z.imag());
        if (kind == element_kind::planar) m.imaginary.push_back(z.imag());
    }
    return m;
}

inline std::vector<reference::number> to_elements(const memory& m, element_kind kind) {
    std::vector<reference::number> elements;
    const std::size_t each = kind == element_kind::interleaved ? 2 : 1;
    for (std::size_t k = 0; k + each <= m.numbers.size(); k += each) {
        const auto imaginary = kind == element_kind::interleaved ? m.numbers[k + 1]
                               : kind == element_kind::planar    ? m.imaginary[k]
                                                                 : 0;
        elements.emplace_back(m.numbers[k], imaginary);
    }
    return elements;
}

/// Marks the numbers of a side's buffer that belong to its layout.
inline std::vector<bool> named_numbers(const stockham::transform& t, bool input, std::size_t numbers) {
    std::vector<bool> named(numbers, false);
    const bool pairs = kind_of(t, input) == element_kind::interleaved;
    for (auto at : reference::places(t, input))
        for (std::size_t part = 0; part < (pairs ? 2U : 1U); ++part) named.at(pairs ? 2 * at + part : at) = true;
    return named;
}

/// Calls `use` with the place of each element of one side of `t` and with its indices along the axes.
template <class Use>
void each_element(const stockham::transform& t, bool input, const Use& use) {
    const auto lengths = input ? input_lengths(t) : t.wanted.empty() ? output_lengths(t) : t.wanted;
    const auto places = reference::places(t, input);
    std::vector<std::size_t> at(lengths.size());
    for (std::size_t p = 0; p < places.size(); ++p) {
        for (std::size_t k = lengths.size(), rest = p; k-- > 0; rest /= lengths[k]) at[k] = rest % lengths[k];
        use(places[p], at);
    }
}

/// True for points 0 and n / 2 of the spectrum of one line, which are real numbers.
inline bool is_end(const stockham::transform& t, const std::vector<std::size_t>& at) {
    return t.lengths.size() == 1 && (at[0] == 0 || 2 * at[0] == t.lengths[0]);
}

/// Overwrites the input numbers that a transform must not read: elements from `nonzero` on, and the imaginary parts of
/// numbers that count as real.
inline void poison_unread(const stockham::transform& t, memory& input) {
    if (!t.loops.empty()) return;  // windows may overlap
    const auto nan = std::numeric_limits<long double>::quiet_NaN();
    const auto kind = kind_of(t, true);
    each_element(t, true, [&](std::size_t place, const std::vector<std::size_t>& at) {
        bool zero = false;
        for (std::size_t k = 0; k < t.nonzero.size(); ++k) zero = zero || at[k] >= t.nonzero[k];
        auto& imaginary = kind == element_kind::interleaved ? input.numbers[2 * place + 1]
                          : kind == element_kind::planar    ? input.imaginary[place]
                                                            : input.numbers[place];
        if (zero) input.numbers[kind == element_kind::interleaved ? 2 * place : place] = nan;
        if (zero || (t.kind == stockham::kind::c2r && is_end(t, at))) imaginary = nan;
    });
}

/// One execution: the buffers before it, and the expected output after it. In place, both sides are `output`.
struct device_trial {
    stockham::transform what;
    memory input, output;
    std::vector<reference::number> wanted;  // elements of the output side
    std::vector<std::size_t> where;
    std::vector<bool> may_change;  // numbers of the output buffer
};

/// The imaginary parts that are 0 by definition and are not in the output buffers. (The result of several axes is only
/// nearly real there, as FFTW's.)
inline std::size_t unreal_ends(const stockham::transform& t, const std::vector<reference::number>& after) {
    std::size_t count = 0;
    if (t.kind == stockham::kind::r2c)
        each_element(t, false, [&](std::size_t place, const std::vector<std::size_t>& at) {
            count += is_end(t, at) && after[place].imag() != 0;
        });
    return count;
}

/// Random data for a transform, with this many extra elements after the end of each buffer.
inline device_trial make_trial(const stockham::transform& t, std::mt19937& generator, std::size_t canary = 3) {
    const bool in_place = t.placement == stockham::placement::in_place;
    const auto in_kind = kind_of(t, true), out_kind = kind_of(t, false);
    device_trial made{t, {}, {}, {}, reference::places(t, false), {}};
    const std::size_t shared = stockham::input_bytes(t) / real_size(t.precision);
    auto in_elements = stockham::input_extent(t) + canary, out_elements = stockham::output_extent(t) + canary;
    if (in_place) {  // one buffer, as large as the larger side
        in_elements = shared / (in_kind == element_kind::interleaved ? 2 : 1) + 2 * canary;
        out_elements = shared / (out_kind == element_kind::interleaved ? 2 : 1) + 2 * canary;
        if (in_kind != out_kind) (in_kind == element_kind::real ? in_elements : out_elements) += 2 * canary;
    }
    const auto input = reference::uniform(in_elements, t.precision, generator);
    made.input = to_memory(input, in_kind);
    made.output = in_place ? made.input : to_memory(reference::uniform(out_elements, t.precision, generator), out_kind);
    const auto before = to_elements(made.output, out_kind);
    made.wanted = reference::transform(t, input, before);
    poison_unread(t, in_place ? made.output : made.input);
    made.may_change = named_numbers(t, false, made.output.numbers.size());
    if (in_place) {
        auto whole = t;
        whole.wanted.clear();
        for (bool of_input : {true, false}) {
            const auto also = named_numbers(whole, of_input, made.output.numbers.size());
            for (std::size_t k = 0; k < also.size(); ++k) made.may_change[k] = made.may_change[k] || also[k];
        }
    }
    return made;
}

/// The numbers outside the layout that changed in the output buffers.
inline std::size_t spoilt_numbers(const device_trial& made, const memory& after) {
    std::size_t count = 0;
    for (std::size_t k = 0; k < made.may_change.size(); ++k) {
        if (made.may_change[k]) continue;
        count += after.numbers[k] != made.output.numbers[k];
        if (!made.output.imaginary.empty()) count += after.imaginary[k] != made.output.imaginary[k];
    }
    return count;
}
