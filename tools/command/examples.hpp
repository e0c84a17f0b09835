// Examples of each command, for its help and its section of the manual page.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace stockham::tools {

struct command_example {
    std::string command;  ///< "filter" or "wisdom list"
    std::string line;     ///< a whole command line for a shell
    std::string meaning;  ///< what it does, without a full stop
};

const std::vector<command_example>& command_examples();

/// Adds the examples to the footers of all commands.
void add_examples(CLI::App& app);

}  // namespace stockham::tools
