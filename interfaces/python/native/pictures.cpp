// Filters, convolution, spectra and peaks.
#include <optional>

#include <nanobind/stl/tuple.h>

#include "described.hpp"

namespace imaging = stockham::imaging;

namespace {

using view = imaging::array_view;
using rows = std::vector<std::tuple<double, double, double, std::size_t>>;
using peaks = std::vector<std::tuple<double, double, double, double>>;

void filter(const python_engine& self, const view& pictures, const view& result, const keywords& given,
            const std::optional<view>& mask) {
    auto options = options_from<imaging::filter_options>(given);
    if (mask) options.mask = *mask;
    unlocked([&] { imaging::filter(*self.engine, pictures, result, options); });
}

void convolve(const python_engine& self, const view& pictures, const view& kernel, const view& result,
              const keywords& given) {
    const auto options = options_from<imaging::convolve_options>(given);
    unlocked([&] { imaging::convolve(*self.engine, pictures, kernel, result, options); });
}

void spectrum(const python_engine& self, const view& picture, const view& result, const keywords& given) {
    const auto options = options_from<imaging::spectrum_options>(given);
    unlocked([&] { imaging::spectrum(*self.engine, picture, result, options); });
}

std::tuple<rows, std::vector<double>> power_density(const python_engine& self, const view& pictures,
                                                    const keywords& given) {
    const auto options = options_from<imaging::power_options>(given);
    std::tuple<rows, std::vector<double>> all;
    unlocked([&] {
        const auto& shape = pictures.shape;
        if (shape.size() < 2) throw stockham::argument_error("pictures", "pictures: must have 2 or 3 axes");
        imaging::power_density powers(*self.engine, shape[shape.size() - 2], shape.back(), pictures.precision, options);
        powers.add(pictures);
        for (const auto& r : powers.rings()) std::get<0>(all).emplace_back(r.frequency, r.power, r.error, r.count);
        std::get<1>(all) = powers.map();
    });
    return all;
}

peaks find_peaks(const python_engine& self, const view& picture, const keywords& given) {
    const auto options = options_from<imaging::peak_options>(given);
    peaks all;
    unlocked([&] {
        for (const auto& p : imaging::find_peaks(*self.engine, picture, options))
            all.emplace_back(p.u, p.v, p.amplitude, p.prominence);
    });
    return all;
}

}  // namespace

void add_pictures(nb::module_& m) {
    m.def("filter", &filter, nb::arg("engine"), nb::arg("pictures"), nb::arg("result"), nb::arg("options"),
          nb::arg("mask").none());
    m.def("filter_options", &described<imaging::filter_options>);
    m.def("convolve", &convolve, nb::arg("engine"), nb::arg("pictures"), nb::arg("kernel"), nb::arg("result"),
          nb::arg("options"));
    m.def("convolve_options", &described<imaging::convolve_options>);
    m.def("spectrum", &spectrum, nb::arg("engine"), nb::arg("picture"), nb::arg("result"), nb::arg("options"));
    m.def("spectrum_options", &described<imaging::spectrum_options>);
    m.def("power_density", &power_density, nb::arg("engine"), nb::arg("pictures"), nb::arg("options"));
    m.def("power_density_options", &described<imaging::power_options>);
    m.def("find_peaks", &find_peaks, nb::arg("engine"), nb::arg("picture"), nb::arg("options"));
    m.def("find_peaks_options", &described<imaging::peak_options>);
}
