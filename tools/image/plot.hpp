// Plots of tables as SVG and as pictures.
#pragma once

#include <string>
#include <vector>

#include "image/picture.hpp"

namespace stockham::tools {

struct plot_point {
    double x = 0;
    double y = 0;
    double error = 0;  ///< half the height of the band around the curve
};

/// An SVG picture with logarithmic axes, one curve, and a band of its errors. Points with x or y of 0 or below are left
/// out. Control characters and markup in the texts are escaped.
std::string logarithmic_plot(const std::vector<plot_point>& points, const std::string& title,
                             const std::string& x_label, const std::string& y_label);

/// The same as 8-bit RGB, without a title. The labels may have the characters of canvas::text() only.
picture logarithmic_plot_picture(const std::vector<plot_point>& points, const std::string& x_label,
                                 const std::string& y_label);

}  // namespace stockham::tools
