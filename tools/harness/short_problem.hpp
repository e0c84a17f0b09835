// Problems so short that processes which compile beside them would delay their launches on a GPU.
#pragma once

#include <stockham/estimate.hpp>
#include <stockham/transform.hpp>

namespace stockham::harness {

// Compilers on all other threads of a host with an H100 lengthened the launches of a 256x256 transform from 6 to 10 us.
// A kernel that takes twice as long hides that, as the launches of a measurement queue up.
constexpr double shortest_beside_compilers = 25e-6;  // seconds

/// The problems that need the device alone: on a GPU those whose input and output take less than
/// `shortest_beside_compilers` at the rate of a simple transform, by the library's estimate.
class short_problems {
  public:
    explicit short_problems(const device_description& device) {
        if (device.kind == device_kind::cpu) return;
        const auto simple = estimate(device, parse_transform("c2c f32 1024 b32768"));
        bytes_ = shortest_beside_compilers * static_cast<double>(simple.bytes_moved) / simple.seconds;
    }

    /// Throws as input_bytes().
    bool contain(const transform& t) const {
        return static_cast<double>(input_bytes(t)) + static_cast<double>(output_bytes(t)) < bytes_;
    }

  private:
    double bytes_ = 0;
};

}  // namespace stockham::harness
