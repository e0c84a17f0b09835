// Reads the pages of a picture file, with the checks that all picture commands share.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "format/format.hpp"
#include "format/page_choice.hpp"
#include "image/picture.hpp"

namespace stockham::tools {

/// "3 of 400 samples (0.75 %)"
std::string share_text(std::size_t count, std::size_t of);

struct read_options {
    std::size_t max_pixels = default_max_pixels;
    std::optional<raw_layout> raw;     ///< for a file without a header
    std::optional<double> not_finite;  ///< replaces NaN and infinite samples, which are an error otherwise
    bool external = false;             ///< HDF5 may take data from other files
    bool alpha = false;                ///< the last channel is alpha, although the file does not call it that
    bool channels_last = false;        ///< the last axis of an array has the channels, however many
    page_choice choice;                ///< the pages to read; empty: all
    std::vector<std::string>
        frames;  ///< files of one page each that are the pages of one stack; empty: the path has it
    std::function<void(const std::string&)> remark;  ///< takes a line about what a file has and its pages do not
};

/// A file, "-" is standard input, and the member that follows the colon in FILE:MEMBER. A regular file stays on the
/// disk and is read page by page; others are read here, with at most the bytes that a page of `max_pixels` pixels
/// needs. Throws job_error if it does not start like one of the formats.
picture_data read_picture_data(const std::string& path, const read_options& options = {});

/// The pages of a picture file, or of one file for each page. All of them have the same size, type and channels. Each
/// is read when it is asked for.
class picture_source {
  public:
    /// The files of `options.frames`, or the file of the path. Throws job_error for one that cannot be read, and for a
    /// choice of pages that are not there.
    explicit picture_source(const std::string& path, const read_options& options = {});
    /// `data` is that of the file, or of the first frame.
    picture_source(picture_data data, const read_options& options);

    /// The name for errors.
    const std::string& name() const noexcept { return name_; }
    std::size_t pages() const { return pages_; }
    /// The axes of the pages, as far as the file states them.
    const stack_axes& axes() const noexcept { return axes_; }

    /// Page `index`. Throws job_error for a broken page, one that differs from the first page in size, type or
    /// channels, one with samples that are NaN or infinite, unless the options replace them, and one with a single
    /// channel that is to be alpha.
    picture page(std::size_t index);

    /// Keeps only these pages, of those that it has.
    void choose(const page_choice& choice);

    /// Frees the bytes of the file: no page is read afterwards.
    void close() {
        reader_.reset();
        bytes_ = {};
    }

  private:
    std::string name_of_page(std::size_t index) const;
    void take_alpha(picture& page, std::size_t index) const;
    void check_finite(picture& page, std::size_t index) const;

    std::string name_;
    read_options options_;
    file_bytes bytes_;
    std::unique_ptr<page_reader> reader_;
    std::size_t pages_;
    stack_axes axes_;
    std::optional<chosen_pages> chosen_;
    picture first_;  // without samples
};

/// The picture of a file with one page; of several pages `options.choice` must leave one. It is no stack of frames.
/// Throws job_error.
picture read_picture(const std::string& path, const read_options& options = {});

/// The format of a regular file that starts like a picture; null for a .npy file, which is an array, and for other
/// files. Throws job_error if it cannot be read.
const picture_format* format_of_picture(const std::string& path);

/// All pages as a .npy file: (height, width), (height, width, channels) or these after the number of pages.
std::vector<std::uint8_t> pages_as_npy(picture_source& source);

}  // namespace stockham::tools
