// What a word of the command line may be: each is read whole or refused, in an error that names its option.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <stockham/error.hpp>

#include "fault.hpp"
#include "output.hpp"

namespace stockham::tools {

/// A whole number in decimal digits: nothing before, behind or between them, and no other base.
CLI::Validator whole_number(long long low, long long high);

/// Such numbers with commas between them.
CLI::Validator whole_numbers();
std::vector<int> read_whole_numbers(const std::string& checked);

/// A finite number, decimal, with or without an exponent.
CLI::Validator decimal_number();

/// 512M, 4G, 1000: what parse_bytes() reads; the option's variable gets the bytes.
CLI::Validator amount_of_memory();

/// One of some words, in capitals or not, and what the option's variable gets for each. The validator's name lists the
/// words behind this mark.
constexpr const char* words_mark = "one of";
CLI::Validator one_of(std::vector<std::pair<std::string, std::string>> meanings);
CLI::Validator one_of(const std::vector<std::string>& words);
template <class Enum>
CLI::Validator one_of(const std::vector<std::pair<std::string, Enum>>& meanings) {
    std::vector<std::pair<std::string, std::string>> numbers;
    for (const auto& [word, value] : meanings) numbers.emplace_back(word, std::to_string(static_cast<int>(value)));
    return one_of(std::move(numbers));
}

/// The name of a file of that kind, which says no other.
CLI::Validator output_name(output_kind kind);

/// -o, --output: a file of that kind, whose name says no other.
CLI::Option* add_output_option(CLI::App& command, std::string& path, output_kind kind, const std::string& description);

/// Lets no option of the commands take the empty word (an unset variable of the shell).
void refuse_empty_words(CLI::App& app);

/// The same for --option= with nothing behind, which the parser would fill with the next word; and --flag=WORD.
/// Throws usage_error.
void check_assignments(const CLI::App& app, int argc, const char* const* argv);

/// Calls what reads words of the command line in the library: what it refuses is the fault of `option`. Throws
/// usage_error.
template <class Call>
auto from_command_line(const std::string& option, const Call& call) {
    try {
        return call();
    } catch (const argument_error& e) {
        throw usage_error(option + ": " + e.what());
    }
}

}  // namespace stockham::tools
