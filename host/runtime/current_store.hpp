// The program cache of this process, as files.
#pragma once

#include <optional>

#include "runtime/disk_store.hpp"

namespace stockham::internal {

/// Nothing where there is no cache. Thread-safe.
std::optional<disk_store> current_store();

}  // namespace stockham::internal
