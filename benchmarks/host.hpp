// What the rows say of the host.
#pragma once

#include <cstddef>
#include <string>

namespace bench {

std::string host_name();  ///< the CPU's model
std::string date_now();   ///< ISO 8601, UTC

}  // namespace bench
