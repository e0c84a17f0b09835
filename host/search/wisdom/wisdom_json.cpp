// Entries as JSON, one object per line, so that people can read, compare and merge the file.

#include <stockham/error.hpp>

#include "base/json/json_value.hpp"
#include "base/messages/printable.hpp"
#include "base/plain_text.hpp"
#include "search/wisdom/wisdom_state.hpp"

namespace stockham::internal {

namespace {

constexpr const char* format_name = "stockham wisdom";
constexpr int format_version = 1;

/// A text field and its name in the file.
struct text_field {
    const char* name;
    std::string wisdom_entry::*value;
};
constexpr text_field text_fields[] = {
    {"problem", &wisdom_entry::problem}, {"plan", &wisdom_entry::plan},
    {"device", &wisdom_entry::device},   {"architecture", &wisdom_entry::architecture},
    {"vendor", &wisdom_entry::vendor},   {"driver", &wisdom_entry::driver},
    {"library", &wisdom_entry::library}, {"kernels", &wisdom_entry::kernels},
};

[[noreturn]] void refuse(const std::string& where, const std::string& why) {
    throw argument_error("wisdom", where + " " + why);
}

const json_value& field_of(const json_value& object, const char* name) {
    const auto* found = object.find(name);
    if (!found) throw argument_error("wisdom", std::string("it has no field '") + name + "'");
    return *found;
}

const std::string& text_in(const json_value& object, const char* name) {
    const auto& value = field_of(object, name);
    if (value.is != json_value::type::text)
        throw argument_error("wisdom", std::string("its field '") + name + "' is not a text");
    return value.text;
}

double number_in(const json_value& object, const char* name) {
    const auto& value = field_of(object, name);
    if (!value.is_number()) throw argument_error("wisdom", std::string("its field '") + name + "' is not a number");
    return value.number;
}

wisdom_entry entry_of(const json_value& object) {
    if (object.is != json_value::type::object) throw argument_error("wisdom", "it is not an object");
    wisdom_entry e;
    for (const auto& field : text_fields) e.*field.value = text_in(object, field.name);
    e.how = parse_rigor(text_in(object, "rigor"));
    e.seconds = number_in(object, "microseconds") / 1e6;
    e.spread = number_in(object, "spread");
    if (object.find("estimate_microseconds")) e.estimate_seconds = number_in(object, "estimate_microseconds") / 1e6;
    return checked(e);
}

/// The number rounded to this many significant digits, as JSON.
std::string rounded(double value, int digits) {
    return json_number(*read_number(number_text(value, digits)));
}

std::string line_of(const wisdom_entry& e) {
    std::string line = "{";
    for (const auto& field : text_fields) line += json_text(field.name) + ":" + json_text(e.*field.value) + ",";
    line += "\"rigor\":" + json_text(to_string(e.how));
    line += ",\"microseconds\":" + rounded(e.seconds * 1e6, 7);
    line += ",\"spread\":" + rounded(e.spread, 4);
    if (e.estimate_seconds > 0) line += ",\"estimate_microseconds\":" + rounded(e.estimate_seconds * 1e6, 7);
    return line + "}";
}

/// The text of a version for a message.
std::string version_text(const json_value* version) {
    if (!version) return "null";
    switch (version->is) {
    case json_value::type::list:
        return "array";
    case json_value::type::object:
        return "object";
    default:
        return in_quotes(version->is == json_value::type::null ? "null" : version->text);
    }
}

}  // namespace

std::vector<wisdom_entry> parse_wisdom(std::string_view text, const std::string& where) {
    const auto document = parse_json(text);
    const auto* format = document ? document->find("format") : nullptr;
    if (!format || format->is != json_value::type::text || format->text != format_name) refuse(where, "is not wisdom");
    const auto* version = document->find("version");
    if (!version || version->is != json_value::type::integer || version->number != format_version)
        refuse(where, "has format version " + version_text(version) + "; this library reads version " +
                          std::to_string(format_version));
    const auto* list = document->find("entries");
    if (!list || list->is != json_value::type::list) refuse(where, "has no list of entries");
    std::vector<wisdom_entry> entries;
    try {
        for (const auto& member : list->members) entries.push_back(entry_of(member.value));
    } catch (const argument_error& e) {
        refuse(where, "has an entry that cannot be read: " + printable(e.what()));
    }
    return entries;
}

std::string wisdom_text(const std::vector<wisdom_entry>& entries) {
    std::string text = "{\"format\": \"" + std::string(format_name) +
                       "\", \"version\": " + std::to_string(format_version) + ", \"entries\": [";
    const char* before = "\n";
    for (const auto& e : entries) {
        text += before + line_of(e);
        before = ",\n";
    }
    return text + "\n]}\n";
}

}  // namespace stockham::internal
