// The public functions about the process.
#include <stockham/process.hpp>

#include "base/environment.hpp"

namespace stockham {

bool v0_2::has_raised_rights() noexcept {
    return internal::rights_are_raised();
}

const char* v0_2::environment(const char* name) noexcept {
    return internal::from_environment(name);
}

}  // namespace stockham
