// Reads the pages of a picture file, and writes computed pages to one.
#include "image/picture_file.hpp"

#include <algorithm>
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
    std::vector<std::uint8_t> start(longest_magic);
    start.resize(file.read_some(start.data(), start.size()));
    return start;
}

// 0.123457, 255, 1.5e+20
std::string number_text(double value) {
    return fmt::format("{:.6g}", value);
}

std::string share_text(std::size_t count, std::size_t of) {
    return fmt::format("{} of {} samples ({:.3g} %)", count, of,
                       100.0 * static_cast<double>(count) / static_cast<double>(of));
}

}  // namespace

picture_data read_picture_data(const std::string& path, const read_options& options) {
    const picture_path split = path == "-" ? picture_path{path, {}} : split_path(path);
    input_file file(split.file);
    picture_data data{read_start(file), file.name(), split.member, options.max_pixels, options.raw};
    // Checks the first bytes before reading the rest, because a device or a pipe may never end.
    if (!data.bytes.empty()) check_format(data);
    const std::size_t most = file.is_regular() ? std::numeric_limits<std::size_t>::max() - 1
                                               : most_pixel_bytes * options.max_pixels + most_other_bytes;
    read_rest(file, data.bytes, most);
    return data;
}

picture_source::picture_source(const std::string& path, const read_options& options)
    : picture_source(read_picture_data(path, options), options) {}

picture_source::picture_source(picture_data data, const read_options& options)
    : name_(data.name), not_finite_(options.not_finite), reader_(open_pages(std::move(data))) {}

picture picture_source::page(std::size_t index) {
    picture page = reader_->read(index);
    if (first_.width == 0) {
        first_.width = page.width;
        first_.height = page.height;
        first_.channels = page.channels;
        first_.type = page.type;
    }
    const auto facts = [](const picture& p) {
        return fmt::format("{} x {} pixels of {} channel{} of {}", p.width, p.height, p.channels,
                           p.channels == 1 ? "" : "s", name_of(p.type));
    };
    if (const std::string own = facts(page), first = facts(first_); own != first)
        throw job_error(fmt::format("{}: page {} has {}, the first has {}", name_, index + 1, own, first));
    check_finite(page, index);
    return page;
}

