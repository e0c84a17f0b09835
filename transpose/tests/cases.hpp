// Problems for the tests: devices that need not be there, random shapes from a printed seed, and what must come out.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <stockham/device.hpp>
#include <stockham/transpose.hpp>

namespace stockham::internal::testing {

/// Descriptions that lead to different kernels and tiles: the CPU, AMD's and NVIDIA's limits, and a small device of 64
/// work-items and 16 KB of local memory.
std::vector<device_description> made_up_devices();

constexpr element elements[] = {element::real_f32, element::real_f64, element::complex_f32, element::complex_f64};

/// A generator seeded from the environment's STOCKHAM_TEST_SEED, or with a fixed seed; prints the seed.
std::mt19937 seeded(const char* test);

/// A random permutation of `rank` axes with about `most` elements at the most.
permutation random_permutation(std::mt19937&, std::size_t rank, std::size_t most);

/// As people write it.
std::string text_of(const permutation&);

/// Calls visit(source, target) for each element, by nested counting and nothing that the library uses.
void for_each_element(const permutation&, const std::function<void(std::uint64_t, std::uint64_t)>& visit);

}  // namespace stockham::internal::testing
