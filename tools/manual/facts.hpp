// The command's own tables as plain data: its sub-commands, their options, what they say of themselves.
#pragma once

#include <string>
#include <vector>

namespace stockham::tools {

struct option_facts {
    std::vector<std::string> names;  ///< "-o", "--output"; of a positional its one name
    std::string value;               ///< what stands for its value in the help; empty: a flag
    std::string description;
    std::vector<std::string> words;  ///< the values it may have, where they are words
    bool positional = false;
    bool required = false;
    bool repeated = false;  ///< takes several values
};

struct command_facts {
    std::string name, description, footer;
    std::vector<option_facts> options;
    std::vector<command_facts> commands;
};

/// Of the whole command.
command_facts all_commands();

/// The manual page in roff: `about`, written by hand, and a part for each command.
std::string man_page(const command_facts&, const std::string& about);

/// What bash and zsh complete.
std::string bash_completion(const command_facts&);
std::string zsh_completion(const command_facts&);

}  // namespace stockham::tools
