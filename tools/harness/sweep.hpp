// A sweep: lengths drawn at random, class by class, so that no library was tuned for them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/harness/suite.hpp"

namespace stockham::harness {

/// Classes of lengths by their prime factors above 13: none; one; the length itself; two.
enum class length_class { smooth, one_large_factor, prime, two_large_factors };

/// The class of n; throws suite_error if n has three or more large factors, or is 0.
length_class class_of(std::uint64_t n);

struct sweep_options {
    std::uint64_t seed = 0;
    std::uint64_t bytes = std::uint64_t{256}
                          << 20;  ///< of the input of a case, at most; a single transform may have more
    std::uint64_t longest = 1000000;
    std::size_t lengths = 24;  ///< of each class, precision and kind
};

/// Reads the word `every:SEED` or `every:SEED:MIB`, where MIB is `bytes` in units of 2^20. Empty if the word is neither
/// `every` nor starts with `every:`. Throws suite_error if a number is missing or invalid.
std::optional<sweep_options> parse_sweep(const std::string& word);

/// A suite for each class, called `every-smooth`, `every-one-large`, `every-prime` and `every-two-large`: complex and
/// real forward transforms of one axis in both precisions. Lengths are log-uniform from 2 to `longest`, each moved to
/// the nearest one of the class; none is drawn twice for the same precision and kind. The same options give the same
/// suites.
std::vector<suite> random_sweep(const sweep_options&);

}  // namespace stockham::harness
