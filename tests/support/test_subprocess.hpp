// Runs this test program again in a separate process. fork() does not work here, because an OpenCL runtime has
// threads.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>

#include "support/store_files.hpp"

/// Runs another case of the current suite with these environment variables. The case is usually disabled and has the
/// label "by_name". An empty value removes a variable.
class test_subprocess {
  public:
    test_subprocess(const std::string& test_case, std::map<std::string, std::string> variables)
        : output_(folder_.path() / "output") {
        const auto program = std::filesystem::read_symlink("/proc/self/exe").string();
        std::vector<std::string> words{program, "--run_test=" + suite() + test_case, "--color_output=no"};
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output_.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
        auto assignments = environment_with(variables);
        const int failed =
            posix_spawn(&id_, program.c_str(), &actions, nullptr, pointers(words).data(), pointers(assignments).data());
        posix_spawn_file_actions_destroy(&actions);
        if (failed) throw std::runtime_error("cannot start " + program);
    }
    ~test_subprocess() { wait(); }
    test_subprocess(const test_subprocess&) = delete;
    test_subprocess& operator=(const test_subprocess&) = delete;

    /// Returns 0 if all checks held, or 128 plus the number of the signal that ended it.
    int wait() {
        if (id_ > 0 && waitpid(id_, &status_, 0) == id_) id_ = 0;
        return WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
    }

    /// Waits for the end and returns the output.
    std::string output() {
        wait();
        return read_file(output_);
    }

    /// Returns the number that it printed after this word, or -1.
    long number_after(const std::string& word) {
        const auto text = output();
        const auto at = text.find(word + " ");
        return at == text.npos ? -1 : std::strtol(text.c_str() + at + word.size(), nullptr, 10);
    }

  private:
    static std::string suite() {
        const auto name = boost::unit_test::framework::current_test_case().full_name();
        return name.substr(0, name.rfind('/') + 1);
    }
    static std::vector<std::string> environment_with(std::map<std::string, std::string>& variables) {
        for (char** variable = environ; *variable; ++variable) {
            const std::string assignment = *variable;
            const auto equals = assignment.find('=');
            variables.emplace(assignment.substr(0, equals), assignment.substr(equals + 1));
        }
        std::vector<std::string> all;
        for (const auto& [name, value] : variables)
            if (!value.empty()) all.push_back(name + "=" + value);
        return all;
    }
    static std::vector<char*> pointers(std::vector<std::string>& words) {
        std::vector<char*> all;
        for (auto& word : words) all.push_back(word.data());
        all.push_back(nullptr);
        return all;
    }

    temporary_folder folder_;
    std::filesystem::path output_;
    pid_t id_ = 0;
    int status_ = 0;
};
