// Reads the pages of a picture file.
#include "image/picture_file.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "fault.hpp"
#include "format/array_pages.hpp"
#include "input.hpp"

namespace stockham::tools {

namespace {

// Limits of a pipe's length: bytes per pixel (four f8 channels), and bytes of other data such as profiles and previews.
constexpr std::size_t most_pixel_bytes = 32;
constexpr std::size_t most_other_bytes = std::size_t{1} << 26;

std::vector<std::uint8_t> read_start(input_file& file) {
    std::vector<std::uint8_t> start(most_magic_bytes);
    start.resize(file.read_some(start.data(), start.size()));
    return start;
}

}  // namespace

std::string share_text(std::size_t count, std::size_t of) {
    return fmt::format("{} of {} samples ({:.3g} %)", count, of,
                       100.0 * static_cast<double>(count) / static_cast<double>(of));
}

picture_data read_picture_data(const std::string& path, const read_options& options) {
    const picture_path split = path == "-" ? picture_path{path, {}} : split_path(path);
    input_file file(split.file);
    picture_data data{read_start(file),     file.name(), split.member,
                      options.max_pixels,   options.raw, options.external && file.is_regular(),
                      options.channels_last};
    // Checks the first bytes before reading the rest, because a device or a pipe may never end.
    if (!data.bytes.empty()) check_format(data);
    std::size_t most = file.is_regular() ? std::numeric_limits<std::size_t>::max() - 1
                                         : most_pixel_bytes * options.max_pixels + most_other_bytes;
    if (data.raw) {
        most = raw_bytes(data);
        if (file.is_regular()) check_raw_bytes(*data.raw, most, file.size(), data.name);
    }
    read_rest(file, data.bytes, most);
    return data;
}

picture_source::picture_source(const std::string& path, const read_options& options)
    : picture_source(read_picture_data(path, options), options) {}

picture_source::picture_source(picture_data data, const read_options& options)
    : name_(data.name), options_(options), reader_(open_pages(std::move(data))), pages_(reader_->pages()),
      axes_(reader_->axes()) {}

picture picture_source::page(std::size_t index) {
    picture page = reader_->read(index);
    if (options_.alpha) take_alpha(page);
    if (first_.width == 0) {
        first_.width = page.width;
        first_.height = page.height;
        first_.channels = page.channels;
        first_.alpha = page.alpha;
        first_.type = page.type;
        if (const auto list = reader_->left_out(); options_.remark && !list.empty())
            options_.remark(fmt::format("{}: leaves out {}", name_, fmt::join(list, ", ")));
    }
    const auto facts = [](const picture& p) {
        return fmt::format("{} x {} pixels of {} channel{}{} of {}", p.width, p.height, p.channels,
                           p.channels == 1 ? "" : "s", p.has_alpha() ? " with alpha" : "", name_of(p.type));
    };
    if (const std::string own = facts(page), first = facts(first_); own != first)
        throw job_error(fmt::format("{}: page {} has {}, the first has {}", name_, index + 1, own, first));
    check_finite(page, index);
    return page;
}

void picture_source::take_alpha(picture& page) const {
    if (page.has_alpha()) return;
    if (page.channels < 2) throw job_error(fmt::format("{}: --alpha: it has a single channel", name_));
    page.set_alpha(alpha_kind::straight);
}

void picture_source::check_finite(picture& page, std::size_t index) const {
    if (!is_float(page.type)) return;
    std::size_t count = 0, first = 0;
    with_samples(page, [&](auto* samples) {
        for (std::size_t i = 0; i < page.samples(); ++i) {
            if (std::isfinite(static_cast<double>(samples[i]))) continue;
            if (count++ == 0) first = i;
            if (options_.not_finite) samples[i] = static_cast<std::decay_t<decltype(*samples)>>(*options_.not_finite);
        }
    });
    if (count == 0 || options_.not_finite) return;
    const std::size_t pixel = first / page.channels;
    throw job_error(fmt::format("{}: {} are NaN or infinite, the first in row {}, column {}{} (--nan V replaces them)",
                                name_, share_text(count, page.samples()), pixel / page.width, pixel % page.width,
                                pages() > 1 ? fmt::format(" of page {}", index + 1) : ""));
}

picture read_picture(const std::string& path, const read_options& options) {
    picture_source source(path, options);
    if (source.pages() != 1)
        throw job_error(fmt::format("{}: has {} pages; only a picture with one page is supported here", source.name(),
                                    source.pages()));
    return source.page(0);
}

const picture_format* format_of_picture(const std::string& path) {
    const std::string file_path = split_path(path).file;
    input_file file(file_path);
    if (!file.is_regular()) return nullptr;
    const picture_format* format = format_by_start(read_start(file));
    return format == format_by_name("NPY") ? nullptr : format;
}

std::vector<std::uint8_t> pages_as_npy(picture_source& source) {
    std::vector<std::uint8_t> bytes;
    for (std::size_t k = 0; k < source.pages(); ++k) append_npy_page(source.page(k), source.pages(), bytes);
    return bytes;
}

}  // namespace stockham::tools
