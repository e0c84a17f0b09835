// Runs a plan in the host interpreter and compares it with FFTW in long double.
#pragma once

#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>

#include <boost/test/unit_test.hpp>

#include "interpreter/interpreter.hpp"
#include "tools/harness/oracle/memory.hpp"
#include "tools/harness/oracle/reference.hpp"

/// The numbers of elements in the form of the interpreter's buffers: two per element.
inline std::vector<reference::number> paired(std::vector<long double> numbers) {
    if (numbers.size() % 2) numbers.push_back(0);
    return to_elements({std::move(numbers), {}}, element_kind::interleaved);
}
inline std::vector<long double> unpaired(const std::vector<reference::number>& pairs, std::size_t count) {
    auto numbers = to_memory(pairs, element_kind::interleaved).numbers;
    numbers.resize(count);
    return numbers;
}

/// Equal, or both poisoned.
inline bool same_number(reference::number a, reference::number b) {
    const auto same = [](long double x, long double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
    return same(a.real(), b.real()) && same(a.imag(), b.imag());
}

/// Runs a plan of `t` on the host and compares. Elements outside the layout must not change.
inline void check_interpreted(const stockham::transform& t, const stockham::device_description& device,
                              const stockham::internal::step_plan& plan) {
    BOOST_TEST_CONTEXT(to_string(t) << " for " << device.name) {
        std::mt19937 generator(7);
        auto exact = t;
        exact.precision = stockham::precision::f64;
        const auto made = make_trial(exact, generator);
        stockham::internal::host_buffers buffers;
        buffers.input = paired(made.input.numbers);
        buffers.output = paired(made.output.numbers);
        buffers.input_imaginary = paired(made.input.imaginary);
        buffers.output_imaginary = paired(made.output.imaginary);
        const auto input_before = buffers.input;
        const auto nan = std::numeric_limits<long double>::quiet_NaN();
        const auto element =
            element_size(t.precision == stockham::precision::f64 ? stockham::precision::f64 : stockham::precision::f32);
        buffers.workspace.assign(plan.workspace_bytes / element, {nan, nan});
        try {
            interpret(plan, device, buffers);
        } catch (const std::exception& e) {
            BOOST_ERROR(e.what() << "\n" << to_string(plan));
            return;
        }
        const memory after{unpaired(buffers.output, made.output.numbers.size()),
                           unpaired(buffers.output_imaginary, made.output.imaginary.size())};
        const double error = reference::relative_error(to_elements(after, kind_of(t, false)), made.wanted, made.where);
        if (!(error <= 1e-17)) std::cerr << to_string(plan);
        BOOST_TEST(error <= 1e-17);
        BOOST_TEST(spoilt_numbers(made, after) == 0U);
        BOOST_TEST(unreal_ends(t, to_elements(after, kind_of(t, false))) == 0U);
        if (t.placement == stockham::placement::out_of_place)
            BOOST_TEST(std::equal(input_before.begin(), input_before.end(), buffers.input.begin(), same_number));
    }
}
