// Options of imaging functions from Python keywords, by the tables of the library.
#include "described.hpp"

namespace imaging = stockham::imaging;
using imaging::option_kind;

namespace {

constexpr const char* kind_names[] = {"bool", "int", "float", "word", "floats", "pairs"};

[[noreturn]] void refuse(const imaging::option_description& option, const std::string& must, nb::handle value) {
    throw stockham::argument_error(
        option.name, std::string(option.name) + ": must be " + must + " (got " + nb::repr(value).c_str() + ")");
}

double number_of(const imaging::option_description& option, nb::handle value) {
    double number = 0;
    if (nb::isinstance<nb::str>(value) || !nb::try_cast(nb::float_(value), number)) refuse(option, "a number", value);
    return number;
}

void add_numbers(const imaging::option_description& option, nb::handle value, std::vector<double>& numbers) {
    if (!nb::hasattr(value, "__iter__") || nb::isinstance<nb::str>(value)) {
        numbers.push_back(number_of(option, value));
        return;
    }
    for (const nb::handle each : nb::iter(value)) add_numbers(option, each, numbers);
}

std::string words_text(const imaging::option_description& option) {
    std::string text = "one of ";
    for (const char* const* word = option.words; *word != nullptr; ++word)
        text += std::string(word == option.words ? "" : ", ") + *word;
    return text;
}

}  // namespace

imaging::option_value option_of(const imaging::option_description& option, nb::handle value) {
    if (option.optional && value.is_none()) return {};
    switch (option.kind) {
    case option_kind::flag:
        return nb::cast<bool>(nb::bool_(value));
    case option_kind::word: {
        std::string word;
        if (nb::isinstance<nb::str>(value)) word = nb::cast<std::string>(value);
        for (const char* const* known = option.words; *known != nullptr; ++known)
            if (word == *known) return word;
        refuse(option, words_text(option), value);
    }
    case option_kind::whole: {
        const nb::object index = nb::steal(PyNumber_Index(value.ptr()));
        PyErr_Clear();
        if (!index.is_valid()) refuse(option, "a whole number", value);
        return number_of(option, index);
    }
    case option_kind::number:
        return number_of(option, value);
    default:
        break;
    }
    std::vector<double> numbers;
    add_numbers(option, value, numbers);
    if (option.kind == option_kind::pairs && numbers.size() % 2 != 0) refuse(option, "pairs of numbers", value);
    return numbers;
}

described_option describe(const imaging::option_description& option, const imaging::option_value& preset) {
    nb::object value = nb::none();
    if (const bool* flag = std::get_if<bool>(&preset)) value = nb::bool_(*flag);
    if (const double* number = std::get_if<double>(&preset))
        value = option.kind == option_kind::whole ? nb::object(nb::int_(*number)) : nb::object(nb::float_(*number));
    if (const auto* word = std::get_if<std::string>(&preset)) value = nb::str(word->c_str());
    if (std::holds_alternative<std::vector<double>>(preset)) value = nb::make_tuple();
    return {option.name, imaging::option_text(option, preset), kind_names[static_cast<int>(option.kind)], value};
}
