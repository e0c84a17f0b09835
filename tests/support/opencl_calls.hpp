// The library's OpenCL calls as a test sees them: opencl_calls.cpp, linked into a test program, stands between the two.
// It counts objects and launches, and makes a function fail at the test's wish. While a call is under way, no
// allocation fails (failing_new.hpp): OpenCL's own compiler may end the process when it gets no memory.
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

/// For the length of a scope, calls of this function return this code, after the first `after` ones that succeed.
class failing_call {
  public:
    failing_call(const char* function, cl_int code, long after = 0);
    ~failing_call();
    failing_call(const failing_call&) = delete;
    failing_call& operator=(const failing_call&) = delete;
};

}  // namespace opencl_calls
