// Validators of command-line values. Each value is read to its end or refused, in an error that names its option.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <stockham/error.hpp>

#include "fault.hpp"
#include "output.hpp"

namespace stockham::tools {

/// A whole number from `low` to `high` in decimal digits, with no other characters and in no other base.
CLI::Validator whole_number(long long low, long long high);

/// A comma-separated list of whole numbers.
CLI::Validator whole_numbers();
std::vector<int> read_whole_numbers(const std::string& checked);

/// A finite decimal number, with or without an exponent.
CLI::Validator decimal_number();

/// What internal::read_bytes() reads (512M, 4G, 1000); the option's variable gets the number of bytes.
CLI::Validator amount_of_memory();

/// Limits of the memory on each device and on the host, in bytes; 0: the default.
using memory_limits = std::array<std::size_t, 2>;
/// --memory, for such limits.
CLI::Option* add_memory_option(CLI::App& command, memory_limits&);

/// One of some words, case-insensitive, and the value that the option's variable gets for each. The validator's name is
/// this mark followed by the words.
constexpr const char* words_mark = "one of";
CLI::Validator one_of(std::vector<std::pair<std::string, std::string>> meanings);
CLI::Validator one_of(const std::vector<std::string>& words);
template <class Enum>
CLI::Validator one_of(const std::vector<std::pair<std::string, Enum>>& meanings) {
    std::vector<std::pair<std::string, std::string>> numbers;
    for (const auto& [word, value] : meanings) numbers.emplace_back(word, std::to_string(static_cast<int>(value)));
    return one_of(std::move(numbers));
}

/// The name of an output file; its extension must be one of the kind, or unless `command` is null, its option --format
/// must be given.
CLI::Validator output_name(output_kind kind, const CLI::App* command = nullptr);

/// -o, --output, checked by output_name() with the command.
CLI::Option* add_output_option(CLI::App& command, std::string& path, output_kind kind, const std::string& description);

/// Makes all options of all commands refuse empty values (an unset variable of the shell).
void refuse_empty_values(CLI::App& app);

/// Refuses --option= without a value, for which the parser would take the next argument, and --flag=VALUE for a flag of
/// the command that the line runs. Throws usage_error.
void check_assignments(CLI::App& app, int argc, const char* const* argv);

/// Runs `call`, which passes a value of the command line to the library. An argument_error becomes a usage_error that
/// names `option`.
template <class Call>
auto from_command_line(const std::string& option, const Call& call) {
    try {
        return call();
    } catch (const argument_error& e) {
        throw usage_error(option + ": " + e.what());
    }
}

}  // namespace stockham::tools
