// The data of a case: random input, and the check that every element of an output was written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "problem.hpp"

namespace bench {

/// Host memory that cases share: the first access to gigabytes of new memory takes longer than a measurement.
class host_buffer {
  public:
    void* reserve(std::size_t bytes);
    void* data() const { return memory_.get(); }

  private:
    struct free_memory {
        void operator()(void*) const;
    };
    std::unique_ptr<void, free_memory> memory_;
    std::size_t capacity_ = 0;
};

/// Fills the problem's input with numbers uniform in [-amplitude, amplitude]; different seeds give different numbers.
/// Also fills the padding between rows in place, which no library may read. The input of c2r is half of a Hermitian
/// array, so elements that are conjugates of each other or of themselves are made so.
void fill_random(void* data, const problem&, double amplitude, std::uint64_t seed);

/// Multiplies every number of the input by 2^exponent, which is exact unless a number underflows.
void scale_by_power_of_two(void* data, const problem&, int exponent);

/// The number of output elements that were not written: those still poisoned (out of place) or equal to the input (in
/// place; real elements are compared in pairs, since single numbers may agree by chance).
std::size_t count_unwritten(const void* output, const void* input, const problem&);

}  // namespace bench
