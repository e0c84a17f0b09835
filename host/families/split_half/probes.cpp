// The probes of split-half kernels.
#include <algorithm>
#include <string>

#include "families/common/probes.hpp"
#include "families/split_half/split_half.hpp"

namespace stockham::internal {

std::vector<pass_probe> split_half_probes(const pass_step& s) {
    const auto& own = s.to<split_half_pass>();
    const std::string number = number_word(s);
    unsigned radix = 4;
    for (const auto& stage : s.stages) radix = std::max(radix, stage.radix);
    const auto choice = " radix=" + std::to_string(radix) + " points=" + std::to_string(std::max(16U, radix)) +
                        " split_half=" + std::to_string(own.split);
    constexpr double rounded_matrices = 1e-2;  // radices from 8 on with unsplit half-precision matrices
    // In a small tile some work-items hold fewer points, which compilers handle by different code.
    const bool small = s.tile_points() <= 64;
    const std::string points = small ? "64" : "256";
    return {{"products of halves," + choice + (small ? " alone" : "") + " units " +
                 std::to_string(static_cast<unsigned>(own.by)),
             "c2c" + number + points + (small ? "" : probe_lines), points + " : 0.0" + choice,
             own.split == 1 && radix > 4 ? rounded_matrices : 1e-5}};
}

}  // namespace stockham::internal
