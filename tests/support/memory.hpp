// Converts the elements of a side to the numbers in its buffers, and back.
#pragma once

#include <vector>

#include <stockham/transform.hpp>

#include "reference.hpp"

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

/// One execution: the buffers before it, and the expected output after it. In place, both sides are `output`.
struct device_trial {
    stockham::transform what;
    memory input, output;
    std::vector<reference::number> wanted;  // elements of the output side
    std::vector<std::size_t> where;
    std::vector<bool> may_change;  // numbers of the output buffer
};

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
