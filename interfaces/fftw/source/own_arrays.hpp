// Arrays of this library in place of a program's, to measure both ways while planning: FFTW leaves the arrays alone if
// it has wisdom for the problem, so that programs may have filled them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "problem.hpp"

namespace fftw_device {

/// Zeros in arrays that FFTW's plan for the program's arrays may be executed on: they have the same layout, alignment
/// and distances between real and imaginary parts, and input and output are the same array if the program's are.
class own_arrays {
  public:
    /// Bytes that they take.
    static std::uint64_t bytes_for(const problem&, const arrays& of_program);
    /// Throws refusal if the host lacks the memory.
    own_arrays(const problem&, const arrays& of_program);

    const arrays& at() const { return at_; }

  private:
    struct unmap {
        std::size_t bytes;
        unmap() noexcept : bytes(0) {}
        explicit unmap(std::size_t mapped) noexcept : bytes(mapped) {}
        void operator()(void* memory) const noexcept;
    };
    using block = std::unique_ptr<void, unmap>;

    struct part;
    static std::vector<part> parts_of(const problem&, const arrays& of_program);
    /// Memory for `bytes` bytes that begin at this address in the program, and lie alike within a page.
    static block map(const char* first, std::size_t bytes);

    block sides_[2];
    arrays at_;
};

}  // namespace fftw_device
