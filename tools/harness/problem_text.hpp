// Problem strings as people type them, and as wisdom names them.
#pragma once

#include <string>
#include <vector>

#include <stockham/transform.hpp>

namespace stockham::harness {

/// What such words say, joined: what is obvious may be left out, `1024x1024` is `c2c f32 1024x1024`, `r2c 64` is `r2c
/// f32 64`. Throws stockham::argument_error.
transform parse_problem(const std::vector<std::string>& words);

/// True if the word is a problem string, or can only be a broken one: it has blanks, or begins with a length or a kind.
bool is_problem(const std::string& word);

/// The problem string of its entries in wisdom: direction and scale do not matter to a plan.
std::string wisdom_problem(transform);

}  // namespace stockham::harness
