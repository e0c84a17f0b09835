// Pages moved back by their registrations, and the view of `stockham register`.
#include "command/register_aligned.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <stockham/imaging.hpp>

#include "command/picture_options.hpp"
#include "fault.hpp"
#include "image/view.hpp"

namespace stockham::tools {

namespace {

using imaging::registration;

// The part of a picture within a rectangle, without its samples' values; alpha and metadata are kept.
picture cropped(const picture& image, const imaging::rectangle& part) {
    picture out = image;
    out.width = part.width;
    out.height = part.height;
    const std::size_t pixel = image.row_bytes() / image.width;
    out.bytes.clear();
    for (std::size_t y = part.top; y < part.top + part.height; ++y) {
        const auto row = image.bytes.begin() + static_cast<std::ptrdiff_t>(y * image.row_bytes() + part.left * pixel);
        out.bytes.insert(out.bytes.end(), row, row + static_cast<std::ptrdiff_t>(part.width * pixel));
    }
    return out;
}

template <class T>
planes_of<T> cropped(const planes_of<T>& planes, const imaging::rectangle& part) {
    planes_of<T> out(part.width, part.height, planes.count);
    auto to = out.values.begin();
    for (std::size_t c = 0; c < planes.count; ++c)
        for (std::size_t y = part.top; y < part.top + part.height; ++y) {
            const auto row =
                planes.values.begin() + static_cast<std::ptrdiff_t>((c * planes.height + y) * planes.width + part.left);
            to = std::copy_n(row, part.width, to);
        }
    return out;
}

// The colour channels of a page moved back by its registration.
template <class T>
planes_of<T> aligned(const engine& e, const picture& page, const registration& found, const aligned_options& o) {
    const planes_of<T> planes = take_channels<T>(page);
    planes_of<T> moved(planes.width, planes.height, planes.count);
    const std::vector<std::size_t> shape = {planes.count, planes.height, planes.width};
    imaging::alignment how;
    how.output = imaging::view_of(moved.values, shape);
    how.edges = o.edges == register_edges::wrap ? imaging::alignment_edges::wrap : imaging::alignment_edges::fill;
    how.fill = o.fill;
    imaging::align(e.imaging(), imaging::view_of(planes.values, shape), std::vector<registration>(planes.count, found),
                   how);
    return moved;
}

// Where the pixels of an aligned picture, or of its part, lie in the picture that was moved (registration.hpp).
grid_map map_of(const registration& found, const picture& page, const imaging::rectangle& part) {
    const double turn = found.angle * std::acos(-1.0) / 180;
    const double along = found.scale * std::cos(turn), beside = found.scale * std::sin(turn);
    const double x = (static_cast<double>(page.width) - 1) / 2, y = (static_cast<double>(page.height) - 1) / 2;
    const double left = static_cast<double>(part.left) - x, top = static_cast<double>(part.top) - y;
    return {{along, beside, x + found.right + along * left + beside * top},
            {-beside, along, y + found.down - beside * left + along * top}};
}

}  // namespace

void write_aligned(const engine& e, picture_source& source, const std::vector<registration>& found,
                   const aligned_options& o, picture_sink& sink) {
    std::optional<imaging::rectangle> part;
    const picture first = source.page(0);
    if (o.edges == register_edges::crop) {
        part = imaging::common_part(found, first.height, first.width);
        if (part->height == 0 || part->width == 0)
            throw job_error("--edges crop: there is no point that all aligned pictures share");
    }
    for (std::size_t k = 0; k < source.pages(); ++k) {
        picture page = source.page(k);
        move_metadata(page.metadata, map_of(found[k], page, part.value_or(imaging::rectangle())));
        in_precision_of(e, page.type, sink.type(), [&](auto zero) {
            const auto moved = aligned<decltype(zero)>(e, page, found[k], o);
            if (part)
                sink.add(cropped(moved, *part), 0, cropped(page, *part));
            else
                sink.add(moved, 0, page);
        });
    }
    finish_picture(sink);
}

// A, B, and B moved back, with levels beyond black and white clipped.
void write_register_view(const engine& e, const picture& a, const picture& b, const registration& found,
                         const aligned_options& o, const std::string& path) {
    const auto back = aligned<float>(e, b, found, o);
    picture moved = b;
    for (std::size_t c = 0; c < back.count; ++c)
        for (std::size_t i = 0; i < b.pixels(); ++i) {
            const double value = static_cast<double>(back.values[c * b.pixels() + i]);
            moved.set(i * b.channels + c, is_float(b.type) ? value : std::clamp(std::round(value), 0.0, b.white()));
        }
    write_view(path, {shown(a), shown(b), shown(moved)});
}

}  // namespace stockham::tools
