// The formats of picture files: one table for their names, what they can hold, and the functions that read and write
// them. A format is one file of this folder, which describes it in a picture_format, and its name in table.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "array/npy.hpp"
#include "format/file_bytes.hpp"
#include "format/stack_axes.hpp"
#include "image/picture.hpp"

namespace stockham::tools {

class byte_source;
class output_file;
struct picture_path;

/// The type and shape of a file without a header, in NumPy's terms: C order, the last axis varies fastest.
struct raw_layout {
    npy_type type;
    std::vector<std::size_t> shape;     ///< as in a .npy file: format/array_pages.hpp
    std::optional<std::size_t> offset;  ///< bytes before the array; with it, further bytes may follow the array
};

/// A file to read. `name` is used in errors; `member` is that of FILE:MEMBER.
struct picture_data {
    file_bytes bytes;  ///< of a file without a header: those of the array
    std::string name;
    std::string member;
    std::size_t max_pixels = default_max_pixels;
    std::optional<raw_layout> raw;
    bool external = false;       ///< HDF5 may take data from other files; `name` is then the path of the file
    bool channels_last = false;  ///< the last axis of an array is that of channels, however long
};

/// Things in a file that its reader leaves out, such as "channel Z": see page_reader::left_out().
using left_out_list = std::vector<std::string>;

/// The pages of a file. Both functions throw job_error for a broken file.
class page_reader {
  public:
    virtual ~page_reader() = default;
    virtual std::size_t pages() const = 0;
    /// Page `index`, upright, with CMYK converted to RGB.
    virtual picture read(std::size_t index) = 0;
    /// Pictures and channels of the file that no page has, in words such as "channel Z" or "2 previews". Known when the
    /// first page has been read.
    virtual left_out_list left_out() { return {}; }
    /// The axes of the pages, as far as the file states them.
    virtual stack_axes axes() { return {}; }
};

/// The facts that a writer needs in advance.
struct write_request {
    std::string name;    ///< for errors
    std::string member;  ///< as in picture_data
    std::size_t pages = 1;
    int quality = 90;  ///< of lossy formats, 1 to 100
};

/// Writes pages to a file. All pages have the size, channels and type of the first one, which the format can hold.
class page_writer {
  public:
    virtual ~page_writer() = default;
    virtual void add(const picture& page) = 0;
    /// Writes the rest of the file; the caller commits it.
    virtual void finish() = 0;
};

/// An array to write: its elements are packed in C order, or in Fortran order.
struct array_request {
    std::string name, member;  ///< as in write_request
    npy_type type;             ///< numbers in the order of this machine
    std::vector<std::size_t> shape;
    bool fortran = false;
};

/// The bytes of a file before and behind the elements of its only array.
struct array_frame {
    std::vector<std::uint8_t> before, behind;
};

/// Sets of sample types and of numbers of channels, as bits.
constexpr unsigned bit_of(sample_type type) {
    return 1u << static_cast<int>(type);
}
constexpr unsigned most_counted_channels = 4;
constexpr unsigned bit_of_channels(unsigned channels) {
    return 1u << (channels > most_counted_channels ? most_counted_channels + 1 : channels);
}

/// What a format stores about alpha.
enum class alpha_rule {
    none,        ///< it holds no alpha
    straight,    ///< the last of two or four channels is alpha, by which the colours are not multiplied
    associated,  ///< the last of two or four channels is alpha, by which the colours are multiplied
    named,       ///< whether the last channel is alpha
    unnamed      ///< nothing: alpha is a channel like the others
};

/// Bytes by which a file shows its format, and where they are.
struct magic_bytes {
    std::string bytes;
    std::size_t at = 0;
};

/// A format. The members from `open` on are null if this build lacks the library.
struct picture_format {
    std::string name;
    std::vector<std::string> extensions;  ///< lower case; the first one is suggested
    std::vector<magic_bytes> magics;      ///< any of them shows the format; none: only the extension does
    unsigned types = 0;                   ///< sample types that the writer stores; 0: the format is only read
    unsigned channels = 0;                ///< numbers of channels that the writer stores, with alpha
    alpha_rule alpha = alpha_rule::none;  ///< of files that are written
    unsigned metadata = 0;                ///< metadata_bits that the writer stores
    bool many_pages = false;              ///< the writer stores several pages
    bool has_members = false;             ///< FILE:MEMBER and FILE[MEMBER] name a picture in the file
    std::string library;                  ///< the library that it needs; empty: none
    std::unique_ptr<page_reader> (*open)(picture_data) = nullptr;
    std::unique_ptr<page_writer> (*create)(output_file&, const write_request& request) = nullptr;
    /// An array in a regular file, of any rank and also of complex numbers, shown as a .npy file; null: the format has
    /// pages only. Throws job_error.
    std::unique_ptr<byte_source> (*array)(const picture_path&) = nullptr;
    /// Frames an array; null: arrays are not written in this format. Throws job_error.
    array_frame (*frame)(const array_request&) = nullptr;
    /// The lock of the library's calls in this process. Not null: the library crashes on damaged files, so open_pages()
    /// calls `open` in a child process (format/decoder_process.hpp).
    std::mutex& (*library_lock)() = nullptr;

