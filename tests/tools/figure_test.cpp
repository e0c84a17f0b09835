// Figures: the ticks of their axes, where curves and images lie, and their size.
#include <cmath>
#include <limits>
#include <regex>

#include "figures.hpp"
#include "image/drawing.hpp"
#include "image/figure.hpp"
#include "support.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

// The number that a tick shows: -0.25 or 2·10⁻⁵.
double number_of(std::string text) {
    const auto replace = [&](const std::string& from, const std::string& to) {
        for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
            text.replace(at, from.size(), to);
    };
    replace("−", "-");
    const std::size_t dot = text.find("·");
    const bool is_power =
        dot != text.npos || text.find("⁻") != text.npos || std::regex_search(text, std::regex("[¹²³⁴⁵⁶⁷⁸⁹]"));
    if (dot == text.npos && is_power) replace("10", "1e");
    replace("·10", "e");
    replace("⁻", "-");
    const char* raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    for (int digit = 0; digit < 10; ++digit) replace(raised[digit], std::to_string(digit));
    return std::stod(text);
}

struct label {
    double x, y;
    std::string text, anchor;
};

// The texts of an SVG figure with their points.
std::vector<label> labels_of(const std::string& svg) {
    const std::regex pattern(
        "<text text-anchor=\"([a-z]+)\"[^>]*translate\\(([-.0-9]+) ([-.0-9]+)\\)[^>]*>([^<]*)</text>");
    std::vector<label> found;
    for (std::sregex_iterator at(svg.begin(), svg.end(), pattern), end; at != end; ++at)
        found.push_back({std::stod((*at)[2]), std::stod((*at)[3]), (*at)[4], (*at)[1]});
    return found;
}

std::string svg_text(const figure& f) {
    const scratch_folder folder;
    figure_file(folder / "x.svg").write(f);
    const auto bytes = read_bytes(folder / "x.svg");
    return {bytes.begin(), bytes.end()};
}

const label& label_with(const std::vector<label>& labels, const std::string& text) {
    const auto found = std::find_if(labels.begin(), labels.end(), [&](const label& l) { return l.text == text; });
    BOOST_REQUIRE_MESSAGE(found != labels.end(), "no label " << text);
    return *found;
}

// The points of the curve with this colour.
std::vector<std::pair<double, double>> curve_in(const std::string& svg, const std::string& colour) {
    const std::string start = "<polyline fill=\"none\" stroke=\"" + colour + "\" stroke-width=\"1.5\" points=\"";
    std::vector<std::pair<double, double>> points;
    const auto at = svg.find(start);
    if (at == svg.npos) return points;
    const auto first = at + start.size();
    std::istringstream numbers(svg.substr(first, svg.find('"', first) - first));
    char comma = 0;
    for (double x = 0, y = 0; numbers >> x >> comma >> y;) points.emplace_back(x, y);
    return points;
}

figure curve_figure(const std::vector<curve_point>& points, bool logarithmic) {
    figure f;
    f.across = {"x", "", 0, 0, logarithmic};
    f.up = {"y", "", 0, 0, logarithmic};
    f.curves = {{"", points}};
    return f;
}

struct embedded_image {
    sheet_point corner, size;
    picture pixels;
};

// The first image of an SVG figure.
embedded_image image_in(const std::string& svg) {
    const std::regex pattern("<image x=\"([.0-9]+)\" y=\"([.0-9]+)\" width=\"([.0-9]+)\" height=\"([.0-9]+)\"");
    std::smatch match;
    BOOST_REQUIRE(std::regex_search(svg, match, pattern));
    const std::size_t start = svg.find("base64,") + 7;
    const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::vector<std::uint8_t> bytes;
    unsigned value = 0, bits = 0;
    for (std::size_t i = start; svg[i] != '"' && svg[i] != '='; ++i) {
        value = value << 6 | static_cast<unsigned>(digits.find(svg[i]));
        if ((bits += 6) >= 8) bytes.push_back(static_cast<std::uint8_t>(value >> (bits -= 8)));
    }
    return {{std::stod(match[1]), std::stod(match[2])},
            {std::stod(match[3]), std::stod(match[4])},
            decode_picture(bytes, "embedded")};
}

