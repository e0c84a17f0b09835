// Bank conflicts in the local-memory exchanges of a pass.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/step.hpp"
#include "profile/profile.hpp"

namespace stockham::internal {

struct work_group_pass;

/// The mean number of turns of an access to local memory, over all reads and writes of a work-group between stages; 1
/// means no bank conflicts. Packing and unpacking of half spectra themselves are not counted.
/// By default there are 32 banks that each serve one four-byte word per turn, and as many of 32 work-items access
/// memory at once as request 128 bytes (CUDA C++ Programming Guide, compute capability 5 and later). Empty if nothing
/// is exchanged, or in an order that the model does not cover: Rader's permutation, word groups, lanes.
std::optional<double> turns_of_banks(const pass_step&, const local_banks&);

/// The words of an element, the number of banks, and the work-items that access memory at once.
struct bank_words {
    unsigned words = 2, count = 32, items = 16;
};

/// The first accesses of each exchange, to compare layouts: their places are computed once, since they do not depend
/// on the layout.
class first_accesses {
  public:
    first_accesses(const pass_step&, const local_banks&);

    /// The turns that they take in the layout of `own`, the pass's part or a variation of it.
    std::uint64_t turns(const work_group_pass& own) const;

  private:
    bank_words banks_;
    std::vector<std::uint32_t> places_;
    std::vector<std::size_t> ends_;  ///< the end of each access in places_
};

}  // namespace stockham::internal
