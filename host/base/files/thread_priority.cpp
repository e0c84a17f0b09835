// Asks Linux, which gives each thread a nice value of its own.
#include "base/files/thread_priority.hpp"

#ifdef __linux__
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace stockham::internal {

int thread_niceness() noexcept {
#ifdef __linux__
    return getpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)));
#else
    return 0;
#endif
}

}  // namespace stockham::internal
