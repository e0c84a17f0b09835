// Temporary files beside the outputs: their names, and their removal when this process, or another one, is terminated.
#pragma once

#include <filesystem>
#include <string>

namespace stockham::tools {

/// The path of a temporary file of this process in a folder. The name is short, so that it is valid
/// wherever an output's name is. The process that writes the file holds a lock on it (flock).
std::string temporary_path(const std::filesystem::path& folder, unsigned number);

/// Registers a temporary file that goes when the process is terminated, and takes it from the list. Thread-safe.
void remember_temporary(const std::string& path);
void forget_temporary(const std::string& path);

/// Removes the temporary files that killed processes of this user have left in a folder. Does nothing if clean_folder()
/// was called for it. Thread-safe.
void remove_abandoned(const std::filesystem::path& folder);

/// The same, now rather than once for each output file there: for a folder that gets many files, whose paths begin with
/// the same name of the folder. Thread-safe.
void clean_folder(const std::string& folder);

/// Installs signal handlers that remove the temporary files when the program is terminated (Ctrl-C, kill, an abort in a
/// driver). Writing to a closed pipe becomes an error instead of a signal. Ignored signals stay ignored, as under
/// nohup.
void prepare_signals();

}  // namespace stockham::tools
