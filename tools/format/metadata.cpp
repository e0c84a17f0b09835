// The metadata of a picture, and the rules by which they hold for a picture that is computed from it.
#include "format/metadata.hpp"

#include <algorithm>
#include <cmath>

#include "format/fits_cards.hpp"
#include "format/geo_tags.hpp"
#include "format/stack_description.hpp"

namespace stockham::tools {

namespace {

// True: it holds, perhaps after a correction. False: it is left out.
using moving_rule = bool (*)(picture_metadata&, const grid_map&);
using restating_rule = bool (*)(picture_metadata&, const written_facts&);

bool keep_moved(picture_metadata&, const grid_map&) {
    return true;
}

bool keep_restated(picture_metadata&, const written_facts&) {
    return true;
}

// A profile is for the colours of one model, which its header names.
bool restate_profile(picture_metadata& m, const written_facts& facts) {
    constexpr std::size_t at = 16, letters = 4;
    if (m.icc.size() < at + letters) return true;
    const std::string model(m.icc.begin() + at, m.icc.begin() + at + letters);
    return facts.rgb ? model != "GRAY" && model != "CMYK" : model == "GRAY";
}

// A turned picture has a resolution along its axes only if that is the same along both.
bool move_size(picture_metadata& m, const grid_map& map) {
    const bool is_turned = map.across[1] != 0 || map.down[0] != 0;
    if (is_turned && m.across != m.down) return false;
    m.across /= std::hypot(map.across[0], map.down[0]);
    m.down /= std::hypot(map.across[1], map.down[1]);
    return true;
}

struct metadata_kind {
    unsigned bit;
    bool is_about_looks;
    std::string (*name)(const picture_metadata&);
    bool (*is_there)(const picture_metadata&);
    void (*remove)(picture_metadata&);
    moving_rule move;
    restating_rule restate;
};

bool has_size(const picture_metadata& m) {
    return m.across > 0 && m.down > 0;
}

void remove_size(picture_metadata& m) {
    m.across = m.down = m.depth = 0;
}

const metadata_kind kinds[] = {
    {holds_profile, true, [](const picture_metadata&) { return std::string("colour profile"); },
     [](const picture_metadata& m) { return !m.icc.empty(); }, [](picture_metadata& m) { m.icc.clear(); }, keep_moved,
     restate_profile},
    {holds_exif, true, [](const picture_metadata&) { return std::string("EXIF data"); },
     [](const picture_metadata& m) { return !m.exif.empty(); }, [](picture_metadata& m) { m.exif.clear(); }, keep_moved,
     keep_restated},
    {holds_print_size, true, [](const picture_metadata&) { return std::string(); },
     [](const picture_metadata& m) { return has_size(m) && m.unit == "inch"; }, remove_size, move_size, keep_restated},
    {holds_pixel_size, false,
     [](const picture_metadata& m) { return pixels_per_inch(m).across > 0 ? "pixel size" : std::string(); },
     [](const picture_metadata& m) { return has_size(m) && m.unit != "inch"; }, remove_size, move_size, keep_restated},
    {holds_description, false, [](const picture_metadata& m) { return description_name(m.description); },
     [](const picture_metadata& m) { return !m.description.empty(); },
     [](picture_metadata& m) { m.description.clear(); }, move_description, restate_description},
    {holds_geo, false, [](const picture_metadata&) { return std::string("GeoTIFF tags"); },
     [](const picture_metadata& m) { return !m.geo.empty(); }, [](picture_metadata& m) { m.geo.clear(); },
     move_geo_tags, keep_restated},
    {holds_cards, false, [](const picture_metadata& m) { return cards_name(m.cards); },
     [](const picture_metadata& m) { return !m.cards.empty(); }, [](picture_metadata& m) { m.cards.clear(); },
     move_cards, restate_cards},
};

// A name is empty where nothing is lost that anybody measured.
void note(std::vector<std::string>& names, const std::string& name) {
    if (!name.empty()) names.push_back(name);
}

void leave_out(picture_metadata& m, const metadata_kind& kind) {
    note(m.left_out, kind.name(m));
    kind.remove(m);
}

}  // namespace

void move_point(const grid_map& map, double& x, double& y) {
    const double u = x - map.across[2], v = y - map.down[2];
    const double determinant = map.across[0] * map.down[1] - map.across[1] * map.down[0];
    x = (map.down[1] * u - map.across[1] * v) / determinant;
    y = (map.across[0] * v - map.down[0] * u) / determinant;
}

// Units as ImageJ and its plugins write them; it escapes the Greek letter.
print_size pixels_per_inch(const picture_metadata& m) {
    static const std::pair<const char*, double> units_per_inch[] = {
        {"inch", 1},           {"inches", 1},       {"in", 1},         {"m", 0.0254},
        {"cm", 2.54},          {"mm", 25.4},        {"um", 25400},     {"\xc2\xb5m", 25400},
        {"\xce\xbcm", 25400},  {"\\u00B5m", 25400}, {"micron", 25400}, {"microns", 25400},
        {"micrometer", 25400}, {"nm", 2.54e7},      {"pm", 2.54e10},   {"angstrom", 2.54e8}};
    for (const auto& [unit, factor] : units_per_inch)
        if (m.unit == unit) return {m.across * factor, m.down * factor};
    return {0, 0};
}

void move_metadata(picture_metadata& m, const grid_map& map) {
    if (map.is_identity()) return;
    for (const metadata_kind& kind : kinds)
        if (kind.is_there(m) && !kind.move(m, map)) leave_out(m, kind);
}

void leave_domain(picture_metadata& m) {
    picture_metadata rest;
    for (const metadata_kind& kind : kinds)
        if (kind.is_there(m) && !kind.is_about_looks) note(rest.left_out, kind.name(m));
    m = std::move(rest);
}

void restate_metadata(picture_metadata& m, const written_facts& facts) {
    for (const metadata_kind& kind : kinds) {
        if (!kind.is_there(m)) continue;
        if ((facts.holds & kind.bit) == 0 || !kind.restate(m, facts)) leave_out(m, kind);
    }
}

}  // namespace stockham::tools
