// JSON as plain values. The values of nlohmann allocate memory when they are destroyed, and end the process if that
// fails; these do not.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stockham::internal {

struct json_member;

struct json_value {
    enum class type { null, boolean, integer, real, text, list, object };

    type is = type::null;
    double number = 0;                 ///< of an integer or a real
    std::string text;                  ///< a text, or the spelling of a boolean or a number
    std::vector<json_member> members;  ///< of a list (with empty names) or an object, in the order of the text

    bool is_number() const { return is == type::integer || is == type::real; }
    /// The member of this name, the last one if repeated; null if there is none or this is not an object.
    const json_value* find(std::string_view name) const;
};

struct json_member {
    std::string name;
    json_value value;
};

/// Values nested deeper are checked but replaced by null, which bounds recursion over values.
constexpr std::size_t deepest_json_value = 8;

/// Parses the whole text; nothing if it is not JSON.
std::optional<json_value> parse_json(std::string_view text);

/// A text between quotation marks, as JSON; bytes that are not UTF-8 become U+FFFD.
std::string json_text(const std::string& text);

/// The shortest text that parses to the same number.
std::string json_number(double number);

}  // namespace stockham::internal
