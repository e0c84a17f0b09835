// The probes of work-group kernels.
#include <string>

#include "families/common/probes.hpp"
#include "families/work_group/work_group.hpp"

namespace stockham::internal {

std::vector<pass_probe> work_group_probes(const pass_step& s) {
    work_group_choice own;
    own.exchange = s.to<work_group_pass>().exchange;
    own.twiddles = s.twiddles;
    const auto number = number_word(s), choice = text_of_options(own, work_group_options());
    constexpr double native_sines = 1e-3;  // OpenCL leaves their accuracy to the device
    auto all = special_probes(s, "work-groups,");
    all.push_back({"work-groups," + number + "exchange" + choice, "c2c" + number + probe_points + probe_lines,
                   probe_points + std::string(" : 0.0") + choice,
                   own.twiddles == twiddle_source::native ? native_sines : 0});
    return all;
}

}  // namespace stockham::internal
