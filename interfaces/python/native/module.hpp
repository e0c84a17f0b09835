// Shared by the files of the binding: OpenCL handles as Python integers, and the functions that fill the module.
#pragma once

#include <cstdint>
#include <memory>

#include <nanobind/nanobind.h>

#include <stockham/stockham.hpp>

#include "interpreter.hpp"

namespace nb = nanobind;

/// An OpenCL handle as a Python integer, as in pyopencl's `int_ptr`.
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
void add_batches(nb::module_&);
void add_session(nb::module_&);
void add_wisdom(nb::module_&);
void add_jobs(nb::module_&);
void add_out_of_core(nb::module_&);
void add_lifetimes(nb::module_&);
void add_imaging(nb::module_&);
void add_deconvolve(nb::module_&);
void add_match(nb::module_&);
void add_registration(nb::module_&);
void add_waves(nb::module_&);
void add_pictures(nb::module_&);
void add_messages(nb::module_&);
