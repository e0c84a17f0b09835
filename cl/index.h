// The index formulas that kernels and host share, for the host: the interpreter (host/interpreter/) runs plans with the
// device's own formulas. Families with formulas of their own include them beside these. All are written in the common subset of OpenCL C and C++.
#pragma once

#include "cl/common/axis_map.h"
#include "cl/common/convolved.h"
#include "cl/common/spectrum.h"
#include "cl/common/tile.h"
#include "cl/work_group/local_layout.h"
#include "cl/work_group/sharing.h"
