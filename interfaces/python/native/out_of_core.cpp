// Transforms of host arrays that are larger than a device's memory.
#include "module.hpp"

#include <stockham/out_of_core.hpp>

#include "process.hpp"

namespace {

// Handles signals, so that Ctrl-C ends the run.
bool go_on(const stockham::out_of_core_progress&) {
    const interpreter_locked locked;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    return true;
}

// Takes the arrays' addresses. The caller keeps the arrays alive and passes arrays of the right sizes.
void run_out_of_core(cl_integer device, const stockham::transform& what, cl_integer input, cl_integer output,
                     std::size_t device_memory) {
    check_process();
    stockham::out_of_core_options options;
    options.devices = {as<cl_device_id>(device)};
    options.device_memory = device_memory;
    options.progress = go_on;
    const interpreter_unlocked unlocked;
    stockham::out_of_core(what, options).run(as<const void*>(input), as<void*>(output));
}

}  // namespace

void add_out_of_core(nb::module_& m) {
    m.def("run_out_of_core", &run_out_of_core, nb::arg("device"), nb::arg("what"), nb::arg("input"), nb::arg("output"),
          nb::arg("device_memory") = 0);
}
