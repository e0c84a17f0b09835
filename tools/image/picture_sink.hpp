// Writes computed pages to a picture file, with the conversions that all picture commands share.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "format/format.hpp"
#include "image/picture.hpp"
#include "image/plane.hpp"
#include "output.hpp"

namespace stockham::tools {

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
    alpha_kind alpha = alpha_kind::none;
};

/// Writes computed pages to a file, which appears when finish() has returned.
///
/// An integer type takes levels. Integers of another width keep black and white: 65535 becomes 255. In all other cases
/// numbers keep their values. If some are beyond the range of an integer type, the sink refuses or clips them, or
/// normalises all: the smallest number of all pages becomes black, the largest white (for floating point 0 and 1).
///
/// Memory holds one page at a time. Several pages to normalise wait in a temporary file (output.hpp), with the
/// precision of their planes: their range is known when the last one was added.
class picture_sink {
  public:
    /// Throws job_error if the file cannot be written or the format cannot hold such pages.
    picture_sink(const std::string& path, const write_options& options, const page_facts& input);

    sample_type type() const noexcept { return type_; }

    /// Adds a page: `colours` are the planes of the colour channels in levels of the input's type, plus `offset`. Size
    /// and alpha are those of `model`, and so are the metadata, as far as they hold (metadata.hpp). Throws job_error
    /// for values out of range that are to be refused.
    template <class T>
    void add(const plane_rows<T>& colours, double offset, const picture& model);
    template <class T>
    void add(const planes_of<T>& colours, double offset, const picture& model) {
        add(plane_rows<T>(colours), offset, model);
    }
    /// Adds a page in levels of the input's type.
    void add(picture page);

    /// Keeps a copy of the first page that is written, for first() after finish().
    void keep_first() { keeps_first_ = true; }
    const picture& first() const noexcept { return first_; }

    /// Writes the rest. Returns lines about values beyond the range and what was done with them, and about the meaning
    /// of channels and the metadata that the file could not take. Throws job_error.
    std::vector<std::string> finish();

  private:
    // A page in the temporary file: its colours, then the samples of a model with alpha.
    struct held_page {
        std::size_t count;        // of planes
        std::size_t number_size;  // that of float or double
        double offset;
        picture model;
    };
    template <class T>
    void hold(const plane_rows<T>& colours, double offset, const picture& model);
    void put_held();
    template <class T>
    planes_of<double> colours_of(const held_page&, std::size_t& at) const;
    template <class T>
    void put(const plane_rows<T>& colours, double factor, double offset, const picture& model);
    template <class T>
    void put_normalised(const plane_rows<T>& colours, double offset, const picture& model);
    void write(picture& page, bool same_levels);
    void check_range(std::size_t beyond, std::size_t of, std::size_t page) const;
    std::string range_text() const;
    void choose_type(const picture_format& format, const page_facts& input);
    void check_channels(const picture_format& format, const page_facts& input);

    output_file file_;
    write_options options_;
    std::size_t expected_pages_;
    sample_type input_type_;
    sample_type type_ = sample_type::u8;
    std::unique_ptr<page_writer> writer_;
    std::vector<std::string> remarks_;
    std::vector<std::string> left_out_;          // names of metadata
    unsigned holds_ = 0;                         // metadata_bits of the format
    std::optional<alpha_kind> alpha_by_format_;  // of every page that has two or four channels
    std::vector<held_page> held_;                // pages whose range must be known before the first is written
    std::unique_ptr<output_file> scratch_;       // their samples
    double smallest_, largest_;                  // of all values
    std::size_t clipped_ = 0, samples_ = 0, pages_ = 0;
    bool keeps_first_ = false;
    picture first_;
};

/// Writes a single picture without a change of its values. Throws job_error.
void write_picture(const picture& image, const std::string& path, const write_options& options = {});

}  // namespace stockham::tools
