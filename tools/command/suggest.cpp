// Explains an argument that no command accepts, and suggests the name that was probably meant.
#include "command/suggest.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/messages/printable.hpp"
#include "base/plain_text.hpp"

namespace stockham::tools {

namespace {

constexpr std::size_t longest_name = 40;  // no command or option is longer

std::string without_case_and_hyphens(const std::string& word) {
    std::string bare = internal::lower(word.substr(std::min(word.find_first_not_of('-'), word.size())));
    return bare;
}

// Damerau-Levenshtein distance: letters inserted, deleted, replaced or swapped with their neighbour.
std::size_t edit_distance(const std::string& a, const std::string& b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i)
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
            const bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (exchanged) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[a.size()][b.size()];
}

std::vector<std::string> names_of_options(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        if (option->get_group().empty()) continue;
        for (const auto& name : option->get_lnames()) names.push_back("--" + name);
    }
    return names;
}

std::string describe_unknown(const CLI::App& command, const std::string& path, const std::string& word) {
    if (word.size() > 1 && word[0] == '-') {
        const std::string name = word.substr(0, word.find('='));
        return fmt::format("{} is not an option of {}{}", internal::printable(name, 100), path,
                           suggestion(name, names_of_options(command)));
    }
    const auto commands = names_of_commands(command);
    if (commands.empty()) return fmt::format("unexpected argument {} for {}", internal::in_quotes(word), path);
    const std::string of = command.get_parent() != nullptr ? " of " + path : "";
    return fmt::format("{} is not a command{}{}", internal::in_quotes(word), of, suggestion(word, commands));
}

// The argument to report. After a misspelt command all options are unknown, so the command is reported. Elsewhere the
// arguments after an unknown option may be its values, so the option is reported.
std::string argument_to_report(const CLI::App& command, const std::vector<std::string>& words) {
    const auto option = std::find_if(words.begin(), words.end(), [](const auto& w) { return w[0] == '-'; });
    return option == words.end() || !names_of_commands(command).empty() ? words.front() : *option;
}

}  // namespace

std::string suggestion(const std::string& word, const std::vector<std::string>& candidates) {
    const std::string bare = without_case_and_hyphens(word);
    if (bare.size() < 2 || bare.size() > longest_name) return {};
    std::size_t least = std::max<std::size_t>(1, bare.size() / 3) + 1;
    std::string best;
    for (const auto& candidate : candidates) {
        const std::string other = without_case_and_hyphens(candidate);
        const bool is_start = other.compare(0, bare.size(), bare) == 0;
        const std::size_t distance = is_start ? 1 : edit_distance(bare, other);
        if (distance >= least) continue;
        least = distance;
        best = candidate;
    }
    return best.empty() ? "" : fmt::format("; did you mean {}?", best);
}

std::vector<std::string> names_of_commands(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::App* below : command.get_subcommands([](const CLI::App* c) { return !c->get_group().empty(); }))
        names.push_back(below->get_name());
    return names;
}

CLI::App* find_command(CLI::App& above, const std::string& name) {
    for (CLI::App* below : above.get_subcommands([](CLI::App*) { return true; }))
        if (below->get_name() == name) return below;
    return nullptr;
}

std::optional<std::string> unknown_argument_error(const CLI::App& app) {
    std::string path = app.get_name();
    for (const CLI::App* command = &app;;) {
        const auto words = command->remaining();
        if (!words.empty())
            return fmt::format("{} (try {} --help)",
                               describe_unknown(*command, path, argument_to_report(*command, words)), path);
        const auto chosen = command->get_subcommands();
        if (chosen.empty()) return std::nullopt;
        command = chosen.front();
        path += " " + command->get_name();
    }
}

}  // namespace stockham::tools
