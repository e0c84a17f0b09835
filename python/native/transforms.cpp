// The description of a transform: made from strides and loops, or read from a problem string.
#include "module.hpp"

#include <tuple>

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace {

using sizes = std::vector<std::size_t>;
using loops = std::vector<std::tuple<std::size_t, std::size_t, std::size_t>>;

// `name` is how a problem string begins: "c2c f32". Strides and offsets count elements of their side.
stockham::transform make_transform(const std::string& name, const sizes& lengths, const sizes& input_strides,
                                   const sizes& output_strides, const loops& all_loops, std::size_t input_offset,
                                   std::size_t output_offset, double scale, bool inverse, bool in_place,
                                   bool full_spectrum) {
    stockham::transform what = stockham::parse_transform(name + " 1");
    what.lengths = lengths;
    what.input.strides = input_strides;
    what.input.offset = input_offset;
    what.output.strides = output_strides;
    what.output.offset = output_offset;
    for (const auto& [n, in, out] : all_loops) what.loops.push_back({n, in, out});
    what.scale = scale;
    what.direction = inverse ? stockham::direction::inverse : stockham::direction::forward;
    what.placement = in_place ? stockham::placement::in_place : stockham::placement::out_of_place;
    what.full_spectrum = full_spectrum;
    stockham::check(what);
    return what;
}

stockham::transform read_transform(const std::string& text) {
    stockham::transform what = stockham::parse_transform(text);
    stockham::check(what);
    return what;
}

// The kind and the precision: the problem string's first two words.
std::string name_of(const stockham::transform& what) {
    const std::string text = stockham::to_string(what);
    return text.substr(0, text.find(' ', text.find(' ') + 1));
}

}  // namespace

void add_transforms(nb::module_& m) {
    using stockham::transform;
    nb::class_<transform>(m, "Transform")
        .def("__str__", [](const transform& what) { return stockham::to_string(what); })
        .def_prop_ro("name", &name_of)
        .def_ro("batch", &transform::batch)
        .def_prop_ro("output_lengths", [](const transform& what) { return stockham::output_lengths(what); })
        .def_prop_ro("input_bytes", [](const transform& what) { return stockham::input_bytes(what); })
        .def_prop_ro("output_bytes", [](const transform& what) { return stockham::output_bytes(what); })
        .def_prop_ro("in_place", [](const transform& what) { return what.placement == stockham::placement::in_place; });
    m.def("make_transform", &make_transform, nb::arg("name"), nb::arg("lengths"), nb::arg("input_strides"),
          nb::arg("output_strides"), nb::arg("loops"), nb::arg("input_offset") = 0, nb::arg("output_offset") = 0,
          nb::arg("scale") = 1.0, nb::arg("inverse") = false, nb::arg("in_place") = false,
          nb::arg("full_spectrum") = false);
    m.def("read_transform", &read_transform, nb::arg("problem"));
    m.def(
        "good_size", [](std::size_t n) { return stockham::good_size(n); }, nb::arg("n"));
}
