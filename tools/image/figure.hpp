// Figures for print: curves, or an image with a colour bar, within axes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "image/axis.hpp"
#include "image/colour_map.hpp"
#include "image/picture_sink.hpp"
#include "output.hpp"

namespace stockham::tools {

struct curve_point {
    double x = 0;
    double y = 0;
    double error = 0;  ///< half the height of the band around the curve
};

/// Points without a place on the axes leave a gap. Of the points on one pixel column the lowest and the highest are
/// drawn.
struct figure_curve {
    std::string name;                 ///< in the legend, which several curves have
    std::vector<curve_point> points;  ///< in ascending order of x
};

/// Values from 0 to 1; the figure's axes state those at the outer edges. A side with more points than the figure has
/// pixels is drawn in groups of equal size.
struct figure_image {
    value_rows values;
    std::size_t width = 0;
    std::size_t height = 0;
    colour_map map = colour_map::sequential;
    figure_axis bar;            ///< of the colour bar: what 0 and 1 stand for
    bool show_maximum = true;   ///< of a group; else its first value
    bool square_points = true;  ///< points are as wide as high
};

struct figure {
    figure_axis across, up;
    std::vector<figure_curve> curves;
    std::optional<figure_image> image;
};

/// The figure at 192 pixels per inch, at most about 1600 x 1400 pixels. Figures with equal axes and sizes of images
/// have the same size. Throws job_error unless draws_pictures() (image/drawing.hpp).
picture painted_figure(const figure&);

/// A file for one figure: SVG if that is the extension, else a picture.
class figure_file {
  public:
    /// Opens the file. Throws job_error.
    explicit figure_file(const std::string& path, const write_options& = {});
    /// Draws the figure and gives the file its name. Throws job_error as painted_figure().
    void write(const figure&);

    static bool is_svg(const std::string& path, const write_options&);

  private:
    std::optional<output_file> svg_;
    std::optional<picture_sink> picture_;
};

}  // namespace stockham::tools
