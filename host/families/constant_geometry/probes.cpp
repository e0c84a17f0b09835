// The probes of constant-geometry kernels.
#include <string>

#include "families/common/probes.hpp"
#include "families/constant_geometry/constant_geometry.hpp"

namespace stockham::internal {

std::vector<pass_probe> constant_geometry_probes(const pass_step& s) {
    const auto& g = s.to<constant_geometry_pass>();
    const std::string number = number_word(s), points = "256";
    constant_geometry_choice own;
    own.geometry = g.points;
    own.schedule = g.schedule;
    own.conventional = g.conventional;
    own.barrier_per_stage = g.barrier_per_stage;
    own.global_twiddles = g.global_twiddles;
    const auto choice = text_of_options(own, constant_geometry_options());
    return {{"word groups," + choice + number, "c2c" + number + points + probe_lines, points + " : 0.0" + choice, 0}};
}

}  // namespace stockham::internal
