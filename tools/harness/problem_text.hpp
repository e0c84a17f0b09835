// Abbreviated problem strings of the command line, and the problem strings of wisdom entries.
#pragma once

#include <string>
#include <vector>

#include <stockham/transform.hpp>

namespace stockham::harness {

/// Parses the joined words as a problem string in which the kind and the precision may be omitted: `1024x1024` is
/// `c2c f32 1024x1024`, `r2c 64` is `r2c f32 64`. Throws stockham::argument_error.
transform parse_problem(const std::vector<std::string>& words);

/// True if the word is meant as a problem string, valid or not: it has blanks, or starts with a digit, or is a kind.
bool is_problem(const std::string& word);

/// The problem string of the wisdom entries for a transform. Direction and scale are omitted because plans do not
/// depend on them.
std::string wisdom_problem(transform);

}  // namespace stockham::harness
