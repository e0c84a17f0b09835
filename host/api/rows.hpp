// Rows of different lengths that share a kernel: convolutions of one length (Bluestein's algorithm) in a tile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <stockham/device.hpp>
#include <stockham/transform.hpp>

#include "api/many.hpp"
#include "model/step.hpp"
#include "plan/branch_and_bound.hpp"
#include "runtime/execute/member_kernels.hpp"

namespace stockham::internal {

/// The properties that rows of one kernel share: the length of the convolution, and all but their own length and scale.
/// Empty if the transform is no row: has several axes, a batch or strides, or is neither c2c, r2c nor c2r in f32 or
/// f64.
std::optional<std::string> row_kind(const transform&);

/// The kernel of rows of one kind, with the tables of their lengths.
class row_kernel {
  public:
    /// A kernel for rows of the kind of this one. Empty if no tile of the device holds their convolution.
    static std::unique_ptr<row_kernel> made(const transform&, const device_description&);

    /// Adds the tables of a row of this kind, at most `most_bytes` of them. False if they would be more.
    bool add(const transform&, std::size_t most_bytes);
    std::size_t table_bytes() const { return table_.size(); }
    std::size_t rows() const { return rows_.size(); }
    /// Points of the convolution.
    std::uint64_t points() const { return points_; }

    /// Puts the tables on the device and compiles the kernel that most lists need, that with one table of offsets.
    void finish(context_state&, cl_device_id);
    /// Items of these rows, by their places in the order of add().
    many_of_a_kind many(const std::vector<std::size_t>& rows, std::vector<batch_item>) const;

  private:
    row_kernel(candidate, const device_description&, std::uint64_t points);
    const executable& kernels(const member_access&) const;
    std::uint64_t place_of(const twiddle_table&);

    candidate plan_;  // of the row that it was made for
    device_description device_;
    std::uint64_t points_;
    std::vector<row_numbers> rows_;
    std::vector<std::byte> table_;
    std::map<std::string, std::uint64_t> places_;  // of the tables, by name
    memory_object on_device_;
    context_state* context_ = nullptr;
    cl_device_id id_ = nullptr;
    unsigned most_ = 1;
    mutable member_kernels compiled_;
};

}  // namespace stockham::internal
