// Values of enumerations that a caller may have made of any number.
#pragma once

#include <cstdint>
#include <string>

#include <stockham/error.hpp>

namespace stockham {

/// Whether a value is one of the enumeration's, of which `last` is the last; the first is 0.
template <class Enumeration>
constexpr bool is_known(Enumeration value, Enumeration last) noexcept {
    const auto number = static_cast<std::int64_t>(value);
    return number >= 0 && number <= static_cast<std::int64_t>(last);
}

/// Throws argument_error, naming the field, if it is not.
template <class Enumeration>
void check_known(const char* field, Enumeration value, Enumeration last) {
    if (!is_known(value, last))
        throw argument_error(field, std::string(field) + ": " + std::to_string(static_cast<std::int64_t>(value)) +
                                        " is none of its values");
}

}  // namespace stockham
