// Drawings of lines, texts and images, as SVG or, by cairo, as a picture.
#include "image/drawing.hpp"

#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "fault.hpp"
#include "format/format.hpp"

#ifdef STOCKHAM_HAS_CAIRO
#include <cairo.h>
#endif

namespace stockham::tools {

namespace {

std::string base64(const std::vector<std::uint8_t>& bytes) {
    constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t three = 0;
        for (std::size_t k = 0; k < 3; ++k) three = three << 8 | (i + k < bytes.size() ? bytes[i + k] : 0u);
        for (std::size_t k = 0; k < 4; ++k) text += i + k > bytes.size() ? '=' : digits[three >> (18 - 6 * k) & 63];
    }
    return text;
}

std::string element_of(const drawn_path& path) {
    std::string places;
    for (const sheet_point& p : path.places) places += fmt::format("{:.2f},{:.2f} ", p.x, p.y);
    if (path.width == 0) return fmt::format("<polygon fill=\"#{:06x}\" points=\"{}\"/>\n", path.colour, places);
    return fmt::format("<polyline fill=\"none\" stroke=\"#{:06x}\" stroke-width=\"{}\" points=\"{}\"/>\n", path.colour,
                       path.width, places);
}

std::string element_of(const drawn_text& text) {
    const char* anchor = text.share == 0 ? "start" : text.share == 1 ? "end" : "middle";
    return fmt::format("<text text-anchor=\"{}\" transform=\"translate({:.1f} {:.1f}) rotate({})\">{}</text>\n", anchor,
                       text.at.x, text.at.y, text.upward ? -90 : 0, text.text);
}

std::string element_of(const drawn_image& image) {
    return fmt::format(
        "<image x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" preserveAspectRatio=\"none\" "
        "style=\"image-rendering:pixelated\" xlink:href=\"data:image/png;base64,{}\"/>\n",
        image.corner.x, image.corner.y, image.size.x, image.size.y, base64(encode_png(image.pixels)));
}

}  // namespace

std::string svg_of(const drawing& d) {
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\" font-size=\"{2}\" "
        "stroke-linecap=\"round\" stroke-linejoin=\"round\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        d.size.x, d.size.y, font_size);
    for (const auto& part : d.parts) svg += std::visit([](const auto& p) { return element_of(p); }, part);
    return svg + "</svg>\n";
}

#ifdef STOCKHAM_HAS_CAIRO

namespace {

using surface = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;

surface make_surface(const picture& size) {
    const int width = static_cast<int>(size.width), height = static_cast<int>(size.height);
    return {cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height), &cairo_surface_destroy};
}

// A pixel of a surface: 0xrrggbb.
std::uint32_t& pixel_of(const surface& s, std::size_t x, std::size_t y) {
    const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(s.get()));
    return reinterpret_cast<std::uint32_t*>(cairo_image_surface_get_data(s.get()) + y * stride)[x];
}

void draw(cairo_t* c, const drawn_path& path) {
    const auto level = [&](unsigned shift) { return (path.colour >> shift & 255) / 255.0; };
    cairo_set_source_rgb(c, level(16), level(8), level(0));
    cairo_new_path(c);  // not from the end of the last text
    for (const sheet_point& p : path.places) cairo_line_to(c, p.x, p.y);
    cairo_set_line_width(c, path.width);
    path.width == 0 ? cairo_fill(c) : cairo_stroke(c);
}

void draw(cairo_t* c, const drawn_text& text) {
    cairo_text_extents_t extents;
    cairo_text_extents(c, text.text.c_str(), &extents);
    cairo_set_source_rgb(c, 0, 0, 0);
    cairo_translate(c, text.at.x, text.at.y);
    if (text.upward) cairo_rotate(c, -std::acos(-1.0) / 2);
    cairo_move_to(c, -text.share * extents.x_advance, 0);
    cairo_show_text(c, text.text.c_str());
}

void draw(cairo_t* c, const drawn_image& image) {
    const picture& from = image.pixels;
    const surface s = make_surface(from);
    const std::size_t next = from.channels == 3 ? 1 : 0;
    for (std::size_t i = 0; i < from.pixels(); ++i) {
        const std::uint8_t* levels = &from.bytes[i * from.channels];
        pixel_of(s, i % from.width, i / from.width) = levels[0] << 16 | levels[next] << 8 | levels[2 * next];
    }
    cairo_surface_mark_dirty(s.get());
    cairo_translate(c, image.corner.x, image.corner.y);
    cairo_scale(c, image.size.x / static_cast<double>(from.width), image.size.y / static_cast<double>(from.height));
    cairo_set_source_surface(c, s.get(), 0, 0);
    cairo_pattern_set_filter(cairo_get_source(c), CAIRO_FILTER_NEAREST);
    cairo_paint(c);
}

}  // namespace

picture picture_of(const drawing& d) {
    const auto pixels = [](double points) { return static_cast<std::size_t>(points * pixels_per_point); };
    picture out = make_picture("the plot", pixels(d.size.x), pixels(d.size.y), 3, sample_type::u8);
    const surface s = make_surface(out);
    const std::unique_ptr<cairo_t, decltype(&cairo_destroy)> c(cairo_create(s.get()), &cairo_destroy);
    cairo_set_source_rgb(c.get(), 1, 1, 1);
    cairo_paint(c.get());
    cairo_scale(c.get(), pixels_per_point, pixels_per_point);
    cairo_set_line_cap(c.get(), CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(c.get(), CAIRO_LINE_JOIN_ROUND);
    cairo_select_font_face(c.get(), "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(c.get(), font_size);
    for (const auto& part : d.parts) {
        cairo_save(c.get());
        std::visit([&](const auto& p) { draw(c.get(), p); }, part);
        cairo_restore(c.get());
    }
    cairo_surface_flush(s.get());
    if (const cairo_status_t status = cairo_status(c.get()); status != CAIRO_STATUS_SUCCESS)
        throw job_error(std::string("cannot draw the plot: ") + cairo_status_to_string(status));
    for (std::size_t i = 0; i < out.samples(); ++i)
        out.bytes[i] = pixel_of(s, i / 3 % out.width, i / 3 / out.width) >> (16 - 8 * (i % 3)) & 255;
    out.metadata.across = out.metadata.down = 96 * pixels_per_point;
    return out;
}

#else

picture picture_of(const drawing&) {
    throw job_error("this build writes plots as .svg only; it was made without cairo");
}

#endif

}  // namespace stockham::tools
