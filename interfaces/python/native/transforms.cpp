// Makes the description of a transform from shapes and strides, or from a problem string.
#include "module.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "process.hpp"

namespace {

using sizes = std::vector<std::size_t>;
using steps = std::vector<std::ptrdiff_t>;

// `name` is the beginning of a problem string, such as "c2c f32". Strides and offsets are in bytes, as in numpy.
stockham::transform make_transform(const std::string& name, const std::vector<int>& axes, const sizes& input_shape,
                                   const steps& input_strides, const sizes& output_shape, const steps& output_strides,
                                   std::size_t input_offset, std::size_t output_offset, double scale, bool inverse,
                                   bool in_place) {
    const stockham::transform named = stockham::parse_transform(name + " 1");
    const auto where = in_place ? stockham::placement::in_place : stockham::placement::out_of_place;
    stockham::transform what =
        stockham::transform_along(axes, {input_shape, input_strides, input_offset},
                                  {output_shape, output_strides, output_offset}, named.kind, named.precision, where);
    what.scale = scale;
    what.direction = inverse ? stockham::direction::inverse : stockham::direction::forward;
    stockham::check(what);
    return what;
}

stockham::transform read_transform(const std::string& text) {
    stockham::transform what = stockham::parse_transform(text);
    stockham::check(what);
    return what;
}

// The kind and the precision: the first two words of the problem string.
std::string name_of(const stockham::transform& what) {
    const std::string text = stockham::to_string(what);
    return text.substr(0, text.find(' ', text.find(' ') + 1));
}

std::size_t good_size_on(cl_integer device, const std::string& problem) {
    check_process();
    interpreter_unlocked unlocked;
    return stockham::good_size(stockham::describe(as<cl_device_id>(device)), stockham::parse_transform(problem));
}

std::size_t workspace_size(cl_integer device, const stockham::transform& what) {
    check_process();
    interpreter_unlocked unlocked;
    return stockham::estimate(as<cl_device_id>(device), what).workspace_size;
}

}  // namespace

void add_transforms(nb::module_& m) {
    using stockham::transform;
    nb::class_<transform>(m, "Transform")
        .def("__str__", [](const transform& what) { return stockham::to_string(what); })
        .def_prop_ro("name", &name_of)
        .def_ro("lengths", &transform::lengths)
        .def_ro("batch", &transform::batch)
        .def_prop_ro("output_lengths", [](const transform& what) { return stockham::output_lengths(what); })
        .def_prop_ro("input_bytes", [](const transform& what) { return stockham::input_bytes(what); })
        .def_prop_ro("output_bytes", [](const transform& what) { return stockham::output_bytes(what); })
        .def_prop_ro("in_place", [](const transform& what) { return what.placement == stockham::placement::in_place; });
    m.def("make_transform", &make_transform, nb::arg("name"), nb::arg("axes"), nb::arg("input_shape"),
          nb::arg("input_strides"), nb::arg("output_shape"), nb::arg("output_strides"), nb::arg("input_offset") = 0,
          nb::arg("output_offset") = 0, nb::arg("scale") = 1.0, nb::arg("inverse") = false,
          nb::arg("in_place") = false);
    m.def("read_transform", &read_transform, nb::arg("problem"));
    m.def(
        "good_size", [](std::size_t n) { return stockham::good_size(n); }, nb::arg("n"));
    m.def("good_size_on", &good_size_on, nb::arg("device"), nb::arg("problem"));
    m.def("workspace_size", &workspace_size, nb::arg("device"), nb::arg("what"));
}
