// Validators of command-line values. Each value is read to its end or refused, in an error that names its option.
#include "words.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>

#include "base/messages/printable.hpp"
#include "base/plain_text.hpp"
#include "bytes.hpp"
#include "command/suggest.hpp"

namespace stockham::tools {

namespace {

std::optional<long long> read_whole_number(const std::string& word) {
    long long value = 0;
    const char* end = word.data() + word.size();
    const auto read = std::from_chars(word.data(), end, value);
    if (word.empty() || read.ec != std::errc() || read.ptr != end) return std::nullopt;
    return value;
}

std::vector<std::string> pieces_of(const std::string& list) {
    std::vector<std::string> pieces(1);
    for (const char c : list) {
        if (c == ',')
            pieces.emplace_back();
        else
            pieces.back() += c;
    }
    return pieces;
}

// `check` returns an error text, or an empty one; it may replace the value.
CLI::Validator validator(std::function<std::string(std::string& word)> check) {
    return CLI::Validator(std::move(check), "");
}

using internal::lower;

bool is_decimal(const std::string& word) {
    const auto value = internal::read_number(word);
    return value && std::isfinite(*value);
}

bool is_flag(const CLI::Option& option) {
    return option.get_items_expected_max() == 0;
}

bool has_flag(const CLI::App& command, const std::string& name) {
    const CLI::Option* option = command.get_option_no_throw(name);
    return option != nullptr && is_flag(*option);
}

}  // namespace

CLI::Validator whole_number(long long low, long long high) {
    return validator([=](std::string& word) -> std::string {
        const auto value = read_whole_number(word);
        if (!value || *value < low || *value > high)
            return fmt::format("{} is not a whole number from {} to {}", internal::in_quotes(word), low, high);
        word = std::to_string(*value);  // without leading zeros: the parser reads 010 as eight
        return {};
    });
}

CLI::Validator whole_numbers() {
    return validator([](std::string& word) -> std::string {
        for (const auto& piece : pieces_of(word)) {
            const auto value = read_whole_number(piece);
            if (!value || *value != static_cast<int>(*value))
                return fmt::format("{}{} is not a whole number", internal::in_quotes(piece),
                                   piece == word ? "" : " in " + internal::in_quotes(word));
        }
        return {};
    });
}

std::vector<int> read_whole_numbers(const std::string& checked) {
    std::vector<int> values;
    for (const auto& piece : pieces_of(checked)) values.push_back(static_cast<int>(*read_whole_number(piece)));
    return values;
}

CLI::Validator decimal_number() {
    return validator([](std::string& word) {
        return is_decimal(word) ? std::string() : internal::in_quotes(word) + " is not a number";
    });
}

CLI::Validator amount_of_memory() {
    return validator([](std::string& word) -> std::string {
        const auto bytes = internal::read_bytes(word);
        if (!bytes) return internal::in_quotes(word) + " is not an amount of memory (try 512M or 4G)";
        word = std::to_string(*bytes);
        return {};
    });
}

CLI::Option* add_memory_option(CLI::App& command, memory_limits& limits) {
    const auto take = [&limits](const std::string& checked) {
        const auto comma = checked.find(',');
        limits[0] = std::stoull(checked);
        limits[1] = comma == checked.npos ? 0 : std::stoull(checked.substr(comma + 1));
    };
    const auto amounts = validator([](std::string& word) -> std::string {
        const auto comma = word.find(',');
        const auto of_device = internal::read_bytes(word.substr(0, comma));
        const auto of_host =
            comma == word.npos ? std::optional<std::size_t>(0) : internal::read_bytes(word.substr(comma + 1));
        if (!of_device || !of_host)
            return internal::in_quotes(word) + " is not one or two amounts of memory (try 512M, or 4G,16G)";
        word = fmt::format("{},{}", *of_device, *of_host);
        return {};
    });
    return command
        .add_option_function<std::string>("--memory", take,
                                          "Limit of the memory on each device, such as 512M or 4G, and of the host's "
                                          "memory, such as 4G,16G (default: STOCKHAM_MEMORY, else "
                                          "90 % of the device's, on a CPU 45 %; a quarter of the host's)")
        ->type_name("BYTES[,BYTES]")
        ->transform(amounts);
}

CLI::Validator one_of(std::vector<std::pair<std::string, std::string>> meanings) {
    std::vector<std::string> words;
    for (const auto& meaning : meanings) words.push_back(meaning.first);
    // The shell completions (manual/) read the words from the validator's name, which nothing else shows.
    const auto name = fmt::format("{} {}", words_mark, fmt::join(words, " "));
    return validator([meanings = std::move(meanings), words](std::string& word) -> std::string {
               for (const auto& [each, meaning] : meanings)
                   if (lower(word) == each) {
                       word = meaning;
                       return {};
                   }
               return fmt::format("{} is not one of {}{}", internal::in_quotes(word), fmt::join(words, ", "),
                                  suggestion(word, words));
           })
        .name(name);
}

CLI::Validator one_of(const std::vector<std::string>& words) {
    std::vector<std::pair<std::string, std::string>> meanings;
    for (const auto& word : words) meanings.emplace_back(word, word);
    return one_of(std::move(meanings));
}

CLI::Validator output_name(output_kind kind, const CLI::App* command) {
    return validator([kind, command](std::string& name) {
        // All arguments have been collected when the first one is checked.
        const CLI::Option* format = command != nullptr ? command->get_option_no_throw("--format") : nullptr;
        return output_name_error(kind, name, format ? std::optional(format->count() > 0) : std::nullopt);
    });
}

CLI::Option* add_output_option(CLI::App& command, std::string& path, output_kind kind, const std::string& description) {
    return command.add_option("-o,--output", path, description)->transform(output_name(kind, &command));
}

void refuse_empty_values(CLI::App& app) {
    const auto check = [](std::string& value) { return std::string(value.empty() ? "the value is empty" : ""); };
    for (CLI::Option* option : app.get_options())
        if (!is_flag(*option)) option->transform(validator(check));  // runs before the other checks
    for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; })) refuse_empty_values(*command);
}

void check_assignments(CLI::App& app, int argc, const char* const* argv) {
    CLI::App* command = &app;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word == "--") return;
        if (CLI::App* below = find_command(*command, word)) command = below;
        const auto equals = word.find('=');
        if (equals == word.npos || word.compare(0, 2, "--") != 0) continue;
        const std::string name = word.substr(0, equals);
        if (equals + 1 == word.size()) throw usage_error(name + ": the value is empty");
        if (has_flag(*command, name)) throw usage_error(name + " takes no value");
    }
}

}  // namespace stockham::tools
