// Where results come from: the command, the commit and the kernels, which every results file names.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace bench {

/// Keeps the command line, for the records.
void remember_command(int argc, const char* const* argv);

/// The command line as a shell takes it.
const std::string& command_line();

/// The first line of a results file, which is no row: {"schema": .., "run": {"command", "commit", "kernels", ..}}.
/// `kernels` is a digest of all kernel files that the program was built with.
nlohmann::ordered_json run_record();

/// The same as a comment, for tables of text.
std::string run_comment();

}  // namespace bench
