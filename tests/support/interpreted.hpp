// A plan through the host interpreter, against FFTW in long double.
#pragma once

#include <iostream>
#include <limits>

#include <boost/test/unit_test.hpp>

#include "interpreter/interpreter.hpp"
#include "support/reference.hpp"

/// Runs a plan of `t` on the host and compares; whatever the layout does not name must stay as it was.
inline void check_interpreted(const stockham::transform& t, const stockham::device_description& device,
                              const stockham::step_plan& plan) {
    BOOST_TEST_CONTEXT(to_string(t) << " for " << device.name) {
        std::mt19937 generator(7);
        const bool in_place = t.placement == stockham::placement::in_place;
        stockham::host_buffers buffers;
        const auto input = reference::uniform(input_extent(t), stockham::precision::f64, generator);
        const auto poison = reference::uniform(output_extent(t), stockham::precision::f64, generator);
        buffers.input = input;
        buffers.output = in_place ? input : poison;
        const auto nan = std::numeric_limits<long double>::quiet_NaN();
        buffers.workspace.assign(plan.workspace_bytes / element_size(t.precision), {nan, nan});
        auto exact = t;
        exact.precision = stockham::precision::f64;
        const auto wanted = reference::transform(exact, input, buffers.output);
        BOOST_REQUIRE_NO_THROW(interpret(plan, device, buffers));
        const auto where = reference::places(t, false);
        const double error = reference::relative_error(buffers.output, wanted, where);
        if (error > 1e-17) std::cerr << to_string(plan);
        BOOST_TEST(error <= 1e-17);
        std::vector<bool> named(wanted.size(), false);
        for (auto k : where) named[k] = true;
        std::size_t touched = 0;
        for (std::size_t k = 0; k < wanted.size(); ++k) touched += !named[k] && buffers.output[k] != wanted[k];
        BOOST_TEST(touched == 0U);
        if (!in_place) BOOST_TEST((buffers.input == input));
    }
}
