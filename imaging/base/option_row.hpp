// Rows of option tables, made from pointers to members.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include <stockham/imaging/boundary.hpp>
#include <stockham/imaging/option_table.hpp>
#include <stockham/imaging/window.hpp>

#include "imaging/base/device_work.hpp"

namespace stockham::imaging_internal {

/// Has the words of an enumeration, in the order of its values from 0 on, then null.
template <class Enum>
struct enumeration;
template <>
struct enumeration<imaging::boundary> {
    static constexpr const char* words[] = {"constant", "nearest", "reflect", "mirror", "wrap", nullptr};
};
template <>
struct enumeration<imaging::window_shape> {
    static constexpr const char* words[] = {"none", "hann", "hamming", "blackman", nullptr};
};
template <>
struct enumeration<imaging::trend> {
    static constexpr const char* words[] = {"none", "constant", "linear", nullptr};
};

/// The conversion between a type of member and an option's value.
template <class T>
struct option_type {
    static constexpr imaging::option_kind kind = std::is_same_v<T, bool> ? imaging::option_kind::flag
                                                 : std::is_enum_v<T>     ? imaging::option_kind::word
                                                 : std::is_integral_v<T> ? imaging::option_kind::whole
                                                                         : imaging::option_kind::number;
    static constexpr bool optional = false;
    static constexpr const char* const* words() {
        if constexpr (std::is_enum_v<T>)
            return enumeration<T>::words;
        else
            return nullptr;
    }
    static imaging::option_value get(const T& member) {
        if constexpr (std::is_same_v<T, bool>)
            return member;
        else if constexpr (std::is_enum_v<T>)
            return std::string(enumeration<T>::words[static_cast<std::size_t>(member)]);
        else
            return static_cast<double>(member);
    }
    static void set(T& member, const imaging::option_value& value) {
        if constexpr (std::is_same_v<T, bool>) {
            member = std::get<bool>(value);
        } else if constexpr (std::is_enum_v<T>) {
            std::size_t k = 0;
            while (enumeration<T>::words[k] != nullptr && std::get<std::string>(value) != enumeration<T>::words[k]) ++k;
            if (enumeration<T>::words[k] == nullptr) throw std::bad_variant_access();
            member = static_cast<T>(k);
        } else {
            member = static_cast<T>(std::get<double>(value));
        }
    }
};

template <class T>
struct option_type<std::optional<T>> : option_type<T> {
    static constexpr bool optional = true;
    static imaging::option_value get(const std::optional<T>& member) {
        return member ? option_type<T>::get(*member) : imaging::option_value();
    }
    static void set(std::optional<T>& member, const imaging::option_value& value) {
        member.reset();
        if (!std::holds_alternative<std::monostate>(value)) option_type<T>::set(member.emplace(), value);
    }
};

template <class T>
struct option_type<std::vector<T>> : option_type<double> {
    static constexpr bool is_pair = std::is_same_v<T, std::array<double, 2>>;
    static constexpr imaging::option_kind kind = is_pair ? imaging::option_kind::pairs : imaging::option_kind::numbers;
    static imaging::option_value get(const std::vector<T>& member) {
        std::vector<double> numbers;
        for (const T& each : member)
            if constexpr (is_pair)
                numbers.insert(numbers.end(), each.begin(), each.end());
            else
                numbers.push_back(static_cast<double>(each));
        return numbers;
    }
    static void set(std::vector<T>& member, const imaging::option_value& value) {
        const auto& numbers = std::get<std::vector<double>>(value);
        member.clear();
        if constexpr (is_pair)
            for (std::size_t k = 0; k + 1 < numbers.size(); k += 2) member.push_back({numbers[k], numbers[k + 1]});
        else
            for (const double each : numbers) member.push_back(static_cast<T>(each));
    }
};

constexpr imaging::option_range above_zero{0, HUGE_VAL, true};

/// A number above 0 and at most `most`.
constexpr imaging::option_range up_to(double most) {
    return {0, most, true};
}
/// A number from `least` to `most`.
constexpr imaging::option_range from(double least, double most = HUGE_VAL) {
    return {least, most, false};
}

/// The row of a member.
template <auto Member, class Options, class T>
constexpr imaging::option<Options> row_of(T Options::*, const char* name, const char* text, const char* unit,
                                          imaging::option_range range) {
    using type = option_type<T>;
    return {{name, text, unit, range, type::kind, type::optional, type::words()},
            [](const Options& o) { return type::get(o.*Member); },
            [](Options& o, const imaging::option_value& value) { type::set(o.*Member, value); }};
}
template <auto Member>
constexpr auto row(const char* name, const char* text, const char* unit = "", imaging::option_range range = {}) {
    return row_of<Member>(Member, name, text, unit, range);
}

/// The value with 17 significant digits.
std::string value_text(const imaging::option_value&);

/// A text that is the same for equal options only.
template <class Options>
std::string key_of(const Options& options) {
    std::string key;
    for (const auto& each : imaging::options_of<Options>()) key += ' ' + value_text(each.get(options));
    return key;
}

}  // namespace stockham::imaging_internal
