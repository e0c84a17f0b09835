// Writes computed pages to a picture file.
#include "image/picture_sink.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "fault.hpp"
#include "image/picture_file.hpp"

namespace stockham::tools {

namespace {

// 0.123457, 255, 1.5e+20
std::string number_text(double value) {
    return fmt::format("{:.6g}", value);
}

// The format of an output. Throws job_error if this build cannot write it.
const picture_format& format_to_write(const std::string& path, const write_options& options) {
    const std::string extension = extension_of(split_path(path).file);
    const picture_format* format =
        !options.format.empty() ? format_by_name(options.format) : format_by_extension(extension);
    if (format == nullptr && !extension.empty())
        throw job_error(fmt::format("cannot write {}: no format has the extension {}", path, extension));
    if (format == nullptr) format = format_by_name("PNG");
    if (format->create == nullptr) throw job_error(fmt::format("cannot write {}: {}", path, why_not_written(*format)));
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

namespace {

std::string channels_text(const page_facts& input) {
    const bool has_alpha = input.alpha != alpha_kind::none;
    const unsigned colours = input.channels - (has_alpha ? 1 : 0);
    const std::string text = colours == 1 ? "grey" : colours == 3 ? "colours" : fmt::format("{} channels", colours);
    return has_alpha ? text + " and alpha" : text;
}

}  // namespace

// Refuses numbers of channels that the format does not hold, and notes where it gives the last one another meaning.
void picture_sink::check_channels(const picture_format& format, const page_facts& input) {
    const bool has_alpha = input.alpha != alpha_kind::none, is_even = input.channels % 2 == 0;
    const bool by_number = format.alpha == alpha_rule::straight || format.alpha == alpha_rule::associated;
    if ((format.channels & bit_of_channels(input.channels)) == 0 || (format.alpha == alpha_rule::none && has_alpha) ||
        (by_number && has_alpha && !is_even))
        throw job_error(
            fmt::format("cannot write {}: {} cannot hold {}", file_.name(), format.name, channels_text(input)));
    if (format.alpha == alpha_rule::unnamed && has_alpha)
        remarks_.push_back(fmt::format("{} has no mark for alpha: --alpha reads it back", format.name));
    if (!by_number || !is_even) return;
    alpha_by_format_ = format.alpha == alpha_rule::straight ? alpha_kind::straight : alpha_kind::associated;
    if (!has_alpha)
        remarks_.push_back(fmt::format("{} takes the last of {} channels for alpha", format.name, input.channels));
    else if (*alpha_by_format_ != input.alpha)
        remarks_.push_back(fmt::format("the colours are {}multiplied by alpha, unlike those of other {} files",
                                       input.alpha == alpha_kind::straight ? "not " : "", format.name));
}

picture_sink::picture_sink(const std::string& path, const write_options& options, const page_facts& input)
    : file_(split_path(path).file), options_(options), expected_pages_(input.pages), input_type_(input.type),
      smallest_(std::numeric_limits<double>::infinity()), largest_(-smallest_) {
    const picture_format& format = format_to_write(path, options);
    if (input.pages > 1 && !format.many_pages)
        throw job_error(fmt::format("cannot write {}: {} holds one page, the input has {}", file_.name(), format.name,
                                    input.pages));
    check_channels(format, input);
    holds_ = format.metadata;
    choose_type(format, input);
    writer_ = format.create(file_, {file_.name(), split_path(path).member, input.pages, options.quality});
}

namespace {

// The smallest and the largest value. Independent lanes let the compiler use vectors.
template <class T>
std::pair<T, T> range_of(const plane_rows<T>& p) {
    constexpr std::size_t lanes = 16;
    T low[lanes], high[lanes];
    std::fill(low, low + lanes, std::numeric_limits<T>::infinity());
    std::fill(high, high + lanes, -std::numeric_limits<T>::infinity());
    const auto take = [&](std::size_t lane, T value) {
        low[lane] = value < low[lane] ? value : low[lane];
        high[lane] = value > high[lane] ? value : high[lane];
    };
    for (std::size_t c = 0; c < p.count; ++c)
        for (std::size_t y = 0; y < p.height; ++y) {
            const T* row = p.row(c, y);
            std::size_t x = 0;
            for (; x + lanes <= p.width; x += lanes)
                for (std::size_t lane = 0; lane < lanes; ++lane) take(lane, row[x + lane]);
            for (; x < p.width; ++x) take(0, row[x]);
        }
    return {*std::min_element(low, low + lanes), *std::max_element(high, high + lanes)};
}

}  // namespace

template <class T>
void picture_sink::add(const plane_rows<T>& colours, double offset, const picture& model) {
    const auto [low, high] = range_of(colours);
    smallest_ = std::min(smallest_, static_cast<double>(low) + offset);
    largest_ = std::max(largest_, static_cast<double>(high) + offset);
    if (options_.beyond != out_of_range::normalise) {
        const bool keeps_white = !is_float(input_type_) && !is_float(type_);
        return put(colours, keeps_white ? white_of(type_) / white_of(input_type_) : 1, offset, model);
    }
    if (expected_pages_ == 1) return put_normalised(colours, offset, model);
    hold(colours, offset, model);
}

template <class T>
void picture_sink::hold(const plane_rows<T>& colours, double offset, const picture& model) {
    if (!scratch_) scratch_ = scratch_for(file_);
    for (std::size_t c = 0; c < colours.count; ++c)
        for (std::size_t y = 0; y < colours.height; ++y) scratch_->write(colours.row(c, y), colours.width * sizeof(T));
    if (model.has_alpha()) scratch_->write(model.bytes.data(), model.bytes.size());
    held_.push_back({colours.count, sizeof(T), offset, model});
    held_.back().model.release();
}

// Reads the colours of a page at byte `at` of the temporary file, and moves `at` behind them.
template <class T>
planes_of<double> picture_sink::colours_of(const held_page& page, std::size_t& at) const {
    planes_of<double> colours(page.model.width, page.model.height, page.count);
    std::vector<T> row(colours.width);
    for (auto to = colours.values.begin(); to != colours.values.end(); at += row.size() * sizeof(T)) {
        scratch_->read_at(at, row.data(), row.size() * sizeof(T));
        to = std::transform(row.begin(), row.end(), to, [&](T v) { return static_cast<double>(v) + page.offset; });
    }
    return colours;
}

void picture_sink::put_held() {
    std::size_t at = 0;
    for (held_page& page : held_) {
        const auto colours =
            page.number_size == sizeof(float) ? colours_of<float>(page, at) : colours_of<double>(page, at);
        picture& model = page.model;
        if (model.has_alpha()) {
            model.bytes.resize(model.row_bytes() * model.height);
            scratch_->read_at(at, model.bytes.data(), model.bytes.size());
            at += model.bytes.size();
        }
        put_normalised(plane_rows<double>(colours), 0, model);
        model.release();
    }
    scratch_.reset();
}

template void picture_sink::add(const plane_rows<float>&, double, const picture&);
template void picture_sink::add(const plane_rows<double>&, double, const picture&);

void picture_sink::add(picture page) {
    if (page.type != type_ || options_.beyond == out_of_range::normalise)
        return add(take_channels<double>(page), 0, page);
    samples_ += page.pixels() * page.colours();
    write(page, true);
}

template <class T>
void picture_sink::put_normalised(const plane_rows<T>& colours, double offset, const picture& model) {
    const double span = largest_ - smallest_;
    put(colours, span > 0 ? white_of(type_) / span : 0, offset - smallest_, model);
}

// Writes (value + offset) * factor.
template <class T>
void picture_sink::put(const plane_rows<T>& colours, double factor, double offset, const picture& model) {
    picture page = make_picture(file_.name(), model.width, model.height, model.channels, type_, model.alpha);
    page.rgb = model.rgb;
    page.metadata = model.metadata;
    const bool integer = !is_float(type_);
    const double white = page.white();
    std::size_t beyond = 0;
    with_samples(page, [&](auto* samples) {
        using sample = std::decay_t<decltype(*samples)>;
        const auto put_row = [&](const T* from, sample* to) {
            for (std::size_t x = 0; x < page.width; ++x, to += page.channels) {
                const double value = (static_cast<double>(from[x]) + offset) * factor;
                if (!integer) {
                    *to = static_cast<sample>(value);
                    continue;
                }
                const double within = std::clamp(value, 0.0, white);
                beyond += std::abs(value - within) > 0.5;  // less is rounding
                *to = static_cast<sample>(within + 0.5);
            }
        };
        for (std::size_t c = 0; c < colours.count; ++c)
            for (std::size_t y = 0; y < page.height; ++y)
                put_row(colours.row(c, y), samples + y * page.width * page.channels + c);
        if (!page.has_alpha()) return;
        const double alpha_factor = integer || is_float(model.type) ? white / model.white() : 1;
        for (std::size_t i = page.channels - 1; i < page.samples(); i += page.channels) {
            const double alpha = model.at(i) * alpha_factor;
            samples[i] = static_cast<sample>(integer ? std::round(std::clamp(alpha, 0.0, white)) : alpha);
        }
    });
    const std::size_t count = page.pixels() * colours.count;
    check_range(beyond, count, pages_ + 1);
    clipped_ += beyond;
    samples_ += count;
    write(page, factor == 1 && offset == 0);
}

// `same_levels`: the numbers are those of the input's unit.
void picture_sink::write(picture& page, bool same_levels) {
    if (alpha_by_format_) page.alpha = *alpha_by_format_;
    restate_metadata(page.metadata, {page.width, page.height, expected_pages_, page.channels, page.rgb,
                                     name_of(page.type), page.type == input_type_, same_levels, holds_});
    for (const std::string& name : page.metadata.left_out)
        if (std::find(left_out_.begin(), left_out_.end(), name) == left_out_.end()) left_out_.push_back(name);
    writer_->add(page);
    if (keeps_first_ && pages_ == 0) first_ = page;
    ++pages_;
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

std::vector<std::string> picture_sink::finish() {
    put_held();
    writer_->finish();
    file_.commit();
    if (!left_out_.empty()) remarks_.push_back(fmt::format("leaves out {}", fmt::join(left_out_, ", ")));
    if (options_.beyond == out_of_range::normalise)
        remarks_.push_back(fmt::format("{}; normalised to 0 to {}", range_text(), white_of(type_)));
    else if (clipped_ > 0)
        remarks_.push_back(
            fmt::format("{}; clipped {} to 0 to {}", range_text(), share_text(clipped_, samples_), white_of(type_)));
    return remarks_;
}

void write_picture(const picture& image, const std::string& path, const write_options& options) {
    picture_sink sink(path, options, {image.type, image.channels, 1, image.alpha});
    sink.add(image);
    sink.finish();
}

}  // namespace stockham::tools
