// The form of the numbers in a buffer.
#pragma once

#include <string>

namespace stockham::internal {

enum class numbers { interleaved, real, planar };

/// What one side of a problem, or of a pass, is made of. Of the working precision, or halves.
struct memory_form {
    internal::numbers numbers = numbers::interleaved;
    bool half = false;
    std::string callback = {};  ///< OpenCL C of the user's function, which then does the reading or writing
};

inline bool operator==(const memory_form& a, const memory_form& b) {
    return a.numbers == b.numbers && a.half == b.half && a.callback == b.callback;
}
inline bool operator!=(const memory_form& a, const memory_form& b) {
    return !(a == b);
}

}  // namespace stockham::internal
