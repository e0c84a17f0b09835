// The library under test, opened by its path, beside FFTW, with which the test is linked.
#pragma once

#include <cstdio>
#include <dlfcn.h>
#include <fftw3.h>

#include <cstring>
#include <stdexcept>
#include <string>

struct f64_functions {
    using number = double;
    using complex = fftw_complex;
    using plan = fftw_plan;
#define FUNCTION(name) decltype(&fftw_##name) name = nullptr;
#include "../source/functions.inc"
#undef FUNCTION
};
struct f32_functions {
    using number = float;
    using complex = fftwf_complex;
    using plan = fftwf_plan;
#define FUNCTION(name) decltype(&fftwf_##name) name = nullptr;
#include "../source/functions.inc"
#undef FUNCTION
};

/// Both libraries' functions in one precision.
template <class Api>
struct libraries {
    Api ours, theirs;
};

namespace detail {

template <class Function>
void take(Function& to, void* handle, const std::string& name) {
    void* address = dlsym(handle, name.c_str());
    if (!address) throw std::runtime_error(name + " is missing");
    std::memcpy(&to, &address, sizeof to);
}

inline void* opened(const char* path) {
    void* handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) throw std::runtime_error(dlerror());
    return handle;
}

}  // namespace detail

inline libraries<f64_functions> open_f64(const char* path) {
    libraries<f64_functions> all;
    void* handle = detail::opened(path);
#define FUNCTION(name)                                                                                                 \
    detail::take(all.ours.name, handle, "fftw_" #name);                                                                \
    all.theirs.name = &fftw_##name;
#include "../source/functions.inc"
#undef FUNCTION
    return all;
}

inline libraries<f32_functions> open_f32(const char* path) {
    libraries<f32_functions> all;
    void* handle = detail::opened(path);
#define FUNCTION(name)                                                                                                 \
    detail::take(all.ours.name, handle, "fftwf_" #name);                                                               \
    all.theirs.name = &fftwf_##name;
#include "../source/functions.inc"
#undef FUNCTION
    return all;
}
