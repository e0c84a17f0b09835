// The axes of a stack of pages, and the texts in which programs state them.
#include "format/stack_axes.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "bytes.hpp"

namespace stockham::tools {

namespace {

bool starts_with(const std::string& text, const std::string& start) {
    return text.compare(0, start.size(), start) == 0;
}

std::size_t number_in(const std::string& text, std::size_t missing) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && value > 0 ? value : missing;
}

// Axes without those of length 1; none if their product is not the number of pages.
stack_axes checked(const stack_axes& all, std::size_t pages) {
    std::vector<std::size_t> lengths;
    stack_axes longer;
    for (const stack_axis& each : all) {
        lengths.push_back(each.length);
        if (each.length > 1) longer.push_back(each);
    }
    return product(lengths) == pages ? longer : stack_axes();
}

stack_axes axes_of_imagej(const std::string& description, std::size_t pages) {
    const imagej_lines lines(description);
    return checked(
        {{'T', lines.count("frames", 1)}, {'Z', lines.count("slices", 1)}, {'C', lines.count("channels", 1)}}, pages);
}

stack_axes axes_of_ome(const std::string& xml, std::size_t pages) {
    const auto length = [&](const std::string& element, const std::string& name) {
        return number_in(ome_attribute(xml, element, name).value_or(""), 1);
    };
    const std::string order = ome_attribute(xml, "Pixels", "DimensionOrder").value_or("");
    stack_axes all;
    for (const char name : order) {
        if (name != 'Z' && name != 'C' && name != 'T') continue;
        std::size_t n = length("Pixels", std::string("Size") + name);
        // Samples of one pixel are channels of OME, too.
        if (name == 'C') n /= std::max<std::size_t>(1, std::min(n, length("Channel", "SamplesPerPixel")));
        all.insert(all.begin(), {name, n});
    }
    return checked(all, pages);
}

// tifffile names the axes of its shape in a second key, such as "axes": "TZCYX".
stack_axes axes_of_shaped(const std::string& description, std::size_t pages) {
    const auto shape = shape_in_description(description);
    const std::size_t key = description.find("\"axes\": \"");
    const std::string names =
        key == description.npos ? "" : description.substr(key + 9, description.find('"', key + 9) - key - 9);
    stack_axes all;
    std::size_t left = pages;
    for (std::size_t k = 0; k < shape.size() && left > 1; ++k) {
        if (shape[k] == 0 || left % shape[k] != 0) return {};
        const char name = names.size() == shape.size() ? names[k] : '?';
        all.push_back({name == 'T' || name == 'Z' || name == 'C' ? name : '?', shape[k]});
        left /= shape[k];
    }
    return checked(all, pages);
}

}  // namespace

imagej_lines::imagej_lines(const std::string& description) {
    for (std::size_t at = 0; at < description.size();) {
        const std::size_t end = std::min(description.find('\n', at), description.size());
        const std::string line = description.substr(at, end - at);
        const std::size_t equals = std::min(line.find('='), line.size());
        if (!line.empty())
            lines_.emplace_back(line.substr(0, equals), equals < line.size() ? line.substr(equals + 1) : "");
        at = end + 1;
    }
}

std::string imagej_lines::get(const std::string& key) const {
    const auto found = std::find_if(lines_.begin(), lines_.end(), [&](const auto& line) { return line.first == key; });
    return found != lines_.end() ? found->second : "";
}

std::size_t imagej_lines::count(const std::string& key, std::size_t missing) const {
    return number_in(get(key), missing);
}

void imagej_lines::set(const std::string& key, const std::string& value) {
    const auto found = std::find_if(lines_.begin(), lines_.end(), [&](const auto& line) { return line.first == key; });
    if (found != lines_.end())
        value.empty() ? static_cast<void>(lines_.erase(found)) : static_cast<void>(found->second = value);
    else if (!value.empty())
        lines_.emplace_back(key, value);
}

std::string imagej_lines::text() const {
    std::string text;
    for (const auto& [key, value] : lines_) text += fmt::format("{}={}\n", key, value);
    return text;
}

std::optional<std::string> ome_attribute(const std::string& xml, const std::string& element, const std::string& name) {
    for (std::size_t at = xml.find("<" + element); at != xml.npos; at = xml.find("<" + element, at + 1)) {
        const std::size_t behind = at + 1 + element.size(), end = xml.find('>', at);
        if (end == xml.npos) return std::nullopt;
        if (xml[behind] != ' ' && xml[behind] != '\n' && xml[behind] != '\t') continue;
        const std::size_t found = xml.find(" " + name + "=\"", at);
        if (found == xml.npos || found > end) return std::nullopt;
        const std::size_t first = found + name.size() + 3;
        return xml.substr(first, xml.find('"', first) - first);
    }
    return std::nullopt;
}

std::vector<std::size_t> shape_in_description(const std::string& description) {
    std::vector<std::size_t> shape;
    const std::size_t open = description.find('['), close = description.find(']');
    if (!starts_with(description, "{\"shape\":") || open == description.npos || close == description.npos) return {};
    for (std::size_t at = open + 1; at < close;) {
        const std::size_t end = std::min(description.find(',', at), close);
        const std::size_t first = std::min(description.find_first_not_of(' ', at), end);
        const std::size_t n = number_in(description.substr(first, end - first), 0);
        if (n == 0) return {};
        shape.push_back(n);
        at = end + 1;
    }
    return shape;
}

description_kind kind_of_description(const std::string& description) {
    if (starts_with(description, "ImageJ=")) return description_kind::imagej;
    if (starts_with(description, "{\"shape\":")) return description_kind::shaped;
    const std::size_t root = description.find("<OME");
    if ((starts_with(description, "<?xml") || root == 0) && root != description.npos) return description_kind::ome;
    if (starts_with(description, "Aperio ") || starts_with(description, "SCIFIO=")) return description_kind::frozen;
    return description_kind::text;
}

stack_axes axes_of_stack(const std::string& description, std::size_t pages) {
    switch (kind_of_description(description)) {
    case description_kind::imagej:
        return axes_of_imagej(description, pages);
    case description_kind::ome:
        return axes_of_ome(description, pages);
    case description_kind::shaped:
        return axes_of_shaped(description, pages);
    default:
        return {};
    }
}

std::string axes_text(const stack_axes& axes) {
    static const std::pair<char, const char*> words[] = {{'T', "times"}, {'Z', "slices"}, {'C', "channels"}};
    std::string text;
    for (const stack_axis& each : axes) {
        const auto word =
            std::find_if(std::begin(words), std::end(words), [&](const auto& w) { return w.first == each.name; });
        const char* name = word != std::end(words) ? word->second : "pages";
        text += fmt::format("{}{} {}", text.empty() ? "" : " x ", each.length, name);
    }
    return text;
}

}  // namespace stockham::tools
