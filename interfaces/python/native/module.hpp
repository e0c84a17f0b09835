// What the binding's files share: handles as Python's integers, and what each file adds to the module.
#pragma once

#include <cstdint>
#include <memory>

#include <nanobind/nanobind.h>

#include <stockham/stockham.hpp>

namespace nb = nanobind;

/// OpenCL's handles are addresses: Python has them as integers, as pyopencl's `int_ptr` does.
using cl_integer = std::uintptr_t;

template <class Handle>
Handle as(cl_integer value) noexcept {
    return reinterpret_cast<Handle>(value);
}

template <class Handle>
cl_integer as_integer(Handle object) noexcept {
    return reinterpret_cast<cl_integer>(object);
}

void add_errors(nb::module_&);
void add_devices(nb::module_&);
void add_transforms(nb::module_&);
void add_plans(nb::module_&);
void add_host_device(nb::module_&);
void add_wisdom(nb::module_&);
