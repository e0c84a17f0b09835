// Explains a word of the command line that no command takes, and suggests the word that was probably meant.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace stockham::tools {

/// "; did you mean CANDIDATE?" for the candidate that is most like the word, or nothing if none is like it. Case and
/// leading hyphens do not count.
std::string suggestion(const std::string& word, const std::vector<std::string>& candidates);

/// The names of the commands directly below one.
std::vector<std::string> names_of_commands(const CLI::App& command);

/// The command of that name directly below one, or null.
CLI::App* find_command(CLI::App& above, const std::string& name);

/// After a failed parse: which word was neither a command nor an option, what it may have been, and where help is.
/// Nothing if all words were understood.
std::optional<std::string> complaint_of_unknown_word(const CLI::App& app);

}  // namespace stockham::tools
