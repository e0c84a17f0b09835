// The metadata of a TIFF directory, read and written.
#include "format/tiff_metadata.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/plain_text.hpp"
#include "format/decode.hpp"
#include "format/geo_tags.hpp"
#include "format/stack_axes.hpp"

namespace stockham::tools {

namespace {

// Tags that state how samples are stored, which the writer states anew, and those that the reader takes. In ascending
// order, as intervals.
constexpr std::pair<std::uint16_t, std::uint16_t> known_tags[] = {
    {254, 274}, {277, 284}, {288, 293},     {296, 297},     {301, 301},     {305, 306},    {315, 325},
    {332, 347}, {512, 532}, {33432, 33432}, {34665, 34665}, {34675, 34675}, {34853, 34853}};

struct named_tags {
    std::uint16_t first, last;
    const char* name;
};
constexpr named_tags names[] = {
    {330, 330, "pictures in sub-directories"}, {700, 700, "XMP"},
    {33628, 33631, "MetaMorph's tags"},        {33723, 33723, "IPTC"},
    {34377, 34377, "Photoshop's tags"},        {42112, 42112, "GDAL's metadata"},
    {42113, 42113, "GDAL's no-data value"},    {50838, 50839, "ImageJ's overlays and labels"}};

std::string name_of_tag(std::uint16_t tag) {
    for (const named_tags& each : names)
        if (tag >= each.first && tag <= each.last) return each.name;
    const bool is_known = std::any_of(std::begin(known_tags), std::end(known_tags),
                                      [&](const auto& range) { return tag >= range.first && tag <= range.second; });
    return is_known || is_geo_tag(tag) ? "" : fmt::format("tag {}", tag);
}

void read_resolution(TIFF* tiff, picture_metadata& m, const std::string& description) {
    std::uint16_t unit = RESUNIT_INCH;
    float across = 0, down = 0;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_RESOLUTIONUNIT, &unit);
    TIFFGetField(tiff, TIFFTAG_XRESOLUTION, &across);
    TIFFGetField(tiff, TIFFTAG_YRESOLUTION, &down);
    if (!(std::isfinite(across) && std::isfinite(down) && across > 0 && down > 0)) return;
    const double factor = unit == RESUNIT_CENTIMETER ? 2.54 : 1;
    m.across = factor * static_cast<double>(across);
    m.down = factor * static_cast<double>(down);
    if (unit != RESUNIT_INCH && unit != RESUNIT_CENTIMETER) m.unit = "";
    // ImageJ's unit goes first: older versions state none or inches in the tag.
    if (kind_of_description(description) != description_kind::imagej) return;
    const imagej_lines lines(description);
    if (const std::string stated = lines.get("unit"); !stated.empty() && factor == 1) m.unit = stated;
    if (const auto depth = internal::read_number(lines.get("spacing")); depth && std::isfinite(*depth) && *depth > 0)
        m.depth = *depth;
}

// Slices and their distance as ImageJ states them. TIFF has no tag for it.
std::string description_of_slices(const picture_metadata& m, std::size_t pages) {
    return fmt::format("ImageJ=1.53t\nslices={}\nunit={}\nspacing={}\nloop=false\n", pages, m.unit, m.depth);
}

// libtiff knows no tags of GeoTIFF; it forgets those that were added with each directory.
void set_geo_tags(TIFF* tiff, const std::vector<exif_entry>& tags) {
    static TIFFFieldInfo fields[] = {
        {geo_pixel_scale, TIFF_VARIABLE, TIFF_VARIABLE, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1,
         const_cast<char*>("GeoPixelScale")},
        {geo_tie_points, TIFF_VARIABLE, TIFF_VARIABLE, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1,
         const_cast<char*>("GeoTiePoints")},
        {geo_transformation, TIFF_VARIABLE, TIFF_VARIABLE, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1,
         const_cast<char*>("GeoTransformation")},
        {geo_keys, TIFF_VARIABLE, TIFF_VARIABLE, TIFF_SHORT, FIELD_CUSTOM, 1, 1, const_cast<char*>("GeoKeys")},
        {geo_doubles, TIFF_VARIABLE, TIFF_VARIABLE, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, const_cast<char*>("GeoDoubles")},
        {geo_texts, TIFF_VARIABLE, TIFF_VARIABLE, TIFF_ASCII, FIELD_CUSTOM, 1, 0, const_cast<char*>("GeoTexts")}};
    if (tags.empty()) return;
    TIFFMergeFieldInfo(tiff, fields, static_cast<std::uint32_t>(std::size(fields)));
    for (const exif_entry& each : tags) {
        if (each.tag == geo_texts)
            TIFFSetField(tiff, each.tag, std::string(each.value.begin(), each.value.end()).c_str());
        else
            TIFFSetField(tiff, each.tag, static_cast<int>(each.count), each.value.data());
    }
}

// The writer takes the entries as numbers of these types.
bool has_type_of_tag(const exif_entry& entry) {
    const std::uint16_t type = entry.tag == geo_texts ? TIFF_ASCII : entry.tag == geo_keys ? TIFF_SHORT : TIFF_DOUBLE;
    return entry.type == type && entry.count > 0 && entry.count <= 0xffff;
}

}  // namespace

