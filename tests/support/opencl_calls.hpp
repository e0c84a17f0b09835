// opencl_calls.cpp intercepts the OpenCL calls of the library in a test program. It counts objects and launches, and
// makes chosen functions fail. No allocation fails during a call (failing_new.hpp), because OpenCL's own compiler may
// then end the process.
#pragma once

#include <array>
#include <cstddef>
#include <ostream>

#include <stockham/opencl.hpp>

namespace opencl_calls {

enum object { contexts, queues, memories, programs, kernels, events, object_count };

/// References that the program owns: made or retained, and not yet released.
struct references {
    std::array<long, object_count> of{};
    bool operator==(const references& other) const { return of == other.of; }
    friend std::ostream& operator<<(std::ostream& out, const references& all) {
        constexpr const char* names[] = {"contexts", "queues", "memory objects", "programs", "kernels", "events"};
        for (std::size_t k = 0; k < object_count; ++k)
            out << all.of[k] << ' ' << names[k] << (k + 1 < object_count ? ", " : "");
        return out;
    }
};
references owned_references();

/// Kernel launches that succeeded so far.
long launches();

/// Until the end of the scope, calls of this function return this code, after `after` calls that succeed.
class failing_call {
  public:
    failing_call(const char* function, cl_int code, long after = 0);
    ~failing_call();
    failing_call(const failing_call&) = delete;
    failing_call& operator=(const failing_call&) = delete;
};

}  // namespace opencl_calls
