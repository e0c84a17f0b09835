// One side of a transform in the program's memory: where its elements lie, and copies between it and a packed block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "problem.hpp"

namespace fftw_device {

/// The elements of one side: loops first, then the axes, slowest first. Strides count elements.
class host_side {
  public:
    struct axis {
        std::int64_t n = 1;
        std::int64_t stride = 0;
    };

    /// The input or the output side of a problem. An `element` is a complex number or, on a real side, a real one.
    host_side(const problem&, bool input);

    std::size_t element_bytes() const { return element_; }
    std::size_t count() const { return count_; }  ///< elements
    const std::vector<axis>& axes() const { return axes_; }

    /// True if the device can have the elements where the program has them: interleaved, no negative stride, and few
    /// gaps (input) or none (output, whose gaps belong to the program).
    bool has_span() const { return has_span_; }
    /// Elements from the first to the last one; for a side that has a span.
    std::size_t span() const { return span_; }
    /// Elements that the device has: those of the span, or packed ones.
    std::size_t count_as(bool as_is) const { return as_is ? span_ : count_; }

    /// Copies `count` elements from number `first` on, counted in the order of axes(), to or from a packed block.
    /// `imaginary` is null for interleaved and real sides.
    void gather(const void* from, const void* imaginary, std::size_t first, std::size_t count, void* to) const;
    void scatter(const void* from, std::size_t first, std::size_t count, void* to, void* imaginary) const;

  private:
    std::vector<axis> axes_;
    std::size_t element_ = 0;
    std::size_t number_ = 0;  ///< bytes of a real number
    std::size_t count_ = 1;
    std::size_t span_ = 0;
    bool has_span_ = false;
    bool split_ = false;
};

}  // namespace fftw_device
