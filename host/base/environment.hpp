// The only reader of the environment in all libraries; .ci/layers.sh and .ci/links.sh find others.
#pragma once

#include <filesystem>
#include <optional>

namespace stockham::internal {

/// True in a process with more rights than the user who started it (set-user-ID, set-group-ID, file capabilities). Its
/// environment, its home folder and the files that these name belong to that user, who must not gain the rights:
/// docs/security.md. Stays the same as long as the process lives, also after it has given up the rights.
bool rights_are_raised() noexcept;

/// The value of an environment variable; null if it is not set or the process has raised rights. Thread-safe as far as
/// getenv() is.
const char* from_environment(const char* name) noexcept;

/// The same as a path, which Windows has in UTF-16; nothing if it is not an absolute one.
std::optional<std::filesystem::path> folder_in_environment(const char* name);

}  // namespace stockham::internal
