// The version of the loaded library.
#include <stockham/version.hpp>

#define STOCKHAM_TEXT_OF(x) #x
#define STOCKHAM_TEXT(x) STOCKHAM_TEXT_OF(x)

namespace stockham {

const char* v0_2::version() noexcept {
    return STOCKHAM_TEXT(STOCKHAM_VERSION_MAJOR) "." STOCKHAM_TEXT(STOCKHAM_VERSION_MINOR) "." STOCKHAM_TEXT(
        STOCKHAM_VERSION_PATCH);
}

}  // namespace stockham
