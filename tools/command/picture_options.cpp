// The options that the commands for pictures share: how a picture is read, and how a result is written.
#include "command/picture_options.hpp"

#include <filesystem>
#include <memory>
#include <mutex>
#include <tuple>

#include <fmt/format.h>

#include "base/messages/printable.hpp"
#include "base/plain_text.hpp"
#include "command.hpp"
#include "command/many_files.hpp"
#include "command/suggest.hpp"
#include "fault.hpp"
#include "image/kernel.hpp"
#include "image/view.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

bool can_read(const picture_format& f) {
    return f.open != nullptr && !f.magics.empty();
}

bool can_write(const picture_format& f) {
    return f.create != nullptr;
}

// 512x512, 20x512x512x3
std::vector<std::size_t> parse_shape(const std::string& word) {
    std::vector<std::size_t> shape;
    std::size_t value = 0;
    bool has_digit = false;
    for (const char c : word + "x") {
        if (c >= '0' && c <= '9' && value < highest_max_pixels) {
            value = 10 * value + static_cast<std::size_t>(c - '0');
            has_digit = true;
        } else if ((c == 'x' || c == 'X' || c == ',') && has_digit && value > 0) {
            shape.push_back(value);
            value = 0;
            has_digit = false;
        } else {
            return {};
        }
    }
    return shape;
}

CLI::Validator array_shape() {
    return CLI::Validator(
        [](std::string& word) -> std::string {
            if (parse_shape(word).size() >= 2) return {};
            return fmt::format("{} is not a shape, such as 512x512 or 20x512x512x3 (height before width)",
                               internal::in_quotes(word));
        },
        "");
}

// u2, <u2, >f4
CLI::Validator number_type() {
    return CLI::Validator(
        [](std::string& word) -> std::string {
            const std::string bare = word.find_first_of("<>|=") == 0 ? word.substr(1) : word;
            for (const char* known : {"i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8"})
                if (bare == known) return {};
            return fmt::format("{} is not one of i1 to i8, u1 to u8, f2, f4, f8; > in front means big-endian",
                               internal::in_quotes(word));
        },
        "");
}

npy_type parse_type(const std::string& word) {
    const std::string bare = word.find_first_of("<>|=") == 0 ? word.substr(1) : word;
    return {bare[0], static_cast<unsigned>(bare[1] - '0'), word[0] == '>'};
}

}  // namespace

std::string input_picture_text() {
    return fmt::format("Input picture: {}, or - for standard input; FILE:NAME or FILE[NAME] is a picture in it",
                       format_names(can_read));
}

namespace {

// Numbers along the axes of a stack.
void add_choice_options(CLI::App& command, page_choice& choice) {
    static const std::tuple<char, const char*, const char*> axes[] = {
        {'T', "--time",
         "Read these times of a stack only: numbers from 1, such as 3, 2-7, 5- or 1-9-2, or several with "
         "commas"},
        {'Z', "--slice", "The same for slices"},
        {'C', "--channel", "The same for channels that are pages"},
        {'?', "--page", "The same for pages in the order of the file"}};
    const CLI::Validator ranges(
        [](std::string& word) {
            return read_ranges(word) ? std::string()
                                     : internal::in_quotes(word) + " is no list of numbers from 1 and ranges such as "
                                                                   "3-7, 5- and 1-9-2";
        },
        "");
    std::vector<CLI::Option*> added;
    for (const auto& [axis, name, text] : axes) {
        const auto take = [&choice, letter = axis](const std::string& list) {
            choice.push_back({letter, *read_ranges(list)});
        };
        added.push_back(command.add_option_function<std::string>(name, take, text)->type_name("N")->transform(ranges));
    }
    for (CLI::Option* option : added)
        if (option != added.back()) option->excludes(added.back());
}

}  // namespace

void add_reading_options(CLI::App& command, read_options& options) {
    add_max_pixels_option(command, options.max_pixels);
    const auto raw = [&options](const std::string& word) {
        if (!options.raw) options.raw.emplace();
        options.raw->type = parse_type(word);
    };
    const auto shape = [&options](const std::string& word) {
        if (!options.raw) options.raw.emplace();
        options.raw->shape = parse_shape(word);
    };
    CLI::Option* type =
        command
            .add_option_function<std::string>(
                "--raw", raw, "The input has no header: numbers of this type, such as u2, f4 or >f8; needs --shape")
            ->type_name("TYPE")
            ->transform(number_type());
    command
        .add_option_function<std::string>("--shape", shape,
                                          "Shape of an input without a header: HEIGHTxWIDTH, with CHANNELS after and "
                                          "PAGES before them if there are several")
        ->type_name("HxW")
        ->transform(array_shape())
        ->needs(type);
    type->needs("--shape");
    const auto offset = [&options](std::size_t bytes) {
        if (!options.raw) options.raw.emplace();
        options.raw->offset = bytes;
    };
    command
        .add_option_function<std::size_t>("--offset", offset,
                                          "Bytes before the first number of an input without a header (default: 0); "
                                          "bytes behind the last are ignored")
        ->type_name("BYTES")
        ->transform(whole_number(0, std::size_t{1} << 60))
        ->needs(type);
    command.add_flag("--channels", options.channels_last,
                     "The last axis of an array is that of channels (default: if it has 1 to 4)");
    command.add_flag("--alpha", options.alpha,
                     "The last channel is alpha, although the file does not say so: it is kept, not computed");
    options.remark = print_remark;
    command
        .add_option_function<double>(
            "--nan", [&options](double value) { options.not_finite = value; },
            "Replace pixels that are NaN or infinite by V (default: they are an error)")
        ->type_name("V")
        ->transform(decimal_number());
    add_external_data_option(command, options.external);
    add_choice_options(command, options.choice);
}

