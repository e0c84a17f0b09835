// Entries as JSON: one object a line, so that people can read, compare and merge the file.
#include <cmath>

#include <nlohmann/json.hpp>

#include <stockham/error.hpp>

#include "wisdom/wisdom_state.hpp"

namespace stockham {

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
    e.seconds = object.at("microseconds").get<double>() * 1e-6;
    e.spread = object.at("spread").get<double>();
    e.estimate_seconds = object.value("estimate_microseconds", 0.0) * 1e-6;
    if (!(e.seconds > 0) || !(e.spread >= 0)) throw argument_error("wisdom", "a time that is not positive");
    e.problem = wisdom_problem(parse_transform(e.problem));  // in the order that look-ups use
    return e;
}

/// To so many decimals, and so written.
double rounded(double value, int decimals) {
    const double unit = std::pow(10.0, decimals);
    return std::round(value * unit) / unit;
}

std::string line_of(const wisdom_entry& e) {
    nlohmann::ordered_json object;
    for (const auto& field : text_fields) object[field.name] = e.*field.value;
    object["rigor"] = to_string(e.how);
    object["microseconds"] = rounded(e.seconds * 1e6, 3);
    object["spread"] = rounded(e.spread, 4);
    if (e.estimate_seconds > 0) object["estimate_microseconds"] = rounded(e.estimate_seconds * 1e6, 3);
    return object.dump();
}

}  // namespace

std::vector<wisdom_entry> parse_wisdom(std::string_view text, const std::string& where) {
    using json = nlohmann::json;
    const auto document = json::parse(text.begin(), text.end(), nullptr, false);
    if (document.is_discarded() || !document.is_object() || document.value("format", json()) != format_name)
        refuse(where, "is not wisdom");
    const auto version = document.value("version", json());
    if (!version.is_number_integer() || version != format_version)
        refuse(where, "has format version " + version.dump() + "; this library reads version " +
                          std::to_string(format_version));
    std::vector<wisdom_entry> entries;
    try {
        for (const auto& object : document.at("entries")) entries.push_back(entry_of(object));
    } catch (const json::exception& e) {
        refuse(where, "has an entry that cannot be read: " + std::string(e.what()));
    } catch (const argument_error& e) {
        refuse(where, "has an entry that cannot be read: " + std::string(e.what()));
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

}  // namespace stockham
