// Spectrograms, transforms of a part of the frequencies, propagation, and measures of pictures.
#include <nanobind/stl/complex.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "imaging.hpp"

namespace imaging = stockham::imaging;

namespace {

using view = imaging::array_view;
using numbers = std::vector<double>;

std::vector<std::tuple<double, double, double>> focus(const python_engine& self, const view& pictures) {
    std::vector<std::tuple<double, double, double>> all;
    for (const auto& each : unlocked([&] { return imaging::measure_focus(*self.engine, pictures); }))
        all.emplace_back(each.variance, each.gradient, each.laplacian);
    return all;
}

std::vector<std::tuple<double, double, double, double>> rings(const python_engine& self, const view& picture,
                                                              std::size_t tile, double lowest) {
    std::vector<std::tuple<double, double, double, double>> all;
    for (const auto& each : unlocked([&] { return imaging::thon_rings(*self.engine, picture, tile, lowest); }))
        all.emplace_back(each.frequency, each.power, each.background, each.contrast);
    return all;
}

void propagate(const python_engine& self, const view& field, const numbers& distances, bool fresnel, double wavelength,
               double down, double across, bool padded, const view& output) {
    imaging::propagation_options options;
    options.method = fresnel ? imaging::propagation_method::fresnel : imaging::propagation_method::angular_spectrum;
    options.wavelength = wavelength;
    options.pitch_down = down;
    options.pitch_across = across;
    options.padded = padded;
    unlocked([&] { imaging::propagate(*self.engine, field, distances, options, output); });
}

}  // namespace

void add_waves(nb::module_& m) {
    using description = imaging::stft_description;
    nb::class_<description>(m, "StftDescription")
        .def(
            "__init__",
            [](description* self, numbers window, std::size_t hop, std::size_t length, std::optional<long> phase_shift,
               double scale) {
                new (self) description{std::move(window), hop, length, phase_shift, scale};
            },
            nb::arg("window"), nb::arg("hop"), nb::arg("length"), nb::arg("phase_shift").none(), nb::arg("scale"))
        .def_prop_ro("bins", [](const description& d) { return d.bins(); })
        .def("slices",
             [](const description& d, std::size_t samples) {
                 const auto range = imaging::slices_of(d, samples);
                 return std::make_tuple(range.first, range.end);
             })
        .def("dual_window", [](const description& d) { return imaging::dual_window(d); });
    m.def(
        "stft",
        [](const python_engine& self, const view& signal, const description& d, const view& output) {
            unlocked([&] { imaging::stft(*self.engine, signal, d, output); });
        },
        nb::arg("engine"), nb::arg("signal"), nb::arg("description"), nb::arg("output"));
    m.def(
        "inverse_stft",
        [](const python_engine& self, const view& slices, const description& d, const view& signal) {
            unlocked([&] { imaging::inverse_stft(*self.engine, slices, d, signal); });
        },
        nb::arg("engine"), nb::arg("slices"), nb::arg("description"), nb::arg("signal"));
    m.def(
        "chirp_z",
        [](const python_engine& self, const view& x, std::complex<double> w, std::complex<double> a,
           const view& output) { unlocked([&] { imaging::chirp_z(*self.engine, x, w, a, output); }); },
        nb::arg("engine"), nb::arg("x"), nb::arg("w"), nb::arg("a"), nb::arg("output"));
    m.def(
        "zoom",
        [](const python_engine& self, const view& x, double low, double high, bool endpoint, const view& output) {
            unlocked([&] { imaging::zoom(*self.engine, x, low, high, endpoint, output); });
        },
        nb::arg("engine"), nb::arg("x"), nb::arg("low"), nb::arg("high"), nb::arg("endpoint"), nb::arg("output"));
    m.def("propagate", &propagate, nb::arg("engine"), nb::arg("field"), nb::arg("distances"), nb::arg("fresnel"),
          nb::arg("wavelength"), nb::arg("pitch_down"), nb::arg("pitch_across"), nb::arg("padded"), nb::arg("output"));
    m.def("measure_focus", &focus, nb::arg("engine"), nb::arg("pictures"));
    m.def("thon_rings", &rings, nb::arg("engine"), nb::arg("picture"), nb::arg("tile"), nb::arg("lowest"));
}
