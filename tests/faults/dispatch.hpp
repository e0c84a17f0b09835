// The loader's table of OpenCL functions, with everything up to OpenCL 3.0, and the functions' names and numbers.
#pragma once

#undef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_icd.h>

#include <bitset>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace faults {

using dispatch = _cl_icd_dispatch;

/// functions.inc, made from the header (CMakeLists.txt), has a line FUNCTION(clGetPlatformIDs) for each member.
enum class function : std::size_t {
#define FUNCTION(name) name,
#include "functions.inc"
#undef FUNCTION
};
constexpr std::string_view names[] = {
#define FUNCTION(name) #name,
#include "functions.inc"
#undef FUNCTION
};
constexpr std::size_t function_count = sizeof names / sizeof *names;
static_assert(function_count * sizeof(void*) == sizeof(dispatch), "functions.inc does not list every OpenCL function");

constexpr std::string_view name_of(function f) {
    return names[static_cast<std::size_t>(f)];
}

/// A set of functions.
using function_set = std::bitset<function_count>;

/// What a member of the table returns; nothing for functions of other systems (Direct3D), which are void* here.
template <class Member>
struct member {
    static constexpr bool is_function = false;
    using result = void;
};
template <class R, class... A>
struct member<R (CL_API_CALL* dispatch::*)(A...)> {
    static constexpr bool is_function = true;
    using result = R;
};

/// False for functions that return nothing, such as clSVMFree: they cannot report a failure.
constexpr bool can_fail[] = {
#define FUNCTION(name) !std::is_void_v<member<decltype(&dispatch::name)>::result>,
#include "functions.inc"
#undef FUNCTION
};

}  // namespace faults
