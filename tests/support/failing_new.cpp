// operator new and delete of the test program.
#include "failing_new.hpp"

namespace {

bool fails_now() {
    auto& mine = failing_new::mine;
    if (!mine.counting) return false;
    const long number = mine.seen++;
    const bool fails = mine.fails_at >= 0 && (mine.from_then_on ? number >= mine.fails_at : number == mine.fails_at);
    mine.failed += fails;
    return fails;
}

}  // namespace

void* operator new(std::size_t bytes) {
    if (fails_now()) throw std::bad_alloc();
    if (void* memory = std::malloc(bytes ? bytes : 1)) return memory;
    throw std::bad_alloc();
}
// std::stable_sort() uses this one. AddressSanitizer's version would not match operator delete below.
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
    return fails_now() ? nullptr : std::malloc(bytes ? bytes : 1);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
