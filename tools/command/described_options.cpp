// The command-line options of an imaging function, made from the table of its options.
#include "command/described_options.hpp"

#include <limits>
#include <utility>

#include "words.hpp"

namespace stockham::tools {

namespace {

using imaging::option_kind;
using take_value = std::function<void(const imaging::option_value&)>;

std::string name_on_the_command_line(std::string name) {
    std::replace(name.begin(), name.end(), '_', '-');
    return "--" + name;
}

// The words, and `zero` as another name of scipy's `constant`.
CLI::Validator one_of_words(const imaging::option_description& option) {
    std::vector<std::pair<std::string, std::string>> meanings;
    for (const char* const* word = option.words; *word != nullptr; ++word) meanings.emplace_back(*word, *word);
    if (option.name == std::string("boundary")) meanings.emplace_back("zero", "constant");
    return one_of(std::move(meanings));
}

CLI::Option* add_number(CLI::App& command, const std::string& name, const std::string& text, bool whole,
                        const imaging::option_range& range, const take_value& take) {
    CLI::Option* made = command.add_option_function<double>(
        name, [take](double value) { take(value); }, text);
    if (!whole) return made->type_name("X")->transform(decimal_number());
    const double most = std::min(range.most, 1e15);
    return made->type_name("N")->transform(
        whole_number(static_cast<long long>(range.least), static_cast<long long>(most)));
}

CLI::Option* add_pairs(CLI::App& command, const std::string& name, const std::string& text, const take_value& take) {
    using pairs = std::vector<std::pair<double, double>>;
    const auto take_pairs = [take](const pairs& given) {
        std::vector<double> numbers;
        for (const auto& [first, second] : given) numbers.insert(numbers.end(), {first, second});
        take(numbers);
    };
    return command.add_option_function<pairs>(name, take_pairs, text + "; may be repeated")
        ->type_name("U V")
        ->allow_extra_args(false)
        ->transform(decimal_number());
}

}  // namespace

CLI::Option* add_described_option(CLI::App& command, const imaging::option_description& option,
                                  const imaging::option_value& preset, take_value take) {
    const std::string name = name_on_the_command_line(option.name), text = imaging::option_text(option, preset);
    switch (option.kind) {
    case option_kind::flag:
        return command.add_flag_callback(
            name, [take] { take(true); }, text);
    case option_kind::word:
        return command
            .add_option_function<std::string>(
                name, [take](const std::string& word) { take(word); }, text)
            ->type_name("WORD")
            ->transform(one_of_words(option));
    case option_kind::pairs:
        return add_pairs(command, name, text, take);
    default:
        return add_number(command, name, text, option.kind == option_kind::whole, option.range, take);
    }
}

}  // namespace stockham::tools
