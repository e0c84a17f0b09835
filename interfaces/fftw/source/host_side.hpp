// One side of a transform in the program's memory: where its elements lie, and copies between it and a packed block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "problem.hpp"

namespace fftw_device {

/// The elements of one side, as the device has them: loops first, then the axes, slowest first. Strides count elements;
/// those of split and half-complex sides count real numbers.
///
/// A half-complex side of n numbers is a half spectrum: number k is the real part of element k, and number n - k its
/// imaginary part, which elements 0 and n / 2 lack. The output of a Hartley transform has the difference and the sum
/// of both parts in these places.
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

    /// The bytes of an array of the program that this side may touch, counted from element (0, .., 0).
    struct bytes {
        std::int64_t low = 0;   ///< of the first one, not above 0
        std::int64_t high = 0;  ///< behind the last one
    };
    bytes reach() const { return reach_; }

    /// Copies `count` elements from number `first` on, counted in the order of axes(), to or from a packed block.
    /// `imaginary` is null unless the side is split. Missing imaginary parts are gathered as 0.
    void gather(const void* from, const void* imaginary, std::size_t first, std::size_t count, void* to) const;
    void scatter(const void* from, std::size_t first, std::size_t count, void* to, void* imaginary) const;

  private:
    enum class form { real, interleaved, split, half_complex, hartley };

    template <class Each>
    void for_each_part(std::size_t first, std::size_t count, const Each&) const;
    void scatter_parts(const void* from, std::size_t first, std::size_t count, void* to, void* imaginary) const;

    std::vector<axis> axes_;
    form form_ = form::real;
    std::size_t element_ = 0;
    std::size_t number_ = 0;   ///< bytes of a real number
    std::size_t unit_ = 0;     ///< bytes that strides count
    std::int64_t length_ = 0;  ///< of a half-complex line, in numbers
    std::size_t count_ = 1;
    bytes reach_;
    std::size_t span_ = 0;
    bool has_span_ = false;
};

}  // namespace fftw_device
