// Registration, drift, alignment, and the peaks of cross-correlations.
#include <nanobind/stl/complex.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "imaging.hpp"

namespace imaging = stockham::imaging;

namespace {

using registrations = std::vector<imaging::registration>;

registrations find_registration(const python_engine& self, const imaging::array_view& fixed,
                                const imaging::array_view& moving, imaging::registration_options& options,
                                const imaging::alignment& aligned, nb::object progress) {
    check_process();
    python_progress calls(std::move(progress));
    options.progress = calls.get();
    registrations found;
    calls.run([&] { found = imaging::find_registration(*self.engine, fixed, moving, options, aligned); });
    return found;
}

registrations find_drift(const python_engine& self, const imaging::array_view& stack, int reference,
                         imaging::registration_options& options, const imaging::alignment& aligned,
                         nb::object progress) {
    check_process();
    python_progress calls(std::move(progress));
    options.progress = calls.get();
    registrations found;
    calls.run([&] {
        found = imaging::find_drift(*self.engine, stack, static_cast<imaging::drift_reference>(reference), options,
                                    aligned);
    });
    return found;
}

void align(const python_engine& self, const imaging::array_view& pictures, const registrations& all,
           const imaging::alignment& aligned) {
    check_process();
    interpreter_unlocked unlocked;
    imaging::align(*self.engine, pictures, all, aligned);
}

std::vector<std::size_t> common_part(const registrations& all, std::size_t height, std::size_t width) {
    const imaging::rectangle part = imaging::common_part(all, height, width);
    return {part.top, part.left, part.height, part.width};
}

imaging::correlation_peak find_peak(const python_engine& self, const imaging::array_view& reference,
                                    const imaging::array_view& moving, bool by_phase, double upsampling, bool spectra,
                                    bool disambiguate) {
    check_process();
    interpreter_unlocked unlocked;
    imaging::correlation_options options;
    options.normalisation = by_phase ? imaging::normalisation::phase : imaging::normalisation::none;
    options.upsampling = upsampling;
    options.spectra = spectra;
    options.disambiguate = disambiguate;
    return imaging::find_correlation_peak(*self.engine, reference, moving, options);
}

void surface(const python_engine& self, const imaging::array_view& reference, const imaging::array_view& moving,
             bool by_phase, const imaging::array_view& output) {
    check_process();
    interpreter_unlocked unlocked;
    imaging::correlation_surface(*self.engine, reference, moving,
                                 by_phase ? imaging::normalisation::phase : imaging::normalisation::none, output);
}

}  // namespace

void add_registration(nb::module_& m) {
    using one = imaging::registration;
    using options = imaging::registration_options;
    using alignment = imaging::alignment;
    nb::class_<one>(m, "Registration")
        .def(nb::init<>())
        .def_rw("down", &one::down)
        .def_rw("right", &one::right)
        .def_rw("angle", &one::angle)
        .def_rw("scale", &one::scale)
        .def_rw("peak", &one::peak)
        .def_rw("inverted", &one::inverted)
        .def_rw("down_known", &one::down_known)
        .def_rw("right_known", &one::right_known);
    nb::class_<options>(m, "RegistrationOptions")
        .def(nb::init<>())
        .def_prop_rw(
            "by_phase", [](const options& o) { return o.normalisation == imaging::normalisation::phase; },
            [](options& o, bool on) {
                o.normalisation = on ? imaging::normalisation::phase : imaging::normalisation::none;
            })
        .def_rw("low", &options::low)
        .def_rw("high", &options::high)
        .def_rw("window", &options::window)
        .def_rw("rotation_and_scale", &options::rotation_and_scale)
        .def_rw("fixed_mask", &options::fixed_mask)
        .def_rw("moving_mask", &options::moving_mask);
    nb::class_<alignment>(m, "Alignment")
        .def(nb::init<>())
        .def_rw("output", &alignment::output)
        .def_prop_rw(
            "wrap", [](const alignment& a) { return a.edges == imaging::alignment_edges::wrap; },
            [](alignment& a, bool on) {
                a.edges = on ? imaging::alignment_edges::wrap : imaging::alignment_edges::fill;
            })
        .def_rw("fill", &alignment::fill);
    m.def("find_registration", &find_registration, nb::arg("engine"), nb::arg("fixed"), nb::arg("moving"),
          nb::arg("options"), nb::arg("alignment"), nb::arg("progress") = nb::none());
    m.def("find_drift", &find_drift, nb::arg("engine"), nb::arg("stack"), nb::arg("reference"), nb::arg("options"),
          nb::arg("alignment"), nb::arg("progress") = nb::none());
    m.def("align_pictures", &align, nb::arg("engine"), nb::arg("pictures"), nb::arg("registrations"),
          nb::arg("alignment"));
    m.def("common_part", &common_part, nb::arg("registrations"), nb::arg("height"), nb::arg("width"));
    nb::class_<imaging::correlation_peak>(m, "CorrelationPeak")
        .def_ro("shift", &imaging::correlation_peak::shift)
        .def_ro("value", &imaging::correlation_peak::value)
        .def_ro("reference_power", &imaging::correlation_peak::reference_power)
        .def_ro("moving_power", &imaging::correlation_peak::moving_power)
        .def_ro("is_ambiguous", &imaging::correlation_peak::is_ambiguous);
    m.def("find_correlation_peak", &find_peak, nb::arg("engine"), nb::arg("reference"), nb::arg("moving"),
          nb::arg("by_phase"), nb::arg("upsampling"), nb::arg("spectra"), nb::arg("disambiguate"));
    m.def("correlation_surface", &surface, nb::arg("engine"), nb::arg("reference"), nb::arg("moving"),
          nb::arg("by_phase"), nb::arg("output"));
}
