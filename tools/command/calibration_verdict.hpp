// What `stockham calibrate` reports about a new profile, and whether the profile is kept.
#pragma once

#include <string>

#include <stockham/calibration.hpp>

namespace stockham::tools {

/// The table of all problems, then the mean and the worst ratio. It ends with a line feed.
std::string comparison_text(const profile_comparison&);

/// Where a profile goes, and under which condition.
struct profile_target {
    std::string output;  ///< a file; empty: the user's folder
    bool print_only = false;
    bool keep_anyway = false;
};

/// Keeps the profile unless plans become slower by it; a file that is not replaced stays as it is. Returns the line
/// that says what was done and why. Throws job_error or argument_error if the profile cannot be written.
std::string keep_if_worthwhile(const device_profile&, const profile_comparison&, const profile_target&);

}  // namespace stockham::tools
