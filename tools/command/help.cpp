// `stockham help` and `stockham version`: the same texts as --help and --version.
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/version.hpp>

#include "base/messages/printable.hpp"
#include "command.hpp"
#include "command/suggest.hpp"
#include "fault.hpp"

namespace stockham::tools {

namespace {

void print_help(CLI::App& app, const std::vector<std::string>& words) {
    CLI::App* command = &app;
    std::string path = app.get_name();
    for (const auto& word : words) {
        CLI::App* below = find_command(*command, word);
        if (below == nullptr)
            throw usage_error(fmt::format("help: {} is not a command{}{}", internal::in_quotes(word),
                                          command != &app ? " of " + path : "",
                                          suggestion(word, names_of_commands(*command))));
        command = below;
        path += " " + word;
    }
    print_result(command->get_formatter()->make_help(command, path, CLI::AppFormatMode::Normal));
}

}  // namespace

void add_help(CLI::App& app) {
    CLI::App* command = app.add_subcommand("help", "Print the help of a command");
    auto words = std::make_shared<std::vector<std::string>>();
    command->add_option("COMMAND", *words, "A command, such as filter or wisdom merge (default: the list of commands)");
    command->callback([&app, words] { print_help(app, *words); });
}

void add_version(CLI::App& app) {
    app.add_subcommand("version", "Print the version")->callback([] { print_result(std::string(version()) + "\n"); });
}

}  // namespace stockham::tools