// The value of an axis at a place, from the labels of its first and last tick.
double value_at(const std::vector<label>& labels, double place, bool across, bool logarithmic = false) {
    std::vector<std::pair<double, double>> ticks;
    for (const label& l : labels)
        if (l.anchor == (across ? "middle" : "end") && l.text.find_first_of("0123456789") != std::string::npos)
            ticks.emplace_back(across ? l.x : l.y - 0.36 * font_size, number_of(l.text));
    BOOST_REQUIRE(ticks.size() > 1u);
    const auto [a, b] = std::pair(ticks.front(), ticks.back());
    const double share = (place - a.first) / (b.first - a.first);
    return logarithmic ? a.second * std::pow(b.second / a.second, share) : a.second + share * (b.second - a.second);
}

// An image that is black but for one point. Its axes count points from the upper left corner.
figure image_figure(std::size_t width, std::size_t height, std::size_t x, std::size_t y) {
    figure f;
    f.across = {"x", "", 0, static_cast<double>(width)};
    f.up = {"y", "", static_cast<double>(height), 0};
    f.image = figure_image{[=](std::size_t row, float* to) {
                               std::fill_n(to, width, 0.0f);
                               if (row == y) to[x] = 1;
                           },
                           width,
                           height,
                           colour_map::grey,
                           {"level", "dB", -80, 0}};
    return f;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(figures)

// Ticks stand where their numbers lie, and their texts have room.
BOOST_AUTO_TEST_CASE(ticks_state_their_place) {
    struct {
        figure_axis axis;
        double factor;  // of the unit's prefix
        std::string title;
    } const cases[] = {{{"f", "Hz", 0, 22050}, 1e3, "f (kHz)"},
                       {{"f", "Hz", 0, 1500}, 1, "f (Hz)"},
                       {{"t", "s", -0.01, 600}, 1, "t (s)"},
                       {{"t", "s", 0, 5e-5}, 1e-6, "t (µs)"},
                       {{"u", "cycles/pixel", -0.5, 0.5}, 1, "u (cycles/pixel)"},
                       {{"v", "", 0.5, -0.5}, 1, "v"},
                       {{"f", "", 0.12, 0.1201}, 1, "f"},
                       {{"g", "", 0, 3e-5}, 1, "g"},
                       {{"g", "", -4e8, 5e7}, 1, "g"},
                       {{"p", "", 3e-9, 2e4, true}, 1, "p"},
                       {{"p", "", 0.002, 0.5, true}, 1, "p"},
                       {{"p", "", 1.1, 1.3, true}, 1, "p"},
                       {{"p", "", 1e-200, 1e200, true}, 1, "p"},
                       {{"n", "", 1, 4, false, true}, 1, "n"}};
    for (const auto& [axis, factor, title] : cases)
        for (const bool across : {true, false})
            for (const double length : {120.0, 600.0}) {
                const auto ticks = ticks_of(axis, length, across);
                BOOST_TEST_CONTEXT(title << " from " << axis.first << " to " << axis.last << ", " << length) {
                    BOOST_TEST(axis.title() == title);
                    BOOST_TEST(ticks.size() >= (length > 500 ? 4u : 1u));
                    for (std::size_t i = 0; i < ticks.size(); ++i) {
                        const double value = number_of(ticks[i].text) * factor;
                        BOOST_TEST(std::abs(axis.share_of(value) - ticks[i].share) < 1e-6, ticks[i].text);
                        if (axis.is_whole) BOOST_TEST(value == std::round(value));
                        if (i == 0) continue;
                        const double room = std::abs(ticks[i].share - ticks[i - 1].share) * length;
                        BOOST_TEST(room > (across ? width_of(ticks[i].text) : font_size));
                    }
                }
            }
    BOOST_TEST(ticks_of({"v", "", -1, 1}, 600, true).front().text == "−1.0");
    BOOST_TEST(ticks_of({"p", "", 1e-8, 1, true}, 600, true).front().text == "10⁻⁸");
}

// The points of a curve lie where the labels of their values do.
BOOST_AUTO_TEST_CASE(curves_lie_at_their_values) {
    for (const bool logarithmic : {false, true}) {
        const std::vector<curve_point> points = {{1, 10}, {2, 50}, {5, 20}, {10, 100}};
        const std::string svg = svg_text(curve_figure(points, logarithmic));
        const auto labels = labels_of(svg);
        const auto curve = curve_in(svg, "#0072b2");
        BOOST_REQUIRE(curve.size() == points.size());
        for (std::size_t i = 0; i < points.size(); ++i) {
            BOOST_TEST(std::abs(value_at(labels, curve[i].first, true, logarithmic) - points[i].x) <
                       0.02 * points[i].x);
            BOOST_TEST(std::abs(value_at(labels, curve[i].second, false, logarithmic) - points[i].y) <
                       0.02 * points[i].y);
        }
        BOOST_TEST(label_with(labels, "x").y > label_with(labels, "5").y);
    }
}

BOOST_AUTO_TEST_CASE(several_curves_have_a_legend) {
    figure f = curve_figure({{1, 1, 0.5}, {2, 2, 0.5}}, false);
    BOOST_TEST(svg_text(f).find("<polygon") != std::string::npos);
    f.curves = {{"first", {{1, 1}, {2, 2}}}, {"second", {{1, 2}, {2, 1}}}};
    const std::string svg = svg_text(f);
    const auto labels = labels_of(svg);
    BOOST_TEST(label_with(labels, "first").x < label_with(labels, "second").x);
    BOOST_TEST(curve_in(svg, "#0072b2").front().second > curve_in(svg, "#d55e00").front().second);
    BOOST_TEST(svg.find("<polygon") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(points_without_a_place_leave_gaps) {
    const double nan = std::numeric_limits<double>::quiet_NaN(), far = std::numeric_limits<double>::infinity();
    const std::vector<std::vector<curve_point>> cases = {{},
                                                         {{1, 1}},
                                                         {{0, 0}},
                                                         {{1, nan}, {2, nan}},
                                                         {{1, 0}, {2, 0}, {3, 0}},
                                                         {{1, 5}, {2, 5}},
                                                         {{1, 2, 9}, {2, far}, {3, 3}},
                                                         {{1, 1e-305}, {2, 1e305}},
                                                         {{-1, -1}, {0, 0}, {5, 1e-20}}};
    for (const bool logarithmic : {false, true})
        for (const auto& points : cases) {
            const std::string svg = svg_text(curve_figure(points, logarithmic));
            for (const std::string wrong : {"nan", "inf"}) BOOST_TEST(svg.find(wrong) == svg.npos);
            BOOST_TEST(svg.size() > 500u);
            BOOST_TEST(labels_of(svg).size() > 2u);
        }
    BOOST_TEST(curve_in(svg_text(curve_figure({{1, 1}, {2, 2}, {3, nan}, {4, 4}, {5, 5}}, false)), "#0072b2").size() ==
               2u);
}

// A million points are drawn as a few for each pixel column, with the peaks.
BOOST_AUTO_TEST_CASE(long_curves_keep_their_peaks) {
    std::vector<curve_point> points(1000000);
    for (std::size_t i = 0; i < points.size(); ++i)
        points[i] = {static_cast<double>(i), i == 654321 ? 9.0 : i == 654330 ? -9.0 : 0.0};
    const auto curve = curve_in(svg_text(curve_figure(points, false)), "#0072b2");
    BOOST_TEST(curve.size() > 1000u);
    BOOST_TEST(curve.size() < 2500u);
    const auto [top, bottom] = std::minmax_element(curve.begin(), curve.end(),
                                                   [](const auto& a, const auto& b) { return a.second < b.second; });
    const double middle = curve.front().second;
    BOOST_TEST(middle - top->second > 150);
    BOOST_TEST(bottom->second - middle > 150);
    BOOST_TEST(std::abs(top->first - curve.front().first - 0.654321 * (curve.back().first - curve.front().first)) < 1);
}

// A figure has a sensible size whatever its image has. A single bright point stays visible, where the axes say.
BOOST_AUTO_TEST_CASE(images_of_all_sizes) {
    struct {
        std::size_t width, height;
    } const sizes[] = {{7, 5}, {512, 512}, {1201, 900}, {1300, 790}, {3000, 2}, {20, 5000}, {103462, 513}};
    for (const auto& [width, height] : sizes)
        for (const bool square : {true, false}) {
            const std::size_t x = width * 2 / 3, y = height / 2;
            figure f = image_figure(width, height, x, y);
            f.image->square_points = square;
            const std::string svg = svg_text(f);
            const auto labels = labels_of(svg);
            BOOST_TEST_CONTEXT(width << " x " << height << (square ? " square" : "")) {
                const embedded_image image = image_in(svg);
                BOOST_TEST(image.size.x > 180);
                BOOST_TEST(image.size.x <= 600);
                BOOST_TEST(image.size.y > 180);
                BOOST_TEST(image.size.y <= 600);
                BOOST_TEST(image.pixels.width <= 1200u);
                const auto white = std::find(image.pixels.bytes.begin(), image.pixels.bytes.end(), 255);
                BOOST_REQUIRE(white != image.pixels.bytes.end());
                const auto at = static_cast<std::size_t>(white - image.pixels.bytes.begin());
                const auto centre = [](std::size_t place, std::size_t n, double start, double size) {
                    return start + (static_cast<double>(place) + 0.5) / static_cast<double>(n) * size;
                };
                const double half_group = 0.51 * std::ceil(static_cast<double>(std::max(width, height)) / 1200) + 0.01;
                const std::size_t columns = image.pixels.width, rows = image.pixels.height;
                const double across =
                    value_at(labels, centre(at % columns, columns, image.corner.x, image.size.x), true);
                const double down = value_at(labels, centre(at / columns, rows, image.corner.y, image.size.y), false);
                BOOST_TEST(std::abs(across - static_cast<double>(x) - 0.5) <= half_group);
                BOOST_TEST(std::abs(down - static_cast<double>(y) - 0.5) <= half_group);
            }
        }
}

// Pages of one size get figures of one size, with the pixels of print.
BOOST_AUTO_TEST_CASE(figures_as_pictures) {
    if (!draws_pictures()) return;
    const picture one = painted_figure(image_figure(40, 30, 1, 1)), two = painted_figure(image_figure(40, 30, 39, 29));
    BOOST_TEST(one.width == two.width);
    BOOST_TEST(one.width > 1200u);
    BOOST_TEST(one.width < 1700u);
    BOOST_TEST(one.height == two.height);
    BOOST_TEST(one.metadata.across == 192);
}

BOOST_AUTO_TEST_CASE(files_of_figures) {
    const scratch_folder folder;
    const figure f = curve_figure({{1, 1}, {2, 3}}, false);
    expect_job_error([&] { figure_file(folder / "none/x.svg").write(f); }, "none");
    figure_file abandoned(folder / "x.svg");
    BOOST_TEST(folder.listing().find("x.svg ") != 0u);
    if (!draws_pictures())
        return expect_job_error([&] { figure_file(folder / "x.png").write(f); }, "made without cairo");
    figure_file(folder / "x.png").write(f);
    const picture back = read_picture(folder / "x.png");
    BOOST_TEST(back.width == painted_figure(f).width);
    const auto coloured = [&](std::size_t left, std::size_t right, double top, double bottom) {
        std::size_t count = 0;
        for (auto y = static_cast<std::size_t>(2 * top); y < static_cast<std::size_t>(2 * bottom); ++y)
            for (std::size_t x = left; x < right; ++x) count += back.at(3 * (y * back.width + x)) < 255;
        return count;
    };
    // The title of the upward axis is at the left edge. No line crosses the space between ticks and their texts.
    BOOST_TEST(coloured(0, 40, 0, static_cast<double>(back.height) / 2) > 20u);
    const double base_line = label_with(labels_of(svg_text(f)), "1.0").y;
    BOOST_TEST(coloured(0, back.width, base_line - 12.5, base_line - 10.5) == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
