// The OpenCL C header, for C++.
#pragma once

#include <stockham/opencl.h>