void picture_source::check_finite(picture& page, std::size_t index) const {
    if (!is_float(page.type)) return;
    std::size_t count = 0, first = 0;
    with_samples(page, [&](auto* samples) {
        for (std::size_t i = 0; i < page.samples(); ++i) {
            if (std::isfinite(static_cast<double>(samples[i]))) continue;
            if (count++ == 0) first = i;
            if (not_finite_) samples[i] = static_cast<std::decay_t<decltype(*samples)>>(*not_finite_);
        }
    });
    if (count == 0 || not_finite_) return;
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

namespace {

// The format of an output. Throws job_error if this build cannot write it.
const picture_format& format_to_write(const std::string& path, const write_options& options) {
    const picture_format* format = !options.format.empty() ? format_by_name(options.format)
                                                           : format_by_extension(extension_of(split_path(path).file));
    if (format == nullptr) format = format_by_name("PNG");
    if (format->create == nullptr)
        throw job_error(fmt::format("cannot write {}: {} needs {}, without which this command was built", path,
                                    format->name, format->library));
    return *format;
}

std::string type_list(unsigned types) {
    std::vector<std::string> list;
    for (const sample_type type : {sample_type::u8, sample_type::u16, sample_type::f32, sample_type::f64})
        if ((types & bit_of(type)) != 0) list.push_back(name_of(type));
    return fmt::format("{}", fmt::join(list, ", "));
}

}  // namespace

bool holds_floats(const std::string& path, const write_options& options) {
    return (format_to_write(path, options).types & bit_of(sample_type::f32)) != 0;
}

void picture_sink::choose_type(const picture_format& format, const page_facts& input) {
    const auto holds = [&](sample_type type) { return (format.types & bit_of(type)) != 0; };
    if (options_.type) {
        if (!holds(*options_.type))
            throw job_error(fmt::format("cannot write {}: {} holds {}, not {} (--type)", file_.name(), format.name,
                                        type_list(format.types), name_of(*options_.type)));
        type_ = *options_.type;
        return;
    }
    type_ = input.type;
    if (holds(type_)) return;
    if (!is_float(input.type)) {
        type_ = holds(sample_type::u8) ? sample_type::u8 : sample_type::f32;
    } else if (holds(sample_type::f32)) {
        type_ = sample_type::f32;
    } else if (options_.beyond == out_of_range::normalise) {
        type_ = holds(sample_type::u16) ? sample_type::u16 : sample_type::u8;
    } else {
        throw job_error(fmt::format("cannot write {}: {} holds {}, the result is {}; choose --normalise, --type {} or "
                                    "a file such as .tif or .npy",
                                    file_.name(), format.name, type_list(format.types), name_of(input.type),
                                    holds(sample_type::u16) ? "u2" : "u1"));
    }
}

picture_sink::picture_sink(const std::string& path, const write_options& options, const page_facts& input)
    : file_(split_path(path).file), options_(options), input_type_(input.type),
      smallest_(std::numeric_limits<double>::infinity()), largest_(-smallest_) {
    const picture_format& format = format_to_write(path, options);
    if (input.pages > 1 && !format.many_pages)
        throw job_error(fmt::format("cannot write {}: {} holds one page, the input has {}", file_.name(), format.name,
                                    input.pages));
    if ((format.channels & bit_of_channels(input.channels)) == 0)
        throw job_error(fmt::format("cannot write {}: {} cannot hold {}", file_.name(), format.name,
                                    input.channels % 2 == 0 ? "an alpha channel"
                                    : input.channels == 1   ? "grey"
                                                            : "colours"));
    choose_type(format, input);
    writer_ = format.create(file_, {file_.name(), split_path(path).member, input.pages, options.quality});
}

namespace {

// The smallest and the largest value. Independent lanes let the compiler use vectors.
template <class T>
std::pair<T, T> range_of(const std::vector<T>& values) {
    constexpr std::size_t lanes = 16;
    T low[lanes], high[lanes];
    std::fill(low, low + lanes, std::numeric_limits<T>::infinity());
    std::fill(high, high + lanes, -std::numeric_limits<T>::infinity());
    const auto take = [&](std::size_t lane, T value) {
        low[lane] = value < low[lane] ? value : low[lane];
        high[lane] = value > high[lane] ? value : high[lane];
    };
    std::size_t i = 0;
    for (; i + lanes <= values.size(); i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane) take(lane, values[i + lane]);
    for (; i < values.size(); ++i) take(0, values[i]);
    return {*std::min_element(low, low + lanes), *std::max_element(high, high + lanes)};
}

}  // namespace

template <class T>
void picture_sink::add(const planes_of<T>& colours, double offset, const picture& model) {
    const auto [low, high] = range_of(colours.values);
    smallest_ = std::min(smallest_, static_cast<double>(low) + offset);
    largest_ = std::max(largest_, static_cast<double>(high) + offset);
    if (options_.beyond == out_of_range::normalise) {
        held_.push_back({{}, model});
        auto& held = held_.back().colours;
        held = planes_of<double>(colours.width, colours.height, colours.count);
        std::transform(colours.values.begin(), colours.values.end(), held.values.begin(),
                       [&](T value) { return static_cast<double>(value) + offset; });
        return;
    }
    const bool keeps_white = !is_float(input_type_) && !is_float(type_);
    put(colours, keeps_white ? white_of(type_) / white_of(input_type_) : 1, offset, model);
}

template void picture_sink::add(const planes_of<float>&, double, const picture&);
template void picture_sink::add(const planes_of<double>&, double, const picture&);

// Writes (value + offset) * factor.
template <class T>
void picture_sink::put(const planes_of<T>& colours, double factor, double offset, const picture& model) {
    picture page = make_picture(file_.name(), model.width, model.height, model.channels, type_);
    page.metadata = model.metadata;
    const bool integer = !is_float(type_);
    const double white = page.white();
    const std::size_t pixels = page.pixels();
    std::size_t beyond = 0;
    with_samples(page, [&](auto* samples) {
        using sample = std::decay_t<decltype(*samples)>;
        for (std::size_t c = 0; c < colours.count; ++c)
            for (std::size_t i = 0; i < pixels; ++i) {
                const double value = (static_cast<double>(colours.values[c * pixels + i]) + offset) * factor;
                sample& to = samples[i * page.channels + c];
                if (!integer) {
                    to = static_cast<sample>(value);
                    continue;
                }
                const double within = std::clamp(value, 0.0, white);
                beyond += std::abs(value - within) > 0.5;  // less is rounding
                to = static_cast<sample>(within + 0.5);
            }
        if (!page.has_alpha()) return;
        const double alpha_factor = integer || is_float(model.type) ? white / model.white() : 1;
        for (std::size_t i = page.channels - 1; i < page.samples(); i += page.channels) {
            const double alpha = model.at(i) * alpha_factor;
            samples[i] = static_cast<sample>(integer ? std::round(std::clamp(alpha, 0.0, white)) : alpha);
        }
    });
    check_range(beyond, colours.values.size(), pages_ + 1);
    clipped_ += beyond;
    samples_ += colours.values.size();
    ++pages_;
    writer_->add(page);
    if (keeps_first_ && pages_ == 1) first_ = std::move(page);
}

std::string picture_sink::range_text() const {
    return fmt::format("values from {} to {}", number_text(smallest_), number_text(largest_));
}

void picture_sink::check_range(std::size_t beyond, std::size_t of, std::size_t page) const {
    if (beyond == 0 || options_.beyond != out_of_range::refuse) return;
    throw job_error(
        fmt::format("cannot write {}: {}{} are outside the range of {}, 0 to {}, by more than rounding: {}; "
                    "choose --clip, --normalise, or --type f4 and a file such as .tif or .npy",
                    file_.name(), share_text(beyond, of), page > 1 ? fmt::format(" of page {}", page) : "",
                    name_of(type_), white_of(type_), range_text()));
}

std::string picture_sink::finish() {
    const double span = largest_ - smallest_;
    for (const held_page& page : held_)
        put(page.colours, span > 0 ? white_of(type_) / span : 0, -smallest_, page.model);
    writer_->finish();
    file_.commit();
    if (options_.beyond == out_of_range::normalise)
        return fmt::format("{}; normalised to 0 to {}", range_text(), white_of(type_));
    if (clipped_ > 0)
        return fmt::format("{}; clipped {} to 0 to {}", range_text(), share_text(clipped_, samples_), white_of(type_));
    return {};
}

void write_picture(const picture& image, const std::string& path, const write_options& options) {
    picture_sink sink(path, options, {image.type, image.channels, 1});
    sink.add(take_channels<double>(image), 0, image);
    sink.finish();
}

}  // namespace stockham::tools
