// The disk store behind this process's program cache.
#pragma once

#include <optional>

#include "runtime/cache/disk_store.hpp"

namespace stockham::internal {

/// Empty if the cache is switched off. Thread-safe.
std::optional<disk_store> current_store();

}  // namespace stockham::internal
