// The report of `stockham calibrate` about a new profile, and the decision to keep it.
#pragma once

#include <string>
#include <vector>

#include <stockham/calibration.hpp>

namespace stockham::tools {

/// A table of the plans that a profile was fitted to. Ends with a newline.
std::string fit_text(const std::vector<calibration_case>&);

/// A table of all problems, then the mean and the worst ratio. Ends with a newline.
std::string comparison_text(const profile_comparison&);

/// Where a profile is written, and under which condition.
struct profile_target {
    std::string output;  ///< a file; empty: the user's folder
    bool print_only = false;
    bool keep_anyway = false;
};

/// Writes the profile unless it makes plans slower; otherwise leaves the file unchanged. Returns a line that tells what
/// was done and why. Throws job_error or argument_error if the profile cannot be written.
std::string keep_if_worthwhile(const device_profile&, const profile_comparison&, const profile_target&);

}  // namespace stockham::tools
