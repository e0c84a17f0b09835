// Reads the pages of a picture file.
#include "image/picture_file.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "fault.hpp"
#include "format/array_pages.hpp"
#include "format/gzip.hpp"
#include "input.hpp"

namespace stockham::tools {

namespace {

std::vector<std::uint8_t> read_start(input_file& file) {
    std::vector<std::uint8_t> start(most_packed_start);
    start.resize(file.read_some(start.data(), most_magic_bytes));
    if (!is_gzip(start)) return start;
    const std::size_t got = start.size();
    start.resize(most_packed_start);
    start.resize(got + file.read_some(start.data() + got, most_packed_start - got));
    return start;
}

// Reads the array of a file without a header, which may be a device that never ends.
void read_raw(input_file& file, picture_data& data) {
    const raw_layout& raw = *data.raw;
    const std::size_t needed = raw_bytes(data), offset = raw.offset.value_or(0);
    if (file.is_regular()) check_raw_bytes(raw, needed, file.size(), data.name);
    if (!raw.offset) return read_rest(file, data.bytes, needed);
    if (file.is_regular()) {
        data.bytes.resize(needed);
        return file.read_at(offset, data.bytes.data(), needed);
    }
    // The buffer grows with the data.
    constexpr std::size_t block = std::size_t{1} << 20;
    std::vector<std::uint8_t> skipped(std::min(block, offset));
    std::size_t got = 0;
    for (std::size_t n = 1; n > 0 && got < offset; got += n)
        n = file.read_some(skipped.data(), std::min(block, offset - got));
    for (std::size_t n = 1; n > 0 && data.bytes.size() < needed; got += n) {
        const std::size_t before = data.bytes.size();
        data.bytes.resize(std::min(needed, std::max(block, 2 * before)));
        n = file.read_some(data.bytes.data() + before, data.bytes.size() - before);
        data.bytes.resize(before + n);
    }
    check_raw_bytes(raw, needed, got, data.name);
}

}  // namespace

std::string share_text(std::size_t count, std::size_t of) {
    return fmt::format("{} of {} samples ({:.3g} %)", count, of,
                       100.0 * static_cast<double>(count) / static_cast<double>(of));
}

picture_data read_picture_data(const std::string& path, const read_options& options) {
    const picture_path split = path == "-" ? picture_path{path, {}} : split_path(path);
    input_file file(split.file);
    picture_data data;
    data.name = file.name();
    data.member = split.member;
    data.max_pixels = options.max_pixels;
    data.raw = options.raw;
    data.external = options.external && file.is_regular();
    data.channels_last = options.channels_last;
    if (data.raw) {
        read_raw(file, data);
        return data;
    }
    data.bytes = read_start(file);
    // Checks the first bytes before reading the rest, because a device or a pipe may never end.
    if (!data.bytes.empty()) check_format(data);
    read_rest(file, data.bytes,
              file.is_regular() ? std::numeric_limits<std::size_t>::max() - 1 : most_file_bytes(options.max_pixels));
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
