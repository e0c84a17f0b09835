// The options that the commands for pictures share: how a picture is read, and how a result is written.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "engine.hpp"
#include "image/picture_file.hpp"
#include "image/picture_sink.hpp"
#include "image/plane.hpp"

namespace stockham::tools {

/// The help text of an input picture.
std::string input_picture_text();

/// Adds --max-pixels, --raw, --shape, --channels, --alpha, --nan, --external-data, --page, --time, --slice and
/// --channel. Remarks about files are printed.
void add_reading_options(CLI::App& command, read_options& options);

/// Adds --stack: files of one page each are the pages of one stack.
void add_stack_option(CLI::App& command, bool& stack);

/// The options of reading an argument: with `stack`, the files that a pattern matches are its frames (many_files.hpp).
read_options reading_of(const read_options& options, bool stack, const std::string& argument);

/// Adds --external-data, with the same help text in every command.
void add_external_data_option(CLI::App& command, bool& external);

/// Adds -o with the formats that this build writes; `what` begins the help text, such as "Picture to write".
CLI::Option* add_picture_output(CLI::App& command, std::string& path, const std::string& what);

/// Adds --format, --type, --clip, --normalise and --quality.
void add_writing_options(CLI::App& command, write_options& options);

/// The kernel that an argument names (image/kernel.hpp); nothing if it is a file. Throws usage_error for a wrong
/// kernel, and for what is neither but similar to a name.
std::optional<planes_of<double>> named_kernel(const std::string& argument);

/// Adds --view, the path of a picture with some parts, such as "input, spectrum and output".
void add_view_option(CLI::App& command, std::string& path, const std::string& parts = "input, spectrum and output");

/// Writes the picture of --view: parts of 8-bit RGB (image/view.hpp).
void write_view(const std::string& path, const std::vector<picture>& parts);

/// The number of pages, and the type and channels of the first one.
page_facts facts_of(const picture_source& source, const picture& first);

/// Calls use(T) with a number of the precision in which pictures of this type are computed, float or double. Prints a
/// remark if the device has no double precision for f8.
template <class Use>
auto in_precision_of(const engine& e, sample_type type, Use use);

/// The same for pictures of type `in` whose results are written as type `out`: double if either is f8.
template <class Use>
auto in_precision_of(const engine& e, sample_type in, sample_type out, Use use) {
    return in_precision_of(e, out == sample_type::f64 ? out : in, use);
}

/// Finishes an output and makes a remark about its range, if there is one.
void finish_picture(picture_sink& sink);
void finish_picture(picture_sink& sink, const std::function<void(const std::string&)>& remark);

/// Prints the remark of in_precision_of(), once in a process.
void report_single_precision(const engine& e);

template <class Use>
auto in_precision_of(const engine& e, sample_type type, Use use) {
    if (type != sample_type::f64) return use(0.0f);
    if (e.description().fp64 != double_support::none) return use(0.0);
    report_single_precision(e);
    return use(0.0f);
}

}  // namespace stockham::tools
