// Reads the pages of a picture file.
#include "image/picture_file.hpp"

#include <algorithm>
#include <cmath>

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

// The array of a file without a header, which may be a device that never ends.
file_bytes raw_array(const std::shared_ptr<input_file>& file, const picture_data& data) {
    const raw_layout& raw = *data.raw;
    const std::size_t needed = raw_bytes(data), offset = raw.offset.value_or(0);
    if (file->is_regular()) {
        check_raw_bytes(raw, needed, file->size(), data.name);
        return file_bytes(file, offset, needed);
    }
    std::vector<std::uint8_t> bytes;
    if (!raw.offset) {
        read_rest(*file, bytes, needed);
        return bytes;
    }
    // The buffer grows with the data.
    constexpr std::size_t block = std::size_t{1} << 20;
    std::vector<std::uint8_t> skipped(std::min(block, offset));
    std::size_t got = 0;
    for (std::size_t n = 1; n > 0 && got < offset; got += n)
        n = file->read_some(skipped.data(), std::min(block, offset - got));
    for (std::size_t n = 1; n > 0 && bytes.size() < needed; got += n) {
        const std::size_t before = bytes.size();
        bytes.resize(std::min(needed, std::max(block, 2 * before)));
        n = file->read_some(bytes.data() + before, bytes.size() - before);
        bytes.resize(before + n);
    }
    check_raw_bytes(raw, needed, got, data.name);
    return bytes;
}

}  // namespace

std::string share_text(std::size_t count, std::size_t of) {
    return fmt::format("{} of {} samples ({:.3g} %)", count, of,
                       100.0 * static_cast<double>(count) / static_cast<double>(of));
}

picture_data read_picture_data(const std::string& path, const read_options& options) {
    const picture_path split = path == "-" ? picture_path{path, {}} : split_path(path);
    const auto file = std::make_shared<input_file>(split.file);
    picture_data data;
    data.name = file->name();
    data.member = split.member;
    data.max_pixels = options.max_pixels;
    data.raw = options.raw;
    data.external = options.external && file->is_regular();
    data.channels_last = options.channels_last;
    if (data.raw) {
        data.bytes = raw_array(file, data);
        return data;
    }
    // Some files of the system have no size until they are read.
    if (file->is_regular() && file->size() > 0) {
        data.bytes = file_bytes(file);
        check_format(data);
        return data;
    }
    // Checks the first bytes before reading the rest, because a device or a pipe may never end.
    std::vector<std::uint8_t> bytes = read_start(*file);
    data.bytes = bytes;
    if (!bytes.empty()) check_format(data);
    read_rest(*file, bytes, most_file_bytes(options.max_pixels));
    data.bytes = std::move(bytes);
    return data;
}

namespace {

// One file for each page. Only one of them is open.
class frame_reader final : public page_reader {
  public:
    frame_reader(picture_data first, const read_options& options)
        : options_(options), frame_(open_pages(std::move(first))) {
        check_one_page();
    }
    std::size_t pages() const override { return options_.frames.size(); }
    left_out_list left_out() override { return frame_->left_out(); }
    picture read(std::size_t index) override {
        if (index != open_) {
            frame_.reset();
            frame_ = open_pages(read_picture_data(options_.frames[index], options_));
            open_ = index;
            check_one_page();
        }
        return frame_->read(0);
    }

  private:
    void check_one_page() const {
        if (frame_->pages() != 1)
            throw job_error(
                fmt::format("{}: has {} pages; a frame of a stack has one", options_.frames[open_], frame_->pages()));
    }

    const read_options options_;
    std::size_t open_ = 0;
    std::unique_ptr<page_reader> frame_;
};

std::unique_ptr<page_reader> open_source(picture_data data, const read_options& options) {
    if (options.frames.empty()) return open_pages(std::move(data));
    return std::make_unique<frame_reader>(std::move(data), options);
}

}  // namespace

picture_source::picture_source(const std::string& path, const read_options& options)
    : picture_source(read_picture_data(options.frames.empty() ? path : options.frames.front(), options), options) {}

picture_source::picture_source(picture_data data, const read_options& options)
    : name_(data.name), options_(options), bytes_(data.bytes), reader_(open_source(std::move(data), options)),
      pages_(reader_->pages()), axes_(reader_->axes()) {
    if (!options.choice.empty()) choose(options.choice);
}

void picture_source::choose(const page_choice& choice) {
    chosen_ = choose_pages(choice, axes_, pages_, name_);
    pages_ = chosen_->pages.size();
    axes_ = chosen_->axes;
}

std::string picture_source::name_of_page(std::size_t index) const {
    return options_.frames.empty() ? name_ : options_.frames[chosen_ ? chosen_->pages[index] : index];
}

picture picture_source::page(std::size_t index) {
    picture page = reader_->read(chosen_ ? chosen_->pages[index] : index);
    if (options_.frames.empty() && bytes_.has_changed())
        throw job_error(fmt::format("{}: the file was changed while it was read", name_));
    if (chosen_) restate_choice(page.metadata, *chosen_);
    if (options_.alpha) take_alpha(page, index);
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
        throw job_error(options_.frames.empty()
                            ? fmt::format("{}: page {} has {}, the first has {}", name_, index + 1, own, first)
                            : fmt::format("{}: has {}, but {} has {}", name_of_page(index), own, name_, first));
    check_finite(page, index);
    return page;
}

void picture_source::take_alpha(picture& page, std::size_t index) const {
    if (page.has_alpha()) return;
    if (page.channels < 2) throw job_error(fmt::format("{}: --alpha: it has a single channel", name_of_page(index)));
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
                                name_of_page(index), share_text(count, page.samples()), pixel / page.width,
                                pixel % page.width,
                                pages() > 1 && options_.frames.empty() ? fmt::format(" of page {}", index + 1) : ""));
}

picture read_picture(const std::string& path, const read_options& options) {
    read_options own = options;
    own.frames.clear();
    own.choice.clear();
    picture_source source(path, own);
    if (source.pages() > 1 && !options.choice.empty()) source.choose(options.choice);
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
