// clang-15 as a compiler for AMD cards that need not be there, by the command of .ci/amd.sh.
#pragma once

#include <memory>
#include <string>

#include "compiler.hpp"

namespace bench {

/// For a target such as gfx90a. Throws std::runtime_error if there is no clang-15.
std::unique_ptr<kernel_compiler> make_clang_compiler(const std::string& target);

}  // namespace bench
