// The axes of figures: which values they show, and ticks with texts.
#include "image/axis.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "image/drawing.hpp"

namespace stockham::tools {

namespace {

struct unit_prefix {
    const char* text;
    double factor;
};
constexpr unit_prefix prefixes[] = {{"G", 1e9}, {"M", 1e6}, {"k", 1e3}, {"", 1}, {"m", 1e-3}, {"µ", 1e-6}, {"n", 1e-9}};

unit_prefix prefix_of(const figure_axis& axis) {
    const bool is_time = axis.unit == "s";
    if (is_time || axis.unit == "Hz")
        for (const unit_prefix& p : prefixes)
            if (std::max(std::abs(axis.first), std::abs(axis.last)) >= 2 * p.factor && !(is_time && p.factor > 1))
                return p;
    return {"", 1};
}

int exponent_of(double value) {
    return static_cast<int>(std::floor(std::log10(value) + 1e-9));
}

// A tick's value, and the distance to its neighbours, which tells the digits of its text.
struct tick_value {
    double value, step;
};

// 0.25, or as a power of ten 2.5·10⁻¹.
std::string text_of(const tick_value& t, bool as_power) {
    const double size = std::abs(t.value);
    if (size < t.step / 2) return "0";
    const std::string sign = t.value < 0 ? "−" : "";
    const int exponent = as_power ? exponent_of(size) : 0;
    const int decimals = std::max(0, exponent - exponent_of(t.step));
    const std::string digits = fmt::format("{:.{}f}", size / std::pow(10.0, exponent), decimals);
    if (!as_power) return sign + digits;
    std::string text = sign + (digits == "1" ? "10" : digits + "·10");
    constexpr const char* raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    for (const char c : std::to_string(exponent)) text += c == '-' ? "⁻" : raised[c - '0'];
    return text;
}

// Multiples of a step, which is 1, 2 or 5 times a power of ten and grows with the level.
std::vector<tick_value> multiples(double low, double high, double least_step, int level) {
    constexpr double factors[] = {1, 2, 5};
    const double step = factors[level % 3] * std::pow(10.0, exponent_of(least_step) + level / 3);
    std::vector<tick_value> found;
    for (double k = std::ceil(low / step - 1e-6); k <= high / step + 1e-6; ++k) found.push_back({k * step, step});
    return found;
}

// 1, 2 and 5 times the powers of ten at level 0; then every power, every second and so on.
std::vector<tick_value> decades(double low, double high, int level) {
    std::vector<tick_value> found;
    for (int power = exponent_of(low); power <= exponent_of(high); ++power)
        for (const double digit : {1.0, 2.0, 5.0}) {
            const double step = std::pow(10.0, power), value = digit * step;
            const bool is_wanted = level == 0 || (digit == 1 && power % level == 0);
            if (is_wanted && value > low * (1 - 1e-9) && value < high * (1 + 1e-9)) found.push_back({value, step});
        }
    return found;
}

bool have_room(const std::vector<axis_tick>& ticks, double length, bool across) {
    for (std::size_t i = 1; i < ticks.size(); ++i) {
        const double size = across ? (width_of(ticks[i - 1].text) + width_of(ticks[i].text)) / 2 : font_size;
        if (std::abs(ticks[i].share - ticks[i - 1].share) * length < size + 1.3 * font_size) return false;
    }
    return true;
}

}  // namespace

bool figure_axis::has_place(double value) const {
    return std::abs(value) < 1e300 && (!logarithmic || value > 1e-300);
}

double figure_axis::share_of(double value) const {
    value = std::clamp(value, std::min(first, last), std::max(first, last));
    const auto at = [this](double v) { return logarithmic ? std::log(v) : v; };
    return (at(value) - at(first)) / (at(last) - at(first));
}

void figure_axis::complete(double low, double high, bool with_room) {
    if (first != last) return;
    if (!(low <= high)) low = high = 1;
    const bool is_single = high - low <= 1e-9 * std::max(std::abs(low), std::abs(high));
    const double factor = is_single ? 2 : with_room ? 1.5 : 1;
    const double more = is_single ? std::max(std::abs(low), 1.0) / 2 : with_room ? (high - low) / 20 : 0;
    first = logarithmic ? low / factor : low - more;
    last = logarithmic ? high * factor : high + more;
}

std::string figure_axis::title() const {
    return unit.empty() ? label : fmt::format("{} ({}{})", label, prefix_of(*this).text, unit);
}

std::vector<axis_tick> ticks_of(const figure_axis& axis, double length, bool across) {
    const double factor = prefix_of(axis).factor;
    const double low = std::min(axis.first, axis.last) / factor, high = std::max(axis.first, axis.last) / factor;
    const double least_step = std::max((high - low) / length * font_size, axis.is_whole ? 1.0 : 0.0);
    const bool by_decade = axis.logarithmic && high > 5 * low;
    for (int level = 0;; ++level) {
        const auto values = by_decade ? decades(low, high, level) : multiples(low, high, least_step, level);
        const auto [least, most] = std::minmax_element(values.begin(), values.end(), [&](const auto& a, const auto& b) {
            return std::abs(a.value) < std::abs(b.value);
        });
        const bool as_power = !values.empty() && (std::abs(most->value) >= 1e5 ||
                                                  std::abs((axis.logarithmic ? least : most)->value) < 1e-3);
        std::vector<axis_tick> ticks;
        for (const tick_value& v : values) ticks.push_back({axis.share_of(v.value * factor), text_of(v, as_power)});
        if (ticks.size() < 2 || have_room(ticks, length, across)) return ticks;
    }
}

double width_of(const std::string& text) {
    const auto starts = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
    return 0.62 * font_size * static_cast<double>(std::count_if(text.begin(), text.end(), starts));
}

}  // namespace stockham::tools
