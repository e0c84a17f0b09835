// What the rows say of the host, and how much memory it has left.
#pragma once

#include <cstddef>
#include <string>

namespace bench {

std::string host_name();        ///< the CPU's model
std::size_t memory_to_spare();  ///< bytes that could be taken now; 0 if unknown

}  // namespace bench
