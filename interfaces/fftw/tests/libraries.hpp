// The library under test, opened by its path, beside FFTW, with which the test is linked.
#pragma once

#include <dlfcn.h>

#include <cstring>
#include <stdexcept>
#include <string>

#include "../source/real_fftw.hpp"

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

inline libraries<fftw_device::f64_api> open_f64(const char* path) {
    libraries<fftw_device::f64_api> all;
    void* handle = detail::opened(path);
#define FUNCTION(name)                                                                                                 \
    detail::take(all.ours.name, handle, "fftw_" #name);                                                                \
    all.theirs.name = &fftw_##name;
#include "../source/functions.inc"
#undef FUNCTION
    return all;
}

inline libraries<fftw_device::f32_api> open_f32(const char* path) {
    libraries<fftw_device::f32_api> all;
    void* handle = detail::opened(path);
#define FUNCTION(name)                                                                                                 \
    detail::take(all.ours.name, handle, "fftwf_" #name);                                                               \
    all.theirs.name = &fftwf_##name;
#include "../source/functions.inc"
#undef FUNCTION
    return all;
}
