// Lists, chooses and describes devices.
#include "module.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "opencl_loader.hpp"
#include "process.hpp"

namespace {

std::vector<cl_integer> devices() {
    check_process();
    interpreter_unlocked unlocked;
    std::vector<cl_integer> all;
    for (cl_device_id each : stockham::devices()) all.push_back(as_integer(each));
    return all;
}

cl_integer choose_device(const std::string& word) {
    check_process();
    interpreter_unlocked unlocked;
    check_named_loader();
    return as_integer(stockham::choose_device(word));
}

stockham::device_description describe(cl_integer device) {
    check_process();
    interpreter_unlocked unlocked;
    return stockham::describe(as<cl_device_id>(device));
}

const char* kind_of(const stockham::device_description& device) {
    switch (device.kind) {
    case stockham::device_kind::cpu:
        return "cpu";
    case stockham::device_kind::gpu:
        return "gpu";
    default:
        return "other";
    }
}

}  // namespace

void add_devices(nb::module_& m) {
    using stockham::device_description;
    nb::class_<device_description>(m, "DeviceDescription")
        .def_ro("name", &device_description::name)
        .def_ro("vendor", &device_description::vendor)
        .def_ro("architecture", &device_description::architecture)
        .def_ro("platform", &device_description::platform)
        .def_ro("driver", &device_description::driver)
        .def_prop_ro("kind", &kind_of)
        .def_prop_ro("has_double", [](const device_description& d) { return d.fp64 != stockham::double_support::none; })
        .def_prop_ro("usable", [](const device_description& d) { return d.available && d.has_compiler; })
        .def_ro("compute_units", &device_description::compute_units)
        .def_ro("local_memory", &device_description::local_memory)
        .def_ro("max_allocation", &device_description::max_allocation)
        .def_ro("global_memory", &device_description::global_memory);
    m.def("devices", &devices);
    m.def("choose_device", &choose_device, nb::arg("word") = "");
    m.def("describe", &describe, nb::arg("device"));
}
