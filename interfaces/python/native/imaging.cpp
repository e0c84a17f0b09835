// The imaging library: the engine, arrays and progress.
#include "imaging.hpp"

#include <new>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace imaging = stockham::imaging;

stockham::imaging::progress_function python_progress::get() {
    if (function_.is_none()) return {};
    return [this](const imaging::progress& now) {
        interpreter_locked locked;
        try {
            const nb::object answer = call_python(function_, now.done, now.total, now.change);
            return !answer.is(nb::bool_(false));
        } catch (...) {
            raised_ = std::current_exception();
            return false;
        }
    };
}

namespace {

python_engine make_engine(cl_integer context, cl_integer device, std::size_t memory) {
    check_process();
    interpreter_unlocked unlocked;
    imaging::engine_options options;
    options.memory = memory;
    python_engine made;
    made.engine = context != 0
                      ? std::make_unique<imaging::engine>(as<cl_context>(context), as<cl_device_id>(device), options)
                      : std::make_unique<imaging::engine>(as<cl_device_id>(device), options);
    return made;
}

}  // namespace

void add_imaging(nb::module_& m) {
    nb::class_<imaging::array_view>(m, "ArrayView")
        .def(
            "__init__",
            [](imaging::array_view* self, std::vector<std::size_t> shape, bool is_double, bool is_complex,
               cl_integer address, cl_integer buffer, std::size_t offset, int number,
               std::vector<std::size_t> strides) {
                const auto in = is_double ? stockham::precision::f64 : stockham::precision::f32;
                new (self) imaging::array_view{std::move(shape),
                                               in,
                                               is_complex,
                                               as<void*>(address),
                                               as<cl_mem>(buffer),
                                               offset,
                                               static_cast<imaging::number_type>(number),
                                               std::move(strides)};
            },
            nb::arg("shape"), nb::arg("is_double"), nb::arg("is_complex"), nb::arg("address"), nb::arg("buffer") = 0,
            nb::arg("offset") = 0, nb::arg("number") = 0, nb::arg("strides") = std::vector<std::size_t>());
    nb::class_<python_engine>(m, "ImagingEngine")
        .def_prop_ro("memory", [](const python_engine& self) { return self.engine->memory(); })
        .def_prop_ro("has_double", [](const python_engine& self) { return self.engine->has_double(); });
    m.def("make_imaging_engine", &make_engine, nb::arg("context"), nb::arg("device"), nb::arg("memory") = 0);
}
