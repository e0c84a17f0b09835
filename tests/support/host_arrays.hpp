// Trials whose arrays lie in host memory, not in buffers of a device.
#pragma once

#include <boost/test/unit_test.hpp>

#include <vector>

#include "on_device.hpp"
#include "tools/harness/oracle/memory.hpp"

using byte_list = std::vector<unsigned char>;

/// The arrays of a trial in host memory.
struct host_arrays {
    byte_list input, output;
};

inline host_arrays arrays_of(const device_trial& made) {
    const auto bytes = [&](const std::vector<long double>& numbers) {
        return number_bytes(numbers, made.what.precision);
    };
    const bool in_place = made.what.placement == stockham::placement::in_place;
    return {bytes(in_place ? made.output.numbers : made.input.numbers), bytes(made.output.numbers)};
}

/// Checks the results and the gaps. Out of place, the input must be unchanged.
inline void check_arrays(const device_trial& made, const host_arrays& before, const host_arrays& after) {
    const bool in_place = made.what.placement == stockham::placement::in_place;
    const memory result{bytes_numbers(in_place ? after.input : after.output, made.what.precision), {}};
    const auto error =
        reference::relative_error(to_elements(result, kind_of(made.what, false)), made.wanted, made.where);
    const auto gate = reference::gate(made.what);
    BOOST_TEST(error <= gate, "error " << error << " > " << gate);
    BOOST_TEST(spoilt_numbers(made, result) == 0U);
    BOOST_TEST(unreal_ends(made.what, to_elements(result, kind_of(made.what, false))) == 0U);
    if (!in_place) BOOST_TEST((after.input == before.input));
}
