// Template matching.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "imaging.hpp"

namespace imaging = stockham::imaging;

namespace {

imaging::match_options options_of(bool pad, int beyond, double pad_value, double threshold, std::size_t distance,
                                  std::size_t most) {
    return {pad, static_cast<imaging::boundary>(beyond), pad_value, threshold, distance, most};
}

std::vector<std::size_t> match_shape(const imaging::array_view& picture, const imaging::array_view& pattern, bool pad) {
    imaging::match_options options;
    options.pad = pad;
    return imaging::match_shape(picture, pattern, options);
}

// Places and their responses.
std::vector<std::pair<std::vector<std::size_t>, double>>
match(const python_engine& self, const imaging::array_view& picture, const imaging::array_view& pattern,
      const imaging::array_view& response, bool pad, int beyond, double pad_value, double threshold,
      std::size_t distance, std::size_t most) {
    check_process();
    std::vector<imaging::match_peak> peaks;
    {
        interpreter_unlocked unlocked;
        peaks = imaging::match(*self.engine, picture, pattern, response,
                               options_of(pad, beyond, pad_value, threshold, distance, most));
    }
    std::vector<std::pair<std::vector<std::size_t>, double>> all;
    for (const auto& peak : peaks) all.emplace_back(peak.position, peak.response);
    return all;
}

}  // namespace

void add_match(nb::module_& m) {
    m.def("match_shape", &match_shape, nb::arg("picture"), nb::arg("template"), nb::arg("pad"));
    m.def("match", &match, nb::arg("engine"), nb::arg("picture"), nb::arg("template"), nb::arg("response"),
          nb::arg("pad"), nb::arg("beyond"), nb::arg("pad_value"), nb::arg("threshold"), nb::arg("distance"),
          nb::arg("most"));
}
