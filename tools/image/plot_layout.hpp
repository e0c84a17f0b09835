// Where a plot's points and ticks lie, for all kinds of plots.
#pragma once

#include <optional>
#include <vector>

#include "image/plot.hpp"

namespace stockham::tools {

/// Sizes of a plot and of the frame in it, in pixels.
namespace plot_frame {
constexpr double picture_width = 720, picture_height = 480;
constexpr double left = 90, right = 690, top = 50, bottom = 410;
}  // namespace plot_frame

/// A logarithmic axis from `low` to `high`, drawn from `start` to `end`.
struct log_axis {
    double low, high, start, end;

    double place(double value) const;
    /// 1, 2 and 5 times the powers of ten within the axis; only the powers if there are many.
    std::vector<double> ticks() const;
};

struct plot_layout {
    std::vector<plot_point> points;  ///< those with positive coordinates
    log_axis x, y;
};

/// Nothing if no point has positive coordinates.
std::optional<plot_layout> layout_of(const std::vector<plot_point>&);

}  // namespace stockham::tools