std::string read_description(TIFF* tiff) {
    char* text = nullptr;
    return TIFFGetField(tiff, TIFFTAG_IMAGEDESCRIPTION, &text) != 0 && text != nullptr ? text : "";
}

picture_metadata read_tiff_metadata(TIFF* tiff, const file_bytes& file, std::uint64_t offset,
                                    const std::string& description) {
    picture_metadata m;
    std::uint32_t size = 0;
    void* profile = nullptr;
    if (TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &size, &profile) != 0 && size <= most_metadata_bytes)
        m.icc.assign(static_cast<std::uint8_t*>(profile), static_cast<std::uint8_t*>(profile) + size);
    read_resolution(tiff, m, description);
    exif_data exif = read_exif(file, offset);
    if (kind_of_description(description) != description_kind::text) {
        m.description = description;
        exif.camera.erase(std::remove_if(exif.camera.begin(), exif.camera.end(),
                                         [](const exif_entry& e) { return e.tag == TIFFTAG_IMAGEDESCRIPTION; }),
                          exif.camera.end());
    }
    if (!exif.empty()) m.exif = encode_exif(exif);
    for (const exif_entry& entry : read_tags(file, offset, is_geo_tag))
        if (has_type_of_tag(entry)) m.geo.push_back(entry);
    for (const tag_count& each : list_tags(file, offset))
        if (const std::string name = name_of_tag(each.tag);
            !name.empty() && (m.left_out.empty() || m.left_out.back() != name))
            m.left_out.push_back(name);
    return m;
}

void set_tiff_metadata(TIFF* tiff, const picture_metadata& m, bool is_first, std::size_t pages) {
    if (!m.icc.empty()) TIFFSetField(tiff, TIFFTAG_ICCPROFILE, static_cast<std::uint32_t>(m.icc.size()), m.icc.data());
    const bool states_slices = m.depth > 0 && pages > 1 && m.description.empty();
    const std::string description = states_slices ? description_of_slices(m, pages) : m.description;
    if (m.across > 0 && m.down > 0) {
        // A description of ImageJ names any unit; else only those of the tag can be told.
        const print_size size = pixels_per_inch(m);
        const bool is_inch = m.unit == "inch", is_named = kind_of_description(description) == description_kind::imagej;
        const bool is_length = size.across > 0 && !is_inch && !is_named && m.description.empty();
        constexpr double inches_per_centimetre = 1 / 2.54;
        TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT,
                     is_inch     ? RESUNIT_INCH
                     : is_length ? RESUNIT_CENTIMETER
                                 : RESUNIT_NONE);
        TIFFSetField(tiff, TIFFTAG_XRESOLUTION, is_length ? inches_per_centimetre * size.across : m.across);
        TIFFSetField(tiff, TIFFTAG_YRESOLUTION, is_length ? inches_per_centimetre * size.down : m.down);
    }
    if (is_first && !description.empty()) TIFFSetField(tiff, TIFFTAG_IMAGEDESCRIPTION, description.c_str());
    set_geo_tags(tiff, m.geo);
}

}  // namespace stockham::tools
