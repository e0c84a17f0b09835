// Reads the pages of a picture file, and writes computed pages to one, with the checks and conversions that all
// picture commands share.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "format/format.hpp"
#include "image/plane.hpp"
#include "output.hpp"

namespace stockham::tools {

struct read_options {
    std::size_t max_pixels = default_max_pixels;
    std::optional<raw_layout> raw;     ///< for a file without a header
    std::optional<double> not_finite;  ///< replaces NaN and infinite samples, which are an error otherwise
};

/// The bytes of a file, "-" is standard input, and the member that follows the colon in FILE:MEMBER. Throws job_error
/// if it does not start like one of the formats. A pipe may have at most the bytes that a page of `max_pixels` pixels
/// needs.
picture_data read_picture_data(const std::string& path, const read_options& options = {});

/// The pages of a picture file. All of them have the same size, type and channels.
class picture_source {
  public:
    /// Throws job_error for a file that cannot be read.
    explicit picture_source(const std::string& path, const read_options& options = {});
    picture_source(picture_data data, const read_options& options);

    /// The name for errors.
    const std::string& name() const noexcept { return name_; }
    std::size_t pages() const { return reader_->pages(); }

    /// Page `index`. Throws job_error for a broken page, one that differs from the first page in size, type or
    /// channels, and one with samples that are NaN or infinite, unless the options replace them.
    picture page(std::size_t index);

  private:
    void check_finite(picture& page, std::size_t index) const;

    std::string name_;
    std::optional<double> not_finite_;
    std::unique_ptr<page_reader> reader_;
    picture first_;  // without samples
};

/// The picture of a file with one page. Throws job_error.
picture read_picture(const std::string& path, const read_options& options = {});

/// The format of a regular file that starts like a picture; null for a .npy file, which is an array, and for other
/// files. Throws job_error if it cannot be read.
const picture_format* format_of_picture(const std::string& path);

/// All pages as a .npy file: (height, width), (height, width, channels) or these after the number of pages.
std::vector<std::uint8_t> pages_as_npy(picture_source& source);

/// The treatment of values beyond the range of an integer type.
enum class out_of_range { refuse, clip, normalise };

struct write_options {
    std::string format;               ///< a name of the table; empty: by the extension, PNG without one
    std::optional<sample_type> type;  ///< by default that of the input
    out_of_range beyond = out_of_range::refuse;
    int quality = 90;
};

/// True if the format of an output holds f4.
bool holds_floats(const std::string& path, const write_options& options);

/// The pages of the input, for which an output is opened.
struct page_facts {
    sample_type type = sample_type::u8;
    unsigned channels = 1;
    std::size_t pages = 1;
};

/// Writes computed pages to a file, which appears when finish() has returned.
///
/// An integer type takes levels. Integers of another width keep black and white: 65535 becomes 255. In all other cases
/// numbers keep their values. If some are beyond the range of an integer type, the sink refuses or clips them, or
/// normalises all: the smallest number of all pages becomes black, the largest white (for floating point 0 and 1).
class picture_sink {
  public:
    /// Throws job_error if the file cannot be written or the format cannot hold such pages.
    picture_sink(const std::string& path, const write_options& options, const page_facts& input);

    sample_type type() const noexcept { return type_; }

    /// Adds a page: `colours` are the planes of the colour channels in levels of the input's type, plus `offset`. Alpha
    /// and metadata are those of `model`. Throws job_error for values out of range that are to be refused.
    template <class T>
    void add(const planes_of<T>& colours, double offset, const picture& model);

    /// Keeps a copy of the first page that is written, for first() after finish().
    void keep_first() { keeps_first_ = true; }
    const picture& first() const noexcept { return first_; }

    /// Writes the rest. Returns a line about the range of values and what was done, or an empty one if all values were
    /// within the range. Throws job_error.
    std::string finish();

  private:
    struct held_page {
        planes_of<double> colours;
        picture model;
    };
    template <class T>
    void put(const planes_of<T>& colours, double factor, double offset, const picture& model);
    void check_range(std::size_t beyond, std::size_t of, std::size_t page) const;
    std::string range_text() const;
    void choose_type(const picture_format& format, const page_facts& input);

    output_file file_;
    write_options options_;
    sample_type input_type_;
    sample_type type_ = sample_type::u8;
    std::unique_ptr<page_writer> writer_;
    std::vector<held_page> held_;  // pages whose range must be known before the first is written
    double smallest_, largest_;    // of all values
    std::size_t clipped_ = 0, samples_ = 0, pages_ = 0;
    bool keeps_first_ = false;
    picture first_;
};

/// Writes a single picture without a change of its values. Throws job_error.
void write_picture(const picture& image, const std::string& path, const write_options& options = {});

}  // namespace stockham::tools
