// The sub-commands, their options and their help texts as plain data.
#pragma once

#include <string>
#include <vector>

namespace stockham::tools {

struct option_facts {
    std::vector<std::string> names;  ///< "-o", "--output"; a positional has one name
    std::string value;               ///< placeholder of its value in the help; empty: a flag
    std::string description;
    std::vector<std::string> words;  ///< the allowed values of an option that takes one of some words
    bool positional = false;
    bool required = false;
    bool repeated = false;  ///< takes several values
};

struct command_facts {
    std::string name, description, footer;
    std::vector<option_facts> options;
    std::vector<command_facts> commands;
};

/// The facts of `stockham` and all of its sub-commands.
command_facts all_commands();

/// The manual page in roff: the handwritten text `about`, and a section per command.
std::string man_page(const command_facts&, const std::string& about);

/// The completion scripts of bash and zsh.
std::string bash_completion(const command_facts&);
std::string zsh_completion(const command_facts&);

}  // namespace stockham::tools
