// Starts children by fork and exec.
#include "child.hpp"

#include <csignal>

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace stockham::tools {

namespace {

constexpr const char* this_program = "/proc/self/exe";

// Runs between fork and exec, where only system calls are allowed.
[[noreturn]] void exec_child(pid_t parent, char* const* arguments, int output) {
    // The parent terminates children with SIGTERM, also if it ignores that signal itself.
    std::signal(SIGTERM, SIG_DFL);
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    const int null_device = ::open("/dev/null", O_RDWR);
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(null_device, fd);
    if (output >= 0) ::dup2(output, STDOUT_FILENO);
    if (::getppid() == parent) ::execv(this_program, arguments);
    ::_exit(1);
}

}  // namespace

pid_t start_child(const std::vector<std::string>& arguments, int output) {
    static const std::string name = "stockham";
    std::vector<char*> pointers{const_cast<char*>(name.c_str())};
    for (const auto& a : arguments) pointers.push_back(const_cast<char*>(a.c_str()));
    pointers.push_back(nullptr);
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child == 0) exec_child(parent, pointers.data(), output);
    return child;
}

}  // namespace stockham::tools
