// Problems for the tests: descriptions of devices, random shapes from a printed seed, and expected results.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <stockham/device.hpp>
#include <stockham/transpose.hpp>

namespace stockham::internal::testing {

/// Descriptions that lead to different kernels and tiles: a CPU, AMD's and NVIDIA's limits, and a small device with 64
/// work-items and 16 KB of local memory. The devices need not exist.
std::vector<device_description> made_up_devices();

constexpr element elements[] = {element::real_f32, element::real_f64, element::complex_f32, element::complex_f64};

/// A generator seeded from the environment's STOCKHAM_TEST_SEED, or with a fixed seed; prints the seed.
std::mt19937 seeded(const char* test);

/// A random permutation of `rank` axes with at most about `most` elements.
permutation random_permutation(std::mt19937&, std::size_t rank, std::size_t most);

/// The permutation as readable text.
std::string text_of(const permutation&);

/// Calls visit(source, target) for each element, by nested counting that shares no code with the library.
void for_each_element(const permutation&, const std::function<void(std::uint64_t, std::uint64_t)>& visit);

}  // namespace stockham::internal::testing
