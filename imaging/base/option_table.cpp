// Checks of options by their tables, and the words of enumerations that several operations take.
#include <stockham/imaging/option_table.hpp>

#include <cmath>

#include <stockham/imaging/boundary.hpp>
#include <stockham/imaging/window.hpp>

#include "imaging/base/check.hpp"
#include "imaging/base/option_row.hpp"

namespace stockham::imaging_internal {

namespace {

// The numbers of a value; none of a flag or a word.
std::vector<double> numbers_of(const imaging::option_value& value) {
    if (const double* number = std::get_if<double>(&value)) return {*number};
    if (const auto* numbers = std::get_if<std::vector<double>>(&value)) return *numbers;
    return {};
}

bool is_within(const imaging::option_range& range, double number) {
    return std::isfinite(number) && (range.above ? number > range.least : number >= range.least) &&
           number <= range.most;
}

// "above 0 and at most 0.5"
std::string numbers_within(const imaging::option_range& r) {
    const std::string least = number_text(r.least), most = number_text(r.most);
    if (std::isinf(r.least)) return std::isinf(r.most) ? "finite" : "at most " + most;
    if (std::isinf(r.most)) return r.above ? "above " + least : least + " or more";
    return r.above ? "above " + least + " and at most " + most : "from " + least + " to " + most;
}

std::string with_space(const char* unit) {
    return *unit == '\0' ? "" : std::string(" ") + unit;
}

// The value as a reader writes it; empty for one that is absent, empty or false.
std::string preset_text(const imaging::option_description& option, const imaging::option_value& preset) {
    if (option.kind == imaging::option_kind::flag || std::holds_alternative<std::monostate>(preset)) return {};
    if (const double* number = std::get_if<double>(&preset)) return number_text(*number);
    const std::string text = value_text(preset);
    return text == "none" && option.kind != imaging::option_kind::word ? "" : text;
}

}  // namespace

std::string value_text(const imaging::option_value& value) {
    if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
    if (const auto* word = std::get_if<std::string>(&value)) return *word;
    std::string text;
    for (const double number : numbers_of(value)) text += (text.empty() ? "" : " ") + number_text(number, 17);
    return text.empty() ? "none" : text;
}

}  // namespace stockham::imaging_internal

namespace stockham {
inline namespace v0_2 {
namespace imaging {

using namespace imaging_internal;

std::string range_text(const option_description& option) {
    return "must be " + imaging_internal::numbers_within(option.range) + imaging_internal::with_space(option.unit);
}

std::string option_text(const option_description& option, const option_value& preset) {
    std::string text = option.text, rest;
    for (const char* const* word = option.words; word != nullptr && *word != nullptr; ++word)
        rest += (rest.empty() ? "" : word[1] == nullptr ? " or " : ", ") + std::string(*word);
    if (*option.unit != '\0') text += std::string(", in ") + option.unit;
    const bool is_limited = !std::isinf(option.range.least) || !std::isinf(option.range.most);
    if (is_limited) rest = imaging_internal::numbers_within(option.range);
    const std::string value = imaging_internal::preset_text(option, preset);
    if (!value.empty()) rest += (rest.empty() ? "default: " : "; default: ") + value;
    return rest.empty() ? text : text + " (" + rest + ")";
}

void check_option(const option_description& option, const option_value& value) {
    for (const double number : imaging_internal::numbers_of(value))
        if (!imaging_internal::is_within(option.range, number))
            imaging_internal::refuse(option.name, range_text(option) + " (got " + number_text(number) + ")");
}

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