void add_stack_option(CLI::App& command, bool& stack) {
    command.add_flag(
        "--stack", stack,
        "The files that a quoted pattern such as 'frames/*.tif' matches are the pages of one stack, in the "
        "order of the numbers in their names");
}

read_options reading_of(const read_options& options, bool stack, const std::string& argument) {
    read_options own = options;
    if (stack && is_pattern(argument)) own.frames = list_frames({argument});
    return own;
}

void add_external_data_option(CLI::App& command, bool& external) {
    command.add_flag("--external-data", external,
                     "Let an HDF5 file take data from other files that it names: external links, external storage and "
                     "virtual data sets (default: they are refused)");
}

CLI::Option* add_picture_output(CLI::App& command, std::string& path, const std::string& what) {
    const std::string text =
        fmt::format("{}; its extension chooses the format: {}; - is standard output", what, format_names(can_write));
    return add_output_option(command, path, output_kind::picture, text)->type_name("OUT");
}

void add_writing_options(CLI::App& command, write_options& options) {
    std::vector<std::string> names;
    for (const picture_format& f : picture_formats())
        if (f.is_written()) names.push_back(internal::lower(f.name));
    command.add_option("--format", options.format, "Format of the output (default: by its extension, png without one)")
        ->type_name("NAME")
        ->transform(one_of(names));
    const std::vector<std::pair<std::string, sample_type>> types = {
        {"u1", sample_type::u8}, {"u2", sample_type::u16}, {"f4", sample_type::f32}, {"f8", sample_type::f64}};
    const auto types_by_word = [types] {
        std::vector<std::string> words;
        for (const auto& [word, type] : types) words.push_back(word);
        return words;
    };
    command
        .add_option_function<std::string>(
            "--type",
            [&options, types](const std::string& word) {
                for (const auto& [name, type] : types)
                    if (name == word) options.type = type;
            },
            "Type of the output's samples: u1, u2, f4 or f8 (default: that of the input)")
        ->type_name("TYPE")
        ->transform(one_of(types_by_word()));
    CLI::Option* clip = command.add_flag_callback(
        "--clip", [&options] { options.beyond = out_of_range::clip; },
        "Set values below black or above white to black or white (default: they are an error)");
    command
        .add_flag_callback(
            "--normalise", [&options] { options.beyond = out_of_range::normalise; },
            "Map the range of all values to black to white, in floating point 0 to 1")
        ->excludes(clip);
    command
        .add_option("--quality", options.quality,
                    "Quality of JPEG and WebP, 1 to 100 (default: 90); 100 writes WebP without loss")
        ->type_name("N")
        ->transform(whole_number(1, 100));
}

std::optional<planes_of<double>> named_kernel(const std::string& argument) {
    auto kernel = kernel_of_word(argument);
    std::error_code ignored;
    if (kernel || argument == "-" || std::filesystem::exists(split_path(argument).file, ignored)) return kernel;
    const std::string meant = suggestion(argument, kernel_names());
    if (meant.empty()) return kernel;
    throw usage_error(fmt::format("KERNEL: {} is neither a kernel nor a file{}", internal::in_quotes(argument), meant));
}

void add_view_option(CLI::App& command, std::string& path, const std::string& parts) {
    command
        .add_option("--view", path, fmt::format("Also write a picture of the first page with {} side by side", parts))
        ->type_name("OUT")
        ->transform(output_name(output_kind::picture));
}

void write_view(const std::string& path, const std::vector<picture>& parts) {
    write_options options;
    options.type = sample_type::u8;
    write_picture(side_by_side(parts), path, options);
}

void add_plot_option(CLI::App& command, std::string& path, const std::string& what) {
    command.add_option("--plot", path, fmt::format("Also plot {}, as SVG or PNG", what))
        ->type_name("OUT.svg")
        ->transform(output_name(output_kind::plot));
}

std::optional<figure_file> open_plot(const std::string& path, const std::string& table) {
    if (path.empty()) return {};
    if (path == "-" && table == "-")
        throw usage_error("--plot: must be a file (got '-'); the table goes to standard output");
    return std::optional<figure_file>(std::in_place, path);
}

page_facts facts_of(const picture_source& source, const picture& first) {
    return {first.type, first.channels, source.pages(), first.alpha};
}

void finish_picture(picture_sink& sink) {
    finish_picture(sink, print_remark);
}

void finish_picture(picture_sink& sink, const std::function<void(const std::string&)>& remark) {
    for (const std::string& text : sink.finish()) remark(text);
}

void report_single_precision(const engine& e) {
    static std::once_flag once;
    std::call_once(once, [&] {
        print_remark(
            fmt::format("{} has no double precision: f8 is computed in single precision", e.description().name));
    });
}

}  // namespace stockham::tools
