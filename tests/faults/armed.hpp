// Arms the layer that OPENCL_LAYERS names within a test program.
#pragma once

#include <cstdlib>
#include <stdexcept>
#include <string>

#include <dlfcn.h>

#include <stockham/opencl.hpp>

#include "faults/faults.h"

namespace faults {

/// The layer's function of this name.
template <class Function>
Function exported(const char* name) {
    const char* layer = std::getenv("OPENCL_LAYERS");
    const auto open = [&] { return layer ? dlopen(layer, RTLD_NOW | RTLD_NOLOAD) : nullptr; };
    void* library = open();
    if (cl_uint platforms = 0; !library) {
        clGetPlatformIDs(0, nullptr, &platforms);  // the loader loads layers in its first call
        library = open();
    }
    void* found = library ? dlsym(library, name) : nullptr;
    if (!found) throw std::runtime_error("OPENCL_LAYERS does not name the layer of tests/faults");
    return reinterpret_cast<Function>(found);
}

/// Arms the layer. Returns what is wrong with the fault, or nothing.
inline std::string arm(const stockham_fault* fault) {
    static const auto call = exported<stockham_faults_arm_function>("stockham_faults_arm");
    const char* wrong = call(fault);
    return wrong ? wrong : "";
}

/// The calls on the chosen device since the layer was armed, also with "any".
inline long calls(const char* function) {
    static const auto call = exported<stockham_faults_calls_function>("stockham_faults_calls");
    return call(function);
}

/// The n-th call of `function` fails.
inline stockham_fault nth(const char* function, long n, int code = CL_OUT_OF_RESOURCES) {
    return {function, n, code, nullptr, 0, 0, 0};
}

/// The layer is armed until the end of the scope.
class armed {
  public:
    explicit armed(const stockham_fault& fault) {
        if (const auto wrong = arm(&fault); !wrong.empty()) throw std::invalid_argument(wrong);
    }
    ~armed() { arm(nullptr); }
    armed(const armed&) = delete;
    armed& operator=(const armed&) = delete;
};

}  // namespace faults
