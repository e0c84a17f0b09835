// The provenance of results: the command line, the commit and the kernels, recorded in every result file.
#pragma once

#include <string>

namespace stockham::harness {

/// Stores the command line for command_line().
void remember_command(int argc, const char* const* argv);

/// The command line, quoted for a shell. Paths of output files, and of the file of --turns, are reduced to their names.
const std::string& command_line();

/// The commit that the program was built from, with the suffix "-dirty" if the sources had uncommitted changes.
std::string commit();

/// A digest of the kernel files in the program; a fixed text if STOCKHAM_KERNEL_DIR replaces them.
std::string kernel_digest();

/// The current time in UTC, ISO 8601.
std::string date_now();

/// Command line, date, version, commit and kernels as two comment lines, for text tables and logs.
std::string run_comment();

}  // namespace stockham::harness
