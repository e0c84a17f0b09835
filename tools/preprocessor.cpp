// Runs an installed C preprocessor on a kernel's source.
#include "preprocessor.hpp"

#include <cerrno>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fault.hpp"

namespace stockham::tools {

namespace {

constexpr const char* programs[] = {"cc", "clang", "gcc"};

/// Runs a program of the PATH without input and output and waits for it. Returns its exit code; like a shell, 127 if
/// the program is not found, and 128 + the signal's number if a signal ended it.
int run_silently(std::vector<std::string> words) {
    constexpr int not_found = 127, killed = 128;
    std::vector<char*> arguments;
    for (auto& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", O_RDWR, 0);
    pid_t child = 0;
    const int failed = ::posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed) return not_found;
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : killed + WTERMSIG(status);
}

bool is_installed(const char* program) {
    return run_silently({program, "--version"}) == 0;
}

const char* installed_program() {
    for (const char* program : programs)
        if (is_installed(program)) return program;
    throw job_error(
        fmt::format("--preprocessed needs a C preprocessor, and none of {} is on the PATH", fmt::join(programs, ", ")));
}

}  // namespace

std::vector<std::string> compiler_macros(const device_description& device) {
    std::vector<std::string> macros{"__OPENCL_VERSION__=120", "__OPENCL_C_VERSION__=120", "__ENDIAN_LITTLE__=1"};
    const std::string target = device.architecture.substr(0, device.architecture.find(':'));
    if (target.rfind("sm_", 0) == 0) macros.emplace_back("__NV_CL_C_VERSION=120");
    if (target.rfind("gfx", 0) == 0) macros.insert(macros.end(), {"__AMDGCN__=1", "__" + target + "__=1"});
    return macros;
}

void preprocess(const std::string& source, const std::vector<std::string>& macros, const std::string& output) {
    static const char* const program = installed_program();
    // OpenCL C uses the preprocessor of C; -undef removes the macros of the host's compiler.
    std::vector<std::string> words{program, "-E", "-P", "-x", "c", "-undef"};
    for (const auto& macro : macros) words.push_back("-D" + macro);
    words.insert(words.end(), {"-o", output, source});
    const int code = run_silently(words);
    if (code == 0) return;
    std::error_code ignored;
    std::filesystem::remove(output, ignored);
    throw job_error(fmt::format("{} ended with exit code {}", fmt::join(words, " "), code));
}

}  // namespace stockham::tools
