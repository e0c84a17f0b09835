// Reads the facts from the command-line parser.
#include "manual/facts.hpp"

#include <sstream>

#include <CLI/CLI.hpp>

#include "command/command.hpp"
#include "command/words.hpp"

namespace stockham::tools {

namespace {

/// The words that an option accepts by one_of() (command/words.hpp).
std::vector<std::string> words_of(CLI::Option& option) {
    std::vector<std::string> words;
    for (int k = 0;; ++k) {
        CLI::Validator* validator = nullptr;
        try {
            validator = option.get_validator(k);
        } catch (const CLI::OptionNotFound&) {
            return words;
        }
        const std::string name = validator->get_name(), mark = words_mark;
        if (name.rfind(mark, 0) != 0) continue;
        std::istringstream list(name.substr(mark.size()));
        for (std::string word; list >> word;) words.push_back(word);
    }
}

option_facts facts_of(CLI::Option& option) {
    option_facts facts;
    facts.positional = option.get_positional();
    if (facts.positional) {
        facts.names = {option.get_name(true)};
    } else {
        for (const auto& name : option.get_snames()) facts.names.push_back("-" + name);
        for (const auto& name : option.get_lnames()) facts.names.push_back("--" + name);
    }
    if (option.get_items_expected_max() > 0) facts.value = option.get_type_name();
    facts.description = option.get_description();
    facts.words = words_of(option);
    facts.required = option.get_required();
    facts.repeated = option.get_items_expected_max() > 1;
    return facts;
}

command_facts facts_of(CLI::App& app) {
    command_facts facts;
    facts.name = app.get_name();
    facts.description = app.get_description();
    facts.footer = app.get_footer();
    for (auto* option : app.get_options([](const CLI::Option* o) { return !o->get_group().empty(); }))
        facts.options.push_back(facts_of(*option));
    for (auto* command : app.get_subcommands([](const CLI::App* a) { return !a->get_group().empty(); }))
        facts.commands.push_back(facts_of(*command));
    return facts;
}

}  // namespace

command_facts all_commands() {
    CLI::App app;
    add_everything(app);
    auto all = facts_of(app);
    for (auto& command : all.commands)
        for (auto& option : command.options)
            if (option.positional && option.names.front() == "COMMAND")
                for (const auto& each : all.commands) option.words.push_back(each.name);
    return all;
}

}  // namespace stockham::tools
