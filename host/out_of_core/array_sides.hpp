// The arrays that trips read and write: those with the layout of the transform's input, and those with the output's.
#pragma once

#include <cstddef>
#include <vector>

#include <stockham/transform.hpp>

#include "out_of_core/build_trip.hpp"
#include "out_of_core/dimensions.hpp"

namespace stockham::internal {

/// A `bool` of its functions is true for an array with the layout of the input.
class array_sides {
  public:
    /// Throws as dimensions_of(). The transform must outlive the object.
    explicit array_sides(const transform&);

    const transform& whole() const { return t_; }
    const std::vector<array_dimension>& dimensions() const { return array_.all; }
    const strided& digit(std::size_t dimension, bool input) const;
    bool is_complex_transform() const;

    /// True for the axis with real numbers on one side: the last one of r2c and c2r.
    bool is_real(std::size_t dimension) const;

    /// Points of an axis of the complex array.
    std::size_t complex_points(std::size_t dimension) const;

    /// A trip between two arrays that has no dimensions yet.
    undivided_trip without_dimensions(bool from, bool to) const;
    /// A trip that transforms the axes `transformed`, and has no dimensions yet.
    undivided_trip trip_along(const std::vector<std::size_t>& transformed, bool from, bool to) const;

    /// Adds a dimension to such a trip: an axis if it is one of `transformed`, else one that is passed on.
    void add(undivided_trip&, std::size_t dimension, const std::vector<std::size_t>& transformed, bool from,
             bool to) const;

  private:
    std::size_t element_bytes(bool input) const;

    const transform& t_;
    const array_dimensions array_;
};

/// Adds a dimension that is not transformed. Continues the one before where that is possible: units and blocks can then
/// have any part of both.
void pass_dimension(undivided_trip&, const strided& in, const strided& out);

}  // namespace stockham::internal
