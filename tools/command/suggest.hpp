// Explains an argument that no command accepts, and suggests the name that was probably meant.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace stockham::tools {

/// "; did you mean CANDIDATE?" for the candidate most similar to the word, or an empty string if none is similar. Case
/// and leading hyphens are ignored.
std::string suggestion(const std::string& word, const std::vector<std::string>& candidates);

/// The names of a command's direct sub-commands.
std::vector<std::string> names_of_commands(const CLI::App& command);

/// The sub-command `name` of `above`, or null.
CLI::App* find_command(CLI::App& above, const std::string& name);

/// After a failed parse: an error for the first argument that is neither a command nor an option, with a suggestion and
/// a pointer to the help. Nothing if all arguments were understood.
std::optional<std::string> unknown_argument_error(const CLI::App& app);

}  // namespace stockham::tools
