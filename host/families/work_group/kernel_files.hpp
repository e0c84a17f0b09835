// Constants, local memory and files that the features of a work-group pass need.
#pragma once

#include "kernel/pass_text.hpp"

namespace stockham::internal {

void add_work_group_files(pass_text&, const pass_step&);

}  // namespace stockham::internal
