// The part of a pass that is specific to its kernel family.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <stockham/transform.hpp>

#include "base/polymorphic.hpp"
#include "cl/index.h"

namespace stockham::internal {

struct pass_step;

/// How the passes of a family may share a launch: not at all; two passes, where the work-groups of the second wait for
/// those of the first (cl/common/two_passes.cl); or part by part, where a work-item runs all passes of its part.
enum class launch_sharing { none, waiting_groups, by_parts };

/// Each family derives a class with its own options (families/).
class family_part {
  public:
    virtual ~family_part() = default;

    /// The name of its row in the table of families (families/table.cpp).
    virtual std::string_view family() const = 0;

    /// Elements of local memory that a work-group uses, including padding (lanes: of one stage buffer); 0 if none.
    virtual std::uint64_t local_elements(const pass_step&) const = 0;
    virtual std::uint64_t local_bytes(const pass_step&) const = 0;
    /// The local memory that a kernel for digits of any length declares; 0 if there is none for the pass.
    virtual std::uint64_t any_length_bytes(precision) const { return 0; }
    /// Points that a work-item holds in registers; 1 if it holds none.
    virtual unsigned item_points(const pass_step&) const = 0;

    /// Text for printed plans: the work-items, then the options after the size of local memory.
    virtual std::string work_text(const pass_step&) const;
    virtual std::string text(const pass_step&) const { return {}; }

    virtual launch_sharing sharing() const { return launch_sharing::none; }

    /// Lines that a work-item carries side by side in vectors, and the tile dimension that counts them.
    virtual unsigned lane_count() const { return 1; }
    virtual std::optional<unsigned> lane_dim() const { return {}; }

    /// The place in local memory of the i-th of `radix` points, which start at `first` and are `apart` elements apart.
    virtual pass_index::index32 local_place(pass_index::index32 first, pass_index::index32 i, pass_index::index32 apart,
                                            pass_index::index32 radix) const;
};

}  // namespace stockham::internal
