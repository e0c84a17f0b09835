// Tables that describe the options of the imaging functions, one row per member of an options struct. Checks, the
// command line, Python's keywords and the documentation are made from them.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include <stockham/imaging/export.h>

namespace stockham {
inline namespace v0_2 {
namespace imaging {

/// The value of an option in a form that every interface can show and read: nothing (an option that is not given), a
/// flag, a number (whole numbers, too), a word, or numbers (pairs follow each other).
using option_value = std::variant<std::monostate, bool, double, std::string, std::vector<double>>;

/// The form of an option's value.
enum class option_kind {
    flag,     ///< true or false
    whole,    ///< a whole number
    number,   ///< a number
    word,     ///< one of some words
    numbers,  ///< any numbers
    pairs     ///< any pairs of numbers
};

/// The numbers that an option takes.
struct option_range {
    double least = -std::numeric_limits<double>::infinity();  ///< the smallest number
    double most = std::numeric_limits<double>::infinity();    ///< the largest number
    bool above = false;                                       ///< `least` itself is not allowed
};

/// One option, without its place in the struct. The texts are static.
struct option_description {
    const char* name;          ///< of the member and of Python's keyword; the command writes - for _
    const char* text;          ///< what it does: a sentence without a full stop that begins with a verb or a noun
    const char* unit;          ///< of the numbers, such as "cycles per pixel"; may be empty
    option_range range;        ///< of each number
    option_kind kind;          ///< the form of the value
    bool optional;             ///< it may be absent
    const char* const* words;  ///< of a word: all of them, then null
};

/// One option of a struct.
template <class Options>
struct option : option_description {
    option_value (*get)(const Options&);               ///< the member's value
    void (*set)(Options&, const option_value& value);  ///< sets the member; throws std::bad_variant_access
};

/// The options of a struct. A view of a static array.
template <class Options>
struct option_table {
    const option<Options>* first;                                          ///< the first row
    std::size_t count;                                                     ///< the number of rows
    const option<Options>* begin() const noexcept { return first; }        ///< the first row
    const option<Options>* end() const noexcept { return first + count; }  ///< behind the last row
};

/// The table of a struct; defined for each options struct whose documentation says so.
template <class Options>
option_table<Options> options_of();

/// "must be above 0 and at most 0.5 cycles per pixel"
STOCKHAM_IMAGING_API std::string range_text(const option_description&);

/// The help of an option: its text, words, unit, range, and the default unless it is absent, empty or false. For
/// example "Keep frequencies below this, in cycles per pixel (above 0 and at most 0.5)".
STOCKHAM_IMAGING_API std::string option_text(const option_description&, const option_value& preset);

/// Throws argument_error, whose field is the option's name, if a number of the value is out of range or not finite, or
/// a word is unknown.
STOCKHAM_IMAGING_API void check_option(const option_description&, const option_value&);

/// check_option() for all options of a struct.
template <class Options>
void check_options(const Options& options) {
    for (const auto& each : options_of<Options>()) check_option(each, each.get(options));
}

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
