// The axes of plots: which range holds the values, where its ticks stand, and what they say.
#pragma once

#include <string>
#include <vector>

namespace bench::report {

// What a plot shows; decides the kind of axis and its labels.
enum class quantity { time, share, speed_up, error };

struct tick {
    double value = 0;
    std::string label;
    std::string exponent;  // of the label: "10" and "-7"
};

struct axis {
    bool logarithmic = false;
    double low = 0;
    double high = 1;
    std::vector<tick> ticks;

    // The place of a value between the ends, 0 .. 1; values outside stand at the ends.
    double at(double value) const;
};

// Logarithmic but for shares, which begin at zero and reach at least 100 %.
axis value_axis(quantity shown, const std::vector<double>& values);

// Logarithmic, with a tick at each size that was measured.
axis size_axis(const std::vector<tick>& sizes);

}  // namespace bench::report
