// The form of the numbers in a buffer.
#pragma once

#include <string>

namespace stockham::internal {

enum class numbers { interleaved, real, planar };

/// The numbers on one side of a problem or of a pass: of the working precision, or halves.
struct memory_form {
    internal::numbers numbers = numbers::interleaved;
    bool half = false;
    std::string callback = {};  ///< OpenCL C of the user's function that reads or writes instead
};

inline bool operator==(const memory_form& a, const memory_form& b) {
    return a.numbers == b.numbers && a.half == b.half && a.callback == b.callback;
}
inline bool operator!=(const memory_form& a, const memory_form& b) {
    return !(a == b);
}

}  // namespace stockham::internal
