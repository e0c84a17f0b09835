// The extension module `stockham._stockham`, a thin binding of the C++ interface. The public interface is written in
// Python.
#include "module.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "opencl_loader.hpp"

NB_MODULE(_stockham, m) {
    m.doc() = "Binding of the stockham library: descriptions, plans, devices, wisdom.";
    // Cached plans may outlive the interpreter. nanobind would report them as leaks.
    nb::set_leak_warnings(false);
    m.attr("version") = stockham::version();
    m.def("set_opencl_loaders", &set_opencl_loaders, nb::arg("names"), nb::arg("drivers"));
    m.def("opencl_loader_in_use", &opencl_loader_in_use);
    add_errors(m);
    add_devices(m);
    add_transforms(m);
    add_plans(m);
    add_session(m);
    add_batches(m);
    add_wisdom(m);
    add_jobs(m);
    add_out_of_core(m);
    add_lifetimes(m);
    add_imaging(m);
    add_deconvolve(m);
    add_match(m);
    add_registration(m);
    add_waves(m);
    add_pictures(m);
    add_messages(m);
}
