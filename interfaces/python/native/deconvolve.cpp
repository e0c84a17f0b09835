// Deconvolution.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "imaging.hpp"

namespace imaging = stockham::imaging;

namespace {

nb::typed<nb::dict, nb::str, nb::object> report_of(const imaging::deconvolution_report& report) {
    nb::typed<nb::dict, nb::str, nb::object> all;
    all["iterations"] = report.iterations;
    all["balance"] = report.balance;
    all["change"] = report.change;
    all["tiles"] = report.tiles;
    all["overlap"] = report.overlap;
    return all;
}

nb::typed<nb::dict, nb::str, nb::object> deconvolve(const python_engine& self, const imaging::array_view& picture,
                                                    const imaging::array_view& psf, const imaging::array_view& result,
                                                    imaging::deconvolution_options& options, nb::object progress) {
    check_process();
    python_progress calls(std::move(progress));
    options.progress = calls.get();
    imaging::deconvolution_report report;
    calls.run([&] { report = imaging::deconvolve(*self.engine, picture, psf, result, options); });
    return report_of(report);
}

}  // namespace

void add_deconvolve(nb::module_& m) {
    using options = imaging::deconvolution_options;
    nb::class_<options>(m, "DeconvolutionOptions")
        .def(nb::init<>())
        .def_prop_rw(
            "wiener", [](const options& o) { return o.method == imaging::deconvolution_method::wiener; },
            [](options& o, bool on) {
                o.method = on ? imaging::deconvolution_method::wiener : imaging::deconvolution_method::richardson_lucy;
            })
        .def_prop_rw(
            "beyond",
            [](const options& o) { return o.beyond ? std::optional<int>(static_cast<int>(*o.beyond)) : std::nullopt; },
            [](options& o, std::optional<int> beyond) {
                o.beyond.reset();
                if (beyond) o.beyond = static_cast<imaging::boundary>(*beyond);
            },
            nb::arg("beyond").none())
        .def_rw("normalise_psf", &options::normalise_psf)
        .def_rw("balance", &options::balance, nb::arg("balance").none())
        .def_rw("noise", &options::noise, nb::arg("noise").none())
        .def_rw("iterations", &options::iterations)
        .def_rw("accelerate", &options::accelerate)
        .def_rw("total_variation", &options::total_variation)
        .def_rw("tolerance", &options::tolerance)
        .def_rw("start", &options::start, nb::arg("start").none())
        .def_rw("negative", &options::negative)
        .def_rw("least_estimate", &options::least_estimate)
        .def_rw("memory", &options::memory)
        .def_rw("overlap", &options::overlap);
    m.def("deconvolve", &deconvolve, nb::arg("engine"), nb::arg("picture"), nb::arg("psf"), nb::arg("result"),
          nb::arg("options"), nb::arg("progress") = nb::none());
}
