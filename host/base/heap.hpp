// The heap of the C library.
#pragma once

namespace stockham::internal {

/// Returns the heap's free pages to the system. Does nothing where the C library has no function for it.
void return_free_pages() noexcept;

}  // namespace stockham::internal
