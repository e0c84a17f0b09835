// The data of a case: fresh random input, and the check that every element of an output was written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "problem.hpp"

namespace bench {

/// Host memory that is reused from case to case: first touches of gigabytes cost more than a measurement.
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

/// Fills the problem's input with numbers uniform in [-amplitude, amplitude], never twice the same for another seed;
/// what lies between rows in place, too, for nobody may read it. The input of c2r is the half of a Hermitian array: its
/// elements that are each other's conjugates, or their own, are made so.
void fill_random(void* data, const problem&, double amplitude, std::uint64_t seed);

/// Multiplies every number of the input by 2^exponent, exactly as long as nothing underflows.
void scale_by_power_of_two(void* data, const problem&, int exponent);

/// How many elements of the output still are poison (out of place), or the input itself (in place; real ones are
/// compared in pairs, since single numbers do agree by chance): elements nobody wrote.
std::size_t count_unwritten(const void* output, const void* input, const problem&);

}  // namespace bench
