// clang-15 as a compiler for AMD cards, which need not be present, with the options of .ci/amd.sh.
#pragma once

#include <memory>
#include <string>

#include "compiler.hpp"

namespace bench {

/// A compiler for a target such as gfx90a. Throws std::runtime_error if clang-15 is not installed.
std::unique_ptr<kernel_compiler> make_clang_compiler(const std::string& target);

}  // namespace bench
