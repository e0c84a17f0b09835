// The gains of filters, and their options.
#include <cmath>

#include <stockham/imaging/filter.hpp>

#include "imaging/base/check.hpp"
#include "imaging/base/frequency.hpp"
#include "imaging/base/option_row.hpp"

namespace stockham::imaging_internal {

template <>
struct enumeration<imaging::edge_shape> {
    static constexpr const char* words[] = {"ideal", "gaussian", "butterworth", nullptr};
};
template <>
struct enumeration<imaging::stripe_direction> {
    static constexpr const char* words[] = {"none", "horizontal", "vertical", nullptr};
};

namespace {

using imaging::edge_shape;
using imaging::filter_options;
using imaging::stripe_direction;
using pair = std::array<double, 2>;

constexpr const char* cycles = "cycles per pixel";

constexpr imaging::option<filter_options> filter_rows[] = {
    row<&filter_options::low_pass>("low_pass", "Keep frequencies below this", cycles, up_to(0.5)),
    row<&filter_options::high_pass>("high_pass", "Keep frequencies above this", cycles, up_to(0.5)),
    row<&filter_options::edge>("edge", "Shape of the edges; gaussian and butterworth have half the gain there"),
    row<&filter_options::order>("order", "Order of a butterworth edge", "", from(1, 50)),
    row<&filter_options::large>(
        "large", "Remove structures larger than this, such as uneven light, and keep the mean, as in ImageJ", "pixels",
        above_zero),
    row<&filter_options::small>("small", "Remove structures smaller than this, such as noise, as in ImageJ", "pixels",
                                above_zero),
    row<&filter_options::notch>(
        "notch",
        "Remove the frequencies around U (horizontal) and V (vertical), and around their mirror "
        "image -U, -V",
        cycles, from(-0.5, 0.5)),
    row<&filter_options::radius>("radius", "Radius of the notches, and half the width of the stripes' gain", cycles,
                                 up_to(0.5)),
    row<&filter_options::stripes>("stripes", "Remove horizontal or vertical stripes"),
    row<&filter_options::boundary>("boundary", "Pixels beyond the edges, as in scipy.ndimage"),
};

// The gain of a low-pass with its edge at `edge` at a distance from the centre.
double low_pass(const filter_options& o, double distance, double edge) {
    // Equal distances may differ by rounding. All frequencies on the edge are kept.
    constexpr double rounding = 1e-12;
    const double share = distance / edge;
    switch (o.edge) {
    case edge_shape::ideal:
        return distance <= edge + rounding ? 1 : 0;
    case edge_shape::gaussian:
        return std::exp2(-share * share);
    case edge_shape::butterworth:
        return 1 / (1 + std::pow(share, 2 * static_cast<double>(o.order)));
    }
    return 1;
}

// Frequencies have a period of one cycle per pixel, so 0.5 and -0.5 are equal.
double wrapped_distance(double u, double v, const pair& centre) {
    return std::hypot(std::remainder(u - centre[0], 1.0), std::remainder(v - centre[1], 1.0));
}

double notch_gain(const filter_options& o, double u, double v, const pair& centre) {
    const pair mirror{-centre[0], -centre[1]};
    const double here = low_pass(o, wrapped_distance(u, v, centre), o.radius);
    // A notch at the zero frequency or the Nyquist frequency is its own mirror image and applies once.
    if (wrapped_distance(mirror[0], mirror[1], centre) < 1e-12) return 1 - here;
    return (1 - here) * (1 - low_pass(o, wrapped_distance(u, v, mirror), o.radius));
}

double size_gain(const filter_options& o, double distance) {
    if (distance == 0) return 1;
    const auto falling = [&](double size) { return std::exp(-std::pow(2 * size * distance, 2)); };
    return (o.large ? 1 - falling(*o.large) : 1) * (o.small ? falling(*o.small) : 1);
}

double stripes_gain(const filter_options& o, double u, double v) {
    if (o.stripes == stripe_direction::none) return 1;
    if (o.stripes == stripe_direction::vertical) std::swap(u, v);
    const auto near_zero = [&](double x) { return std::exp2(-(x / o.radius) * (x / o.radius)); };
    return 1 - near_zero(u) * (1 - near_zero(v));
}

}  // namespace

}  // namespace stockham::imaging_internal

namespace stockham {
inline namespace v0_2 {
namespace imaging {

using namespace imaging_internal;

template <>
option_table<filter_options> options_of<filter_options>() {
    return {imaging_internal::filter_rows, std::size(imaging_internal::filter_rows)};
}

void check(const filter_options& o) {
    check_options(o);
    if (o.low_pass && o.high_pass && *o.high_pass >= *o.low_pass)
        refuse("high_pass", "must be lower than low_pass (got " + number_text(*o.high_pass) + " and " +
                                number_text(*o.low_pass) + ")");
    if (o.large && o.small && *o.small >= *o.large)
        refuse("small",
               "must be smaller than large (got " + number_text(*o.small) + " and " + number_text(*o.large) + ")");
    if (o.mask && o.boundary != boundary::wrap)
        refuse("mask", "its frequencies are those of the picture itself; it needs the boundary wrap");
}

double gain_at(const filter_options& o, double u, double v) {
    const double distance = std::hypot(u, v);
    double gain = imaging_internal::size_gain(o, distance) * imaging_internal::stripes_gain(o, u, v);
    if (o.low_pass) gain *= imaging_internal::low_pass(o, distance, *o.low_pass);
    if (o.high_pass) gain *= 1 - imaging_internal::low_pass(o, distance, *o.high_pass);
    for (const auto& centre : o.notch) gain *= imaging_internal::notch_gain(o, u, v, centre);
    return gain;
}

std::vector<double> half_gains(const filter_options& o, std::size_t height, std::size_t width) {
    const std::size_t columns = width / 2 + 1;
    std::vector<double> gains;
    gains.reserve(columns * height);
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < columns; ++x)
            gains.push_back(gain_at(o, frequency(x, width), frequency(y, height)));
    return gains;
}

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
