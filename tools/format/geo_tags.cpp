// The tags of GeoTIFF, and the rule of metadata.hpp for them. OGC 19-008r4.
#include "format/geo_tags.hpp"

#include <algorithm>
#include <cstring>

namespace stockham::tools {

namespace {

constexpr std::uint16_t double_type = 12;

exif_entry* find_tag(picture_metadata& m, std::uint16_t tag) {
    const auto found =
        std::find_if(m.geo.begin(), m.geo.end(), [&](const exif_entry& each) { return each.tag == tag; });
    return found != m.geo.end() ? &*found : nullptr;
}

template <class T>
std::vector<T> numbers_of(const exif_entry& entry) {
    std::vector<T> numbers(entry.value.size() / sizeof(T));
    std::memcpy(numbers.data(), entry.value.data(), numbers.size() * sizeof(T));
    return numbers;
}

void set_numbers(exif_entry& entry, const std::vector<double>& numbers) {
    entry.type = double_type;
    entry.count = static_cast<std::uint32_t>(numbers.size());
    entry.value.resize(numbers.size() * sizeof(double));
    std::memcpy(entry.value.data(), numbers.data(), entry.value.size());
}

// Coordinates of the picture count from the corner of the first pixel, or from its centre if it is a point.
double corner_of(picture_metadata& m) {
    constexpr std::uint16_t raster_type = 1025, is_point = 2;
    const exif_entry* keys = find_tag(m, geo_keys);
    if (keys == nullptr) return 0.5;
    const auto all = numbers_of<std::uint16_t>(*keys);
    for (std::size_t k = 4; k + 3 < all.size(); k += 4)
        if (all[k] == raster_type && all[k + 3] == is_point) return 0;
    return 0.5;
}

// T' = T M, where M is the map for coordinates that count from `corner` before the first centre.
std::vector<double> moved_transformation(const std::vector<double>& t, const grid_map& map, double corner) {
    const double across = map.across[2] + corner - corner * (map.across[0] + map.across[1]);
    const double down = map.down[2] + corner - corner * (map.down[0] + map.down[1]);
    std::vector<double> out = t;
    for (std::size_t row = 0; row < 3; ++row) {
        const double i = t[4 * row], j = t[4 * row + 1];
        out[4 * row] = i * map.across[0] + j * map.down[0];
        out[4 * row + 1] = i * map.across[1] + j * map.down[1];
        out[4 * row + 3] = t[4 * row + 3] + i * across + j * down;
    }
    return out;
}

// Scale and tie point state a matrix without rotation.
std::vector<double> transformation_of(const std::vector<double>& scale, const std::vector<double>& tie) {
    return {scale[0], 0,         0, tie[3] - tie[0] * scale[0],  //
            0,        -scale[1], 0, tie[4] + tie[1] * scale[1],  //
            0,        0,         0, tie[5],                      //
            0,        0,         0, 1};
}

}  // namespace

bool is_geo_tag(std::uint16_t tag) {
    return tag == geo_pixel_scale || tag == geo_tie_points || tag == geo_transformation ||
           (tag >= geo_keys && tag <= geo_texts);
}

bool move_geo_tags(picture_metadata& m, const grid_map& map) {
    const double corner = corner_of(m);
    if (exif_entry* matrix = find_tag(m, geo_transformation)) {
        const auto numbers = numbers_of<double>(*matrix);
        if (matrix->type != double_type || numbers.size() != 16) return false;
        set_numbers(*matrix, moved_transformation(numbers, map, corner));
    }
    exif_entry* ties = find_tag(m, geo_tie_points);
    if (ties == nullptr) return true;
    auto numbers = numbers_of<double>(*ties);
    if (ties->type != double_type || numbers.size() % 6 != 0 || numbers.empty()) return false;
    const exif_entry* scale = find_tag(m, geo_pixel_scale);
    if (scale != nullptr && !map.is_shift()) {
        const auto steps = numbers_of<double>(*scale);
        if (scale->type != double_type || steps.size() != 3 || numbers.size() != 6) return false;
        ties->tag = geo_transformation;
        set_numbers(*ties, moved_transformation(transformation_of(steps, numbers), map, corner));
        m.geo.erase(std::remove_if(m.geo.begin(), m.geo.end(), [](const auto& e) { return e.tag == geo_pixel_scale; }),
                    m.geo.end());
        return true;
    }
    for (std::size_t k = 0; k < numbers.size(); k += 6) {
        double x = numbers[k] - corner, y = numbers[k + 1] - corner;
        move_point(map, x, y);
        numbers[k] = x + corner;
        numbers[k + 1] = y + corner;
    }
    set_numbers(*ties, numbers);
    return true;
}

}  // namespace stockham::tools
