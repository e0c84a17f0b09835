// The rules of metadata.hpp for the description of a stack.
#include "format/stack_description.hpp"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "bytes.hpp"
#include "format/stack_axes.hpp"

namespace stockham::tools {

namespace {

double decimal(const std::string& text, double missing) {
    double value = missing;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

// The origin is a point in pixels.
bool move_imagej(std::string& description, const grid_map& map) {
    imagej_lines lines(description);
    double x = decimal(lines.get("xorigin"), 0), y = decimal(lines.get("yorigin"), 0);
    if (lines.get("xorigin").empty() && lines.get("yorigin").empty()) return true;
    move_point(map, x, y);
    lines.set("xorigin", fmt::format("{}", x));
    lines.set("yorigin", fmt::format("{}", y));
    description = lines.text();
    return true;
}

bool restate_imagej(picture_metadata& m, const written_facts& facts) {
    imagej_lines lines(m.description);
    const bool counted =
        product({lines.count("frames", 1), lines.count("slices", 1), lines.count("channels", 1)}) == facts.pages;
    // ImageJ reads a file that names its images as planes without gaps, and ignores all but the first directory.
    lines.set("images", "");
    if (!counted) {
        for (const char* key : {"channels", "frames", "hyperstack", "mode"}) lines.set(key, "");
        lines.set("slices", facts.pages > 1 ? std::to_string(facts.pages) : "");
    }
    if (!facts.same_type || !facts.same_levels)
        for (const char* key : {"min", "max", "cf", "c0", "c1", "c2", "c3", "c4", "vunit"}) lines.set(key, "");
    if (!(m.across > 0)) lines.set("unit", "");
    m.description = lines.text();
    return true;
}

// Replaces or, with an empty value, removes an attribute of the first element with this name.
void set_attribute(std::string& xml, const std::string& element, const std::string& name, const std::string& value) {
    const std::size_t at = xml.find("<" + element + " "), end = std::min(xml.find('>', at), xml.size());
    const std::size_t found = at == xml.npos ? at : xml.find(" " + name + "=\"", at);
    if (found == xml.npos || found > end) return;
    const std::size_t first = found + name.size() + 3, last = xml.find('"', first);
    if (last == xml.npos) return;
    value.empty() ? xml.erase(found, last + 1 - found) : xml.replace(first, last - first, value);
}

std::size_t count_of(const std::string& text, const std::string& word) {
    std::size_t n = 0;
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++n;
    return n;
}

// Removes `before` VALUE `behind` everywhere.
void remove_all(std::string& text, const std::string& before, const std::string& behind) {
    for (std::size_t at = text.find(before); at != text.npos; at = text.find(before, at)) {
        const std::size_t end = text.find(behind, at + before.size());
        if (end == text.npos) return;
        text.erase(at, end + behind.size() - at);
    }
}

void scale_attribute(std::string& xml, const std::string& name, double factor) {
    if (const auto old = ome_attribute(xml, "Pixels", name); old && factor != 1)
        set_attribute(xml, "Pixels", name, fmt::format("{}", decimal(*old, 0) * factor));
}

// The place on the stage is that of the whole picture, and regions of interest are in pixels.
bool move_ome(std::string& xml, const grid_map& map) {
    if (xml.find("<ROI ") != xml.npos) return false;
    for (const char* name : {"PositionX", "PositionY", "PositionXUnit", "PositionYUnit"})
        remove_all(xml, std::string(" ") + name + "=\"", "\"");
    scale_attribute(xml, "PhysicalSizeX", std::hypot(map.across[0], map.down[0]));
    scale_attribute(xml, "PhysicalSizeY", std::hypot(map.across[1], map.down[1]));
    return true;
}

// OME's file names tell parts of one data set apart: the result is another file, and has only the pages of one.
bool restate_ome(std::string& xml, const written_facts& facts) {
    static const std::pair<const char*, const char*> types[] = {
        {"u1", "uint8"}, {"u2", "uint16"}, {"f4", "float"}, {"f8", "double"}};
    const std::string first = ome_attribute(xml, "UUID", "FileName").value_or("");
    const bool is_part = count_of(xml, " FileName=\"") != count_of(xml, " FileName=\"" + first + "\"");
    const auto size = [&](const char* name) {
        std::size_t n = 1;
        const std::string text = ome_attribute(xml, "Pixels", name).value_or("1");
        std::from_chars(text.data(), text.data() + text.size(), n);
        return n;
    };
    const auto samples = product({size("SizeT"), size("SizeZ"), size("SizeC")});
    const bool fits = samples == facts.pages || samples == facts.pages * facts.channels;
    if (is_part || !fits || count_of(xml, "<Pixels ") != 1) return false;
    remove_all(xml, "<UUID", "</UUID>");
    set_attribute(xml, "OME", "UUID", "");
    set_attribute(xml, "Pixels", "SizeX", std::to_string(facts.width));
    set_attribute(xml, "Pixels", "SizeY", std::to_string(facts.height));
    set_attribute(xml, "Pixels", "BigEndian", "");
    for (const auto& [type, name] : types)
        if (facts.type == type) set_attribute(xml, "Pixels", "Type", name);
    if (!facts.same_type) set_attribute(xml, "Pixels", "SignificantBits", "");
    return true;
}

// {"shape": [5, 24, 30], "truncated": true} of a file whose planes have one directory for all of them. The axes of the
// pages stay.
bool restate_shaped(std::string& description, const written_facts& facts) {
    auto shape = shape_in_description(description);
    const std::size_t own = facts.channels > 1 ? 3 : 2;
    if (shape.size() < own) return false;
    shape.resize(shape.size() - own);
    if (product(shape) != facts.pages) return false;
    shape.insert(shape.end(), {facts.height, facts.width});
    if (facts.channels > 1) shape.push_back(facts.channels);
    const std::size_t open = description.find('['), close = description.find(']');
    description.replace(open, close - open, fmt::format("[{}", fmt::join(shape, ", ")));
    for (const char* key : {", \"truncated\": true", "\"truncated\": true, "})
        if (const std::size_t at = description.find(key); at != description.npos)
            description.erase(at, std::string(key).size());
    return true;
}

}  // namespace

std::string description_name(const std::string& description) {
    switch (kind_of_description(description)) {
    case description_kind::imagej:
        return "ImageJ's description";
    case description_kind::ome:
        return "OME-XML";
    case description_kind::shaped:
        return {};  // the pages state their size themselves
    default:
        return fmt::format("the description of {}", description.substr(0, description.find_first_of(" =")));
    }
}

bool move_description(picture_metadata& m, const grid_map& map) {
    const description_kind kind = kind_of_description(m.description);
    if (kind == description_kind::imagej) return move_imagej(m.description, map);
    if (kind == description_kind::ome) return move_ome(m.description, map);
    return kind == description_kind::shaped;
}

bool restate_description(picture_metadata& m, const written_facts& facts) {
    const description_kind kind = kind_of_description(m.description);
    if (kind == description_kind::imagej) return restate_imagej(m, facts);
    if (kind == description_kind::ome) return restate_ome(m.description, facts);
    return kind != description_kind::shaped || restate_shaped(m.description, facts);
}

}  // namespace stockham::tools
