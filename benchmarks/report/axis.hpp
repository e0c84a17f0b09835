// Axes of plots: ranges, ticks and labels.
#pragma once

#include <string>
#include <vector>

namespace bench::report {

// The quantity of a plot, which determines the kind of axis and its labels.
enum class quantity { time, copies, speed_up, error };

struct tick {
    double value = 0;
    std::string label;
    std::string exponent;  // raised part of the label: "10" and "-7"
};

struct axis {
    bool logarithmic = false;
    double low = 0;
    double high = 1;
    std::vector<tick> ticks;

    // Position of a value between the ends, 0 .. 1; values outside are clamped.
    double at(double value) const;
};

// Logarithmic.
axis value_axis(quantity shown, const std::vector<double>& values);

// Logarithmic, with a tick at each measured size.
axis size_axis(const std::vector<tick>& sizes);

}  // namespace bench::report
