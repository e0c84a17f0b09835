// The heap of the C library: glibc's keeps the pages of freed blocks until it is told to return them.
#include "base/heap.hpp"

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace stockham::internal {

void return_free_pages() noexcept {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

}  // namespace stockham::internal
