// Problems so short that processes which compile beside them would delay their launches on a GPU.
#pragma once

#include <stockham/error.hpp>
#include <stockham/estimate.hpp>

namespace stockham::harness {

constexpr double shortest_beside_compilers = 50e-6;  // seconds

/// True if the problem needs the device alone: on a GPU it takes less than `shortest_beside_compilers` by the library's
/// estimate. False if the device refuses it.
inline bool needs_device_alone(const device_description& device, const transform& t) {
    if (device.kind == device_kind::cpu) return false;
    try {
        return estimate(device, t).seconds < shortest_beside_compilers;
    } catch (const error&) {
        return false;
    }
}

}  // namespace stockham::harness
