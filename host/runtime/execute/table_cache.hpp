// Tables of offsets on the device.
#pragma once

#include <cstdint>
#include <list>
#include <mutex>
#include <vector>

#include "runtime/opencl/opencl.hpp"

namespace stockham::internal {

/// Keeps the latest tables, which only kernels read, so that equal ones need not be made again: on an NVIDIA H200 an
/// allocation takes 80 us. Thread-safe.
class table_cache {
  public:
    /// A buffer with these numbers. OpenCL keeps the memory until the commands that use it have finished. Throws
    /// opencl_error.
    memory_object of(cl_context, const std::vector<std::uint64_t>& numbers);

  private:
    static constexpr std::size_t most = 8;
    struct entry {
        std::vector<std::uint64_t> numbers;
        memory_object memory;
    };
    std::mutex mutex_;
    std::list<entry> entries_;  // the last used first
};

}  // namespace stockham::internal
