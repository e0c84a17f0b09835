// The probes of lane kernels.
#include <string>

#include "families/common/probes.hpp"
#include "families/lanes/lanes.hpp"

namespace stockham::internal {

std::vector<pass_probe> lanes_probes(const pass_step& s) {
    const auto& own = s.to<lanes_pass>();
    const auto& across = s.tile[own.dim].points;
    const bool one_line = across.is == 0 && across.os == 0;
    const auto number = number_word(s), name = std::to_string(own.lanes) + " lanes," + number;
    const auto problem = "c2c" + number + probe_points, plan = probe_points + std::string(" : 0.0");
    auto all = special_probes(s, "lanes,", "48");  // half a spectrum fills a block of lanes
    all.push_back(one_line ? pass_probe{name + "of one line", problem, plan, 0}
                           : pass_probe{name + "of many lines", problem + probe_lines, plan, 0});
    return all;
}

}  // namespace stockham::internal
