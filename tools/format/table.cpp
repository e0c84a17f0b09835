// The table of picture formats, and how a file's format is found in it.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/plain_text.hpp"
#include "fault.hpp"
#include "format/decoder_process.hpp"
#include "format/format.hpp"

// A row of a format whose library this build may lack: its functions, or null.
#ifdef STOCKHAM_HAS_LIBZIP
#define WITH_LIBZIP(function) function
#else
#define WITH_LIBZIP(function) nullptr
#endif
#ifdef STOCKHAM_HAS_LIBWEBP
#define WITH_LIBWEBP(function) function
#else
#define WITH_LIBWEBP(function) nullptr
#endif
#ifdef STOCKHAM_HAS_OPENEXR
#define WITH_OPENEXR(function) function
#else
#define WITH_OPENEXR(function) nullptr
#endif
#ifdef STOCKHAM_HAS_CFITSIO
#define WITH_CFITSIO(function) function
#else
#define WITH_CFITSIO(function) nullptr
#endif
#ifdef STOCKHAM_HAS_HDF5
#define WITH_HDF5(function) function
#else
#define WITH_HDF5(function) nullptr
#endif

namespace stockham::tools {

namespace {

using std::string_literals::operator""s;

constexpr unsigned u8 = bit_of(sample_type::u8), u16 = bit_of(sample_type::u16), f32 = bit_of(sample_type::f32),
                   f64 = bit_of(sample_type::f64);
constexpr unsigned grey = bit_of_channels(1), rgb = bit_of_channels(3),
                   up_to_4 = grey | bit_of_channels(2) | rgb | bit_of_channels(4);
constexpr unsigned any_type = u8 | u16 | f32 | f64, any_channels = up_to_4 | bit_of_channels(5);
constexpr unsigned looks = holds_profile | holds_exif, no_metadata = 0;
constexpr bool one_page = false, many_pages = true, no_members = false, members = true;

std::vector<picture_format> make_table() {
    const std::string no_library;
    return {
        {"PNG",
         {".png"},
         {"\x89PNG\r\n\x1a\n"s},
         u8 | u16,
         up_to_4,
         alpha_rule::straight,
         looks | holds_print_size | holds_pixel_size,
         one_page,
         no_members,
         "libpng",
         open_png,
         create_png},
        {"JPEG",
         {".jpg", ".jpeg", ".jpe", ".jfif"},
         {"\xff\xd8\xff"s},
         u8,
         grey | rgb,
         alpha_rule::none,
         looks | holds_print_size,
         one_page,
         no_members,
         "libjpeg",
         open_jpeg,
         create_jpeg},
        {"TIFF",
         {".tif", ".tiff"},
         {"II*\0"s, "MM\0*"s, "II+\0"s, "MM\0+"s},
         any_type,
         any_channels,
         alpha_rule::named,
         looks | holds_print_size | holds_pixel_size | holds_description | holds_geo,
         many_pages,
         no_members,
         "libtiff",
         open_tiff,
         create_tiff},
        {"NPY",
         {".npy"},
         {"\x93NUMPY"s},
         any_type,
         any_channels,
         alpha_rule::unnamed,
         no_metadata,
         many_pages,
         no_members,
         no_library,
         open_npy,
         create_npy,
         nullptr,
         frame_of_npy},
        {"NPZ",
         {".npz"},
         {"PK\x03\x04"s},
         any_type,
         any_channels,
         alpha_rule::unnamed,
         no_metadata,
         many_pages,
         members,
         "libzip",
         WITH_LIBZIP(open_npz),
         WITH_LIBZIP(create_npz),
         WITH_LIBZIP(array_of_npz)},
        {"PNM",
         {".pnm", ".pgm", ".ppm", ".pam", ".pbm"},
         {"P1"s, "P2"s, "P3"s, "P4"s, "P5"s, "P6"s, "P7"s},
         u8 | u16,
         any_channels,
         alpha_rule::named,
         no_metadata,
         many_pages,
         no_members,
         no_library,
         open_pnm,
         create_pnm},
        {"PFM",
         {".pfm"},
         {"PF\n"s, "Pf\n"s, "PF\r"s, "Pf\r"s, "PF "s, "Pf "s},
         f32,
         grey | rgb,
         alpha_rule::none,
         no_metadata,
         one_page,
         no_members,
         no_library,
         open_pfm,
         create_pfm},
        {"WebP",
         {".webp"},
         {"RIFF"s},
         u8,
         up_to_4,
         alpha_rule::straight,
         looks,
         one_page,
         no_members,
         "libwebp",
         WITH_LIBWEBP(open_webp),
         WITH_LIBWEBP(create_webp)},
        {"OpenEXR",
         {".exr"},
         {"\x76\x2f\x31\x01"s},
         f32,
         up_to_4,
         alpha_rule::associated,
         no_metadata,
         one_page,
         no_members,
         "OpenEXR",
         WITH_OPENEXR(open_exr),
         WITH_OPENEXR(create_exr)},
        {"FITS",
         {".fits", ".fit", ".fts"},
         {"SIMPLE  ="s},
         any_type,
         grey,
         alpha_rule::none,
         holds_cards,
         many_pages,
         no_members,
         "cfitsio",
         WITH_CFITSIO(open_fits),
         WITH_CFITSIO(create_fits),
         nullptr,
         nullptr,
         WITH_CFITSIO(fits_mutex)},
        {"HDF5",
         {".h5", ".hdf5"},
         {"\x89HDF\r\n\x1a\n"s},
         any_type,
         any_channels,
         alpha_rule::unnamed,
         no_metadata,
         many_pages,
         members,
         "hdf5",
         WITH_HDF5(open_hdf5),
         WITH_HDF5(create_hdf5),
         WITH_HDF5(array_of_hdf5),
         WITH_HDF5(frame_of_hdf5),
         WITH_HDF5(hdf5_mutex)},
        {"raw",
         {".raw", ".bin"},
         {},
         any_type,
         any_channels,
         alpha_rule::unnamed,
         no_metadata,
         many_pages,
         no_members,
         no_library,
         open_raw,
         create_raw},
    };
}

using internal::lower;

template <class Wanted>
const picture_format* find_format(const Wanted& wanted) {
    const auto& all = picture_formats();
    const auto found = std::find_if(all.begin(), all.end(), wanted);
    return found != all.end() ? &*found : nullptr;
}

// The format of a file to read. Throws job_error.
const picture_format& format_to_open(const picture_data& data) {
    const picture_format* format = data.raw ? format_by_name("raw") : format_by_start(data.bytes);
    if (format == nullptr) {
        const auto readable = [](const picture_format& f) { return f.open != nullptr && !f.magics.empty(); };
        const std::string raw = format_by_extension(extension_of(data.name)) == format_by_name("raw")
                                    ? "; for a file without a header give --raw and --shape"
                                    : "";
        throw job_error(
            fmt::format("{}: not a picture in a known format ({}){}", data.name, format_names(readable), raw));
    }
    if (format->open == nullptr)
        throw job_error(fmt::format("{}: {} cannot be read, because this command was built without {}", data.name,
                                    format->name, format->library));
    if (!data.member.empty() && !format->has_members)
        throw job_error(fmt::format("{}: {} has no members, so nothing can follow the colon", data.name, format->name));
    return *format;
}

}  // namespace

const std::vector<picture_format>& picture_formats() {
    static const std::vector<picture_format> table = make_table();
    return table;
}

const picture_format* format_by_extension(const std::string& extension) {
    return find_format([&](const picture_format& f) {
        return std::find(f.extensions.begin(), f.extensions.end(), lower(extension)) != f.extensions.end();
    });
}

const picture_format* format_by_name(const std::string& name) {
    return find_format([&](const picture_format& f) { return lower(f.name) == lower(name); });
}

const picture_format* format_by_start(const std::vector<std::uint8_t>& start) {
    return find_format([&](const picture_format& f) {
        return std::any_of(f.magics.begin(), f.magics.end(), [&](const std::string& magic) {
            return start.size() >= magic.size() &&
                   std::equal(magic.begin(), magic.end(), start.begin(),
                              [](char a, std::uint8_t b) { return static_cast<std::uint8_t>(a) == b; });
        });
    });
}

const picture_format* format_by_start(const file_bytes& file) {
    return format_by_start(file.part(0, std::min(file.size(), longest_magic)));
}

std::string extension_of(const std::string& path) {
    return lower(std::filesystem::path(path).extension().string());
}

picture_path split_path(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored)) return {path, {}};
    // The first colon after an extension of a format with members; the member may contain colons and dots.
    for (std::size_t colon = path.find(':'); colon != path.npos; colon = path.find(':', colon + 1)) {
        const std::string file = path.substr(0, colon);
        const picture_format* format = format_by_extension(extension_of(file));
        if (format != nullptr && format->has_members) return {file, path.substr(colon + 1)};
    }
    return {path, {}};
}

std::string format_names(bool (*wanted)(const picture_format&)) {
    std::vector<std::string> names;
    for (const picture_format& f : picture_formats())
        if (wanted(f)) names.push_back(f.name);
    if (names.empty()) return {};
    std::string text = names.front();
    for (std::size_t i = 1; i < names.size(); ++i) text += (i + 1 < names.size() ? ", " : " and ") + names[i];
    return text;
}

void check_format(const picture_data& data) {
    format_to_open(data);
}

std::unique_ptr<page_reader> open_pages(picture_data data) {
    const picture_format& format = format_to_open(data);
    if (format.library_lock == nullptr) return format.open(std::move(data));
    return pages_by_process(std::move(data), format.name, format.library_lock(), format.open);
}

picture decode_picture(std::vector<std::uint8_t> bytes, const std::string& name, std::size_t max_pixels) {
    const auto pages = open_pages({std::move(bytes), name, {}, max_pixels, {}});
    if (pages->pages() != 1)
        throw job_error(
            fmt::format("{}: has {} pages; only a picture with one page is supported here", name, pages->pages()));
    return pages->read(0);
}

}  // namespace stockham::tools
