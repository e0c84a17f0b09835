// Runs a program and measures what it costs.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

struct child_cost {
    int code = 0;        ///< 128 plus the number of the signal that ended it
    double seconds = 0;  ///< of all processors, in the program and in the system
    long megabytes = 0;  ///< the most that it held in memory
};

/// Runs the program with these arguments, without output. The time is that of the processor, so other programs on the
/// machine do not matter.
inline child_cost cost_of(std::vector<std::string> words) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    std::vector<char*> arguments;
    for (auto& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t id = 0;
    const int failed = posix_spawn(&id, words.front().c_str(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed) throw std::runtime_error("cannot start " + words.front());
    int status = 0;
    rusage used{};
    if (wait4(id, &status, 0, &used) != id) throw std::runtime_error("cannot wait for " + words.front());
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            seconds(used.ru_utime) + seconds(used.ru_stime), used.ru_maxrss / 1024};
}
