// Asks the system whether the process has raised rights. Windows starts no program with the rights of its file's owner.
#include "base/environment.hpp"

#include <cstdlib>

#ifdef _WIN32
#include <string>
#else
#include <unistd.h>
#ifdef __linux__
#include <sys/auxv.h>
#endif
#endif

namespace stockham::internal {

bool rights_are_raised() noexcept {
#ifdef _WIN32
    return false;
#elif defined(__linux__)
    return getauxval(AT_SECURE) != 0;
#elif defined(__APPLE__) || defined(__FreeBSD__) || defined(__OpenBSD__) || defined(__NetBSD__)
    return issetugid() != 0;
#else
    static const bool raised = getuid() != geteuid() || getgid() != getegid();
    return raised;
#endif
}

const char* from_environment(const char* name) noexcept {
    return rights_are_raised() ? nullptr : std::getenv(name);
}

std::optional<std::filesystem::path> folder_in_environment(const char* name) {
#ifdef _WIN32
    const wchar_t* set = _wgetenv(std::filesystem::path(name).c_str());
#else
    const char* set = from_environment(name);
#endif
    if (!set || !std::filesystem::path(set).is_absolute()) return {};
    return set;
}

}  // namespace stockham::internal
