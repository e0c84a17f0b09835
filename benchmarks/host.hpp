// The host's name for rows, and its available memory.
#pragma once

#include <cstddef>
#include <string>

namespace bench {

std::string host_name();        ///< the CPU's model
std::size_t memory_to_spare();  ///< available bytes; 0 if unknown

}  // namespace bench
