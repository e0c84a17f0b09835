// The marks of a library's result in the plots; empty if it was not measured.
#pragma once

#include <optional>
#include <string>

#include "comparison.hpp"
#include "plot.hpp"

namespace bench::report {

std::optional<mark> time_mark(const case_entry& entry, const std::string& library);
std::optional<mark> copies_mark(const case_entry& entry, const std::string& library);    // time over copy
std::optional<mark> speed_up_mark(const case_entry& entry, const std::string& library);  // ours over a rival's
std::optional<mark> error_mark(const case_entry& entry, const std::string& library);     // also of wrong results

}  // namespace bench::report
