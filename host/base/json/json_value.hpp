// JSON read into plain values. nlohmann's own values allocate memory when they are destroyed, and end the process if
// there is none; these do not.
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
    std::string text;                  ///< a text, or the letters of a boolean or a number
    std::vector<json_member> members;  ///< of a list (their names are empty) or an object, in the text's order

    bool is_number() const { return is == type::integer || is == type::real; }
    /// The object's member of this name, the last one if there are several; null if there is none, or this is no
    /// object.
    const json_value* find(std::string_view name) const;
};

struct json_member {
    std::string name;
    json_value value;
};

/// Deeper values are checked but not kept: a null stands for each. So recursion over the values is never deep.
constexpr std::size_t deepest_json_value = 8;

/// The whole text as one value; nothing if it is not JSON.
std::optional<json_value> parse_json(std::string_view text);

/// A text between quotation marks, as JSON; bytes that are not UTF-8 become U+FFFD.
std::string json_text(const std::string& text);

/// The shortest number that reads as this one.
std::string json_number(double number);

}  // namespace stockham::internal
