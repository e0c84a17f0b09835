// The parts of a work-group kernel that a family built on work-groups can write differently, and the constants, local
// memory and files that its features need.
#pragma once

#include <cstddef>

#include "kernel/pass_function.hpp"
#include "kernel/pass_text.hpp"

namespace stockham::internal {

/// The registers and butterflies of a work-item. By default it computes whole butterflies alone.
class work_group_butterflies {
  public:
    virtual ~work_group_butterflies() = default;

    /// True if compute() calls the butterflies of cl/butterflies/.
    virtual bool common() const { return true; }
    /// Adds the files and constants that number the butterflies of a work-item.
    virtual void add_files(pass_text&, const pass_step&) const;
    /// Local memory: the kernel's declarations, for a launch of its own and for a shared one, and what follows them.
    virtual void declare_memory(pass_text&, const pass_step&) const;
    /// Writes what precedes the first load.
    virtual void begin(pass_function&) const {}
    /// Writes the twiddle factors and butterflies of a stage.
    virtual void compute(pass_function&, const pass_step&, std::size_t stage) const;
};

void add_work_group_files(pass_text&, const pass_step&, const work_group_butterflies&);
/// The kernel text of a pass whose butterflies these are.
pass_text text_of_work_group(const pass_step&, double_support, const pass_names&, const work_group_butterflies&);

}  // namespace stockham::internal
