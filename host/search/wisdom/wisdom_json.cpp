// Entries as JSON: one object a line, so that people can read, compare and merge the file.
#include <cstdio>
#include <cstdlib>

#include <nlohmann/json.hpp>

#include <stockham/error.hpp>

#include "base/messages/printable.hpp"
#include "search/wisdom/wisdom_state.hpp"

namespace stockham::internal {

namespace {

constexpr const char* format_name = "stockham wisdom";
constexpr int format_version = 1;

/// A text field by its name in the file.
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

wisdom_entry entry_of(const nlohmann::json& object) {
    wisdom_entry e;
    for (const auto& field : text_fields) e.*field.value = object.at(field.name).get<std::string>();
    e.how = parse_rigor(object.at("rigor").get<std::string>());
    e.seconds = object.at("microseconds").get<double>() / 1e6;
    e.spread = object.at("spread").get<double>();
    e.estimate_seconds = object.value("estimate_microseconds", 0.0) / 1e6;
    return checked(e);
}

/// To so many digits, and so written.
double rounded(double value, int digits) {
    char text[32];
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    return std::strtod(text, nullptr);
}

std::string line_of(const wisdom_entry& e) {
    nlohmann::ordered_json object;
    for (const auto& field : text_fields) object[field.name] = e.*field.value;
    object["rigor"] = to_string(e.how);
    object["microseconds"] = rounded(e.seconds * 1e6, 7);
    object["spread"] = rounded(e.spread, 4);
    if (e.estimate_seconds > 0) object["estimate_microseconds"] = rounded(e.estimate_seconds * 1e6, 7);
    return object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);  // what is no UTF-8
}

}  // namespace

std::vector<wisdom_entry> parse_wisdom(std::string_view text, const std::string& where) {
    using json = nlohmann::json;
    const auto document = json::parse(text.begin(), text.end(), nullptr, false);
    // What is not understood is neither copied nor written: brackets within brackets would go as deep in calls.
    static const json nothing;
    const auto field = [&](const char* name) -> const json& {
        const auto at = document.find(name);
        return at == document.end() ? nothing : *at;
    };
    if (document.is_discarded() || !document.is_object() || field("format") != format_name)
        refuse(where, "is not wisdom");
    const auto& version = field("version");
    if (!version.is_number_integer() || version != format_version)
        refuse(where, "has format version " +
                          (version.is_primitive() ? in_quotes(version.dump()) : version.type_name()) +
                          "; this library reads version " + std::to_string(format_version));
    if (!field("entries").is_array()) refuse(where, "has no list of entries");
    std::vector<wisdom_entry> entries;
    try {
        for (const auto& object : field("entries")) entries.push_back(entry_of(object));
    } catch (const json::exception& e) {
        refuse(where, "has an entry that cannot be read: " + printable(e.what()));
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
