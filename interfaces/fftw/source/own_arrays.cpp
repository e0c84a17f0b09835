// Maps memory for the arrays. Pages that no array touches cost nothing, so that real and imaginary parts may lie far
// apart.
#include "own_arrays.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "host_side.hpp"
#include "library.hpp"

namespace fftw_device {

namespace {

/// The bytes of the program between the first and the last element of an array.
struct extent {
    const char* first;
    std::size_t bytes;
    const char* end() const { return first + bytes; }
};

extent extent_of(const problem& p, bool input, const void* array) {
    const auto reach = host_side(p, input).reach();
    return {static_cast<const char*>(array) + reach.low, static_cast<std::size_t>(reach.high - reach.low)};
}

/// What surrounds all of the extents.
extent hull_of(const std::vector<extent>& all) {
    const char *first = all.front().first, *end = all.front().end();
    for (const auto& each : all) {
        first = std::min(first, each.first);
        end = std::max(end, each.end());
    }
    return {first, static_cast<std::size_t>(end - first)};
}

std::size_t page() {
    static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return bytes;
}

std::size_t place_in_page(const char* address) {
    return reinterpret_cast<std::uintptr_t>(address) % page();
}

}  // namespace

void own_arrays::unmap::operator()(void* memory) const noexcept {
    munmap(memory, bytes);
}

own_arrays::block own_arrays::map(const char* first, std::size_t bytes) {
    const std::size_t all = place_in_page(first) + bytes;
    void* memory = mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw refusal("the host has no room for arrays to measure with");
    return block(memory, unmap(all));
}

/// An array of the program, and which array of this object stands for it. Parts of one block keep their distances: all
/// of them in place, else those of a side.
struct own_arrays::part {
    int block;
    void* theirs;
    void* arrays::*ours;
    extent where;
};

std::vector<own_arrays::part> own_arrays::parts_of(const problem& p, const arrays& a) {
    std::vector<part> all;
    const auto add = [&](bool input, void* arrays::*which) {
        if (a.*which) all.push_back({input || p.in_place, a.*which, which, extent_of(p, input, a.*which)});
    };
    add(true, &arrays::in);
    add(true, &arrays::in_imaginary);
    add(false, &arrays::out);
    add(false, &arrays::out_imaginary);
    return all;
}

std::uint64_t own_arrays::bytes_for(const problem& p, const arrays& a) {
    std::uint64_t bytes = 0;
    for (const auto& each : parts_of(p, a)) bytes += each.where.bytes;
    return p.in_place ? bytes / 2 : bytes;
}

own_arrays::own_arrays(const problem& p, const arrays& of_program) {
    const auto parts = parts_of(p, of_program);
    for (const int side : {0, 1}) {
        std::vector<extent> extents;
        for (const auto& each : parts)
            if (each.block == side) extents.push_back(each.where);
        if (extents.empty()) continue;
        const auto hull = hull_of(extents);
        sides_[side] = map(hull.first, hull.bytes);
        char* const start = static_cast<char*>(sides_[side].get()) + place_in_page(hull.first);
        for (const auto& each : parts) {
            if (each.block != side) continue;
            at_.*each.ours = start + (static_cast<const char*>(each.theirs) - hull.first);
            std::memset(start + (each.where.first - hull.first), 0, each.where.bytes);
        }
    }
}

}  // namespace fftw_device
