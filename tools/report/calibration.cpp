// The stage that measures the device's profile.
#include <sstream>

#include <fmt/format.h>
#include <stockham/calibration.hpp>

#include "report/stage.hpp"

namespace stockham::tools::report {

void run_calibration(stage_run& run) {
    std::size_t k = 0;
    calibration_options how;
    how.predict = false;
    how.progress = [&](const std::string& what) {
        run.begin(k, 0, what);
        ++k;
        return true;
    };
    const auto measured = calibrate(run.device().context(), run.device().device(), how);
    for (const auto& c : measured.fitted)
        run.add({"fit", fmt::format("{:.4g}", c.measured * 1e6), fmt::format("{:.4g}", c.predicted * 1e6), c.problem,
                 c.plan_string});
    std::istringstream lines(measured.profile.to_json());
    for (std::string line; std::getline(lines, line);) run.add({"profile", line});
}

}  // namespace stockham::tools::report