    bool is_written() const { return types != 0; }
};

/// Words for the descriptions of formats.
namespace format_sets {
constexpr unsigned u8 = bit_of(sample_type::u8), u16 = bit_of(sample_type::u16), f32 = bit_of(sample_type::f32),
                   f64 = bit_of(sample_type::f64), any_type = u8 | u16 | f32 | f64;
constexpr unsigned grey = bit_of_channels(1), rgb = bit_of_channels(3),
                   up_to_4 = grey | bit_of_channels(2) | rgb | bit_of_channels(4),
                   any_channels = up_to_4 | bit_of_channels(5);
constexpr unsigned looks = holds_profile | holds_exif;
}  // namespace format_sets

/// All formats that the command knows, also those that this build does not include.
const std::vector<picture_format>& picture_formats();

/// The format with this extension (".tif", in any case) or name ("tiff", in any case); null if there is none.
const picture_format* format_by_extension(const std::string& extension);
const picture_format* format_by_name(const std::string& name);

/// The format of a file that starts with these bytes; null if there is none.
const picture_format* format_by_start(const std::vector<std::uint8_t>& start);
const picture_format* format_by_start(const file_bytes& file);
/// The number of first bytes in which all magic bytes are; of a file that gzip packed, these bytes unpack from the
/// first `most_packed_start` ones.
constexpr std::size_t most_magic_bytes = 212;
constexpr std::size_t most_packed_start = 4096;

/// The most bytes of a file whose length is not known before it is read, such as a pipe or what gzip packed: a page of
/// `max_pixels` pixels of 32 bytes (four f8 channels), and other data such as profiles and previews.
constexpr std::size_t most_file_bytes(std::size_t max_pixels) {
    return 32 * max_pixels + (std::size_t{1} << 26);
}

/// A sentence about a format that this build cannot read, or not write.
std::string why_not_read(const picture_format&);
std::string why_not_written(const picture_format&);

/// A path on the command line: a file, and the member after the colon or in brackets at the end. Only a format with
/// members has one, and a file with the whole name goes first.
struct picture_path {
    std::string file;
    std::string member;
    bool external = false;  ///< as in picture_data
};
picture_path split_path(const std::string& path);

/// The extension of a file in lower case, with its dot.
std::string extension_of(const std::string& path);

/// "PNG, JPEG and TIFF": the names of the formats for which `wanted` is true.
std::string format_names(bool (*wanted)(const picture_format&));

/// Throws job_error if the first bytes of the data are those of no format, or of one that cannot be read.
void check_format(const picture_data& data);

/// Opens the pages. The format is that of the first bytes; a raw layout replaces it.
/// Throws job_error if it is unknown or not in this build.
std::unique_ptr<page_reader> open_pages(picture_data data);

/// The picture of a file with one page. Throws job_error.
picture decode_picture(std::vector<std::uint8_t> bytes, const std::string& name,
                       std::size_t max_pixels = default_max_pixels);

/// A picture as the bytes of a PNG file, and as those of a .npy file.
std::vector<std::uint8_t> encode_png(const picture& image);
std::vector<std::uint8_t> encode_npy(const picture& image);

}  // namespace stockham::tools
