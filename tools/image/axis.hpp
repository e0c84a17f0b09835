// The axes of figures: which values they show, and ticks with texts.
#pragma once

#include <string>
#include <vector>

namespace stockham::tools {

/// Label and unit are UTF-8 without the characters of markup.
struct figure_axis {
    std::string label;         ///< such as "frequency"
    std::string unit;          ///< s and Hz get a prefix that suits the values, such as kHz; empty: none
    double first = 0;          ///< the value at the left or lower end
    double last = 0;           ///< the value at the other end; if they are equal, the axis shows all points
    bool logarithmic = false;  ///< values of 0 and below have no place then
    bool is_whole = false;     ///< ticks are at whole numbers only

    /// False also for NaN and infinity.
    bool has_place(double value) const;
    /// The share of a value's way along the axis, 0 to 1. Values beyond the ends lie at the ends.
    double share_of(double value) const;
    /// Gives an axis without a range that from `low` to `high`, with some room around it. A single value gets into the
    /// middle. If low > high, there are no values.
    void complete(double low, double high, bool with_room);
    /// The label and in brackets the unit with its prefix: "frequency (kHz)".
    std::string title() const;
};

struct axis_tick {
    double share;
    std::string text;
};

/// Ticks at round values, as many as have room on an axis of `length` points. The texts stand side by side if the axis
/// runs `across`, else below each other.
std::vector<axis_tick> ticks_of(const figure_axis&, double length, bool across);

/// An estimate of the width of a text in points, for any font.
double width_of(const std::string& text);

}  // namespace stockham::tools
