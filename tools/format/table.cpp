// The table of picture formats, and how a file's format is found in it.
#include <algorithm>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "base/plain_text.hpp"
#include "fault.hpp"
#include "format/decoder_process.hpp"
#include "format/format.hpp"
#include "format/gzip.hpp"

namespace stockham::tools {

// Each format describes itself in its own file: NAME_format() in NAME.cpp.
using description = picture_format();
description png_format, jpeg_format, tiff_format, npy_format, npz_format, pnm_format, pfm_format, webp_format,
    exr_format, fits_format, hdf5_format, mrc_format, nrrd_format, dicom_format, jpeg2000_format, avif_format,
    gif_format, bmp_format, raw_format;

namespace {

constexpr description* descriptions[] = {png_format,  jpeg_format, tiff_format, npy_format,   npz_format,
                                         pnm_format,  pfm_format,  webp_format, exr_format,   fits_format,
                                         hdf5_format, mrc_format,  nrrd_format, dicom_format, jpeg2000_format,
                                         avif_format, gif_format,  bmp_format,  raw_format};

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
    if (format->open == nullptr) throw job_error(fmt::format("{}: {}", data.name, why_not_read(*format)));
    if (!data.member.empty() && !format->has_members)
        throw job_error(fmt::format("{}: {} has no members, so nothing can follow the colon", data.name, format->name));
    return *format;
}

}  // namespace

const std::vector<picture_format>& picture_formats() {
    static const std::vector<picture_format> table = [] {
        std::vector<picture_format> all;
        for (description* each : descriptions) all.push_back(each());
        return all;
    }();
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
    if (is_gzip(start)) {
        const auto unpacked = start_of_gzip(start, most_magic_bytes);
        return is_gzip(unpacked) ? nullptr : format_by_start(unpacked);
    }
    // Of several formats the one whose bytes lie furthest inside: a DICOM file may begin like a TIFF file.
    const picture_format* found = nullptr;
    std::size_t furthest = 0;
    for (const picture_format& f : picture_formats())
        for (const auto& [word, at] : f.magics) {
            const bool is_there =
                start.size() >= at + word.size() && std::memcmp(word.data(), start.data() + at, word.size()) == 0;
            if (!is_there || (found != nullptr && at <= furthest)) continue;
            found = &f;
            furthest = at;
        }
    return found;
}

const picture_format* format_by_start(const file_bytes& file) {
    return format_by_start(file.part(0, std::min(file.size(), most_packed_start)));
}

std::string why_not_read(const picture_format& f) {
    return fmt::format("{} cannot be read, because this command was built without {}", f.name, f.library);
}

std::string why_not_written(const picture_format& f) {
    if (!f.is_written()) return fmt::format("{} is only read", f.name);
    return fmt::format("{} needs {}, without which this command was built", f.name, f.library);
}

std::string extension_of(const std::string& path) {
    return lower(std::filesystem::path(path).extension().string());
}

picture_path split_path(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored)) return {path, {}};
    // The first colon or bracket after an extension of a format with members; the member may contain colons and dots.
    for (std::size_t at = path.find_first_of(":["); at != path.npos; at = path.find_first_of(":[", at + 1)) {
        const std::string file = path.substr(0, at);
        const picture_format* format = format_by_extension(extension_of(name_without_gz(file)));
        if (format == nullptr || !format->has_members) continue;
        if (path[at] == ':') return {file, path.substr(at + 1)};
        if (path.back() == ']') return {file, path.substr(at + 1, path.size() - at - 2)};
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
    if (!data.raw && is_gzip(data.bytes.part(0, std::min(data.bytes.size(), most_magic_bytes))))
        data.bytes = unpack_gzip(data.bytes, data.name, most_file_bytes(data.max_pixels));
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
