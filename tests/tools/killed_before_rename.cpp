// Preloaded, it kills the command before the output of a run with --resume gets its name.
#include <csignal>
#include <cstdio>
#include <cstring>

#include <fcntl.h>

extern "C" __attribute__((visibility("default"))) int rename(const char* from, const char* to) noexcept {
    if (std::strstr(from, ".stockham-output-") != nullptr) ::raise(SIGKILL);
    return ::renameat(AT_FDCWD, from, AT_FDCWD, to);
}
