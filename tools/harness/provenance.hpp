// Where results come from: the command, the commit and the kernels, which every file of results names.
#pragma once

#include <string>

namespace stockham::harness {

/// Keeps the command line, for the records.
void remember_command(int argc, const char* const* argv);

/// The command line as a shell takes it.
const std::string& command_line();

/// The commit that the program was built from, "-dirty" behind it if the sources were not quite that.
std::string commit();

/// A digest of all kernel files that the program was built with; a developer's folder of kernels has none.
std::string kernel_digest();

/// ISO 8601, UTC.
std::string date_now();

/// All that as two lines of comment, for tables of text and logs.
std::string run_comment();

}  // namespace stockham::harness
