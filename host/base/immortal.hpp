// Objects of static storage that are never destroyed.
#pragma once

#include <utility>

namespace stockham::internal {

/// Moves `value` to memory that is never released. A static object that needs a destructor must be made this way:
///
///     static const auto& all = immortal(std::vector<algorithm>{..});
///
/// Plans may outlive main() and may be made by destructors of static objects or by handlers of atexit(). They would use
/// an ordinary static object after its destructor. `.ci/objects.sh` rejects such objects.
template <class T>
T& immortal(T value) {
    return *new T(std::move(value));
}

/// The same for an object made of these arguments, which need not be movable.
template <class T, class... Arguments>
T& immortal(const Arguments&... arguments) {
    return *new T(arguments...);
}

}  // namespace stockham::internal
