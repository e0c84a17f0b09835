// clang-15 as a compiler for AMD cards.
#include "clang_compiler.hpp"

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bench {

namespace {

namespace fs = std::filesystem;

/// A temporary folder, removed by the destructor.
class work_folder {
  public:
    work_folder() {
        auto pattern = (fs::temp_directory_path() / "stockham-kernels-XXXXXX").string();
        if (!mkdtemp(pattern.data()))
            throw std::runtime_error("cannot make a folder in " + fs::temp_directory_path().string());
        path_ = pattern;
    }
    ~work_folder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    work_folder(const work_folder&) = delete;
    work_folder& operator=(const work_folder&) = delete;
    fs::path operator/(const std::string& name) const { return path_ / name; }

  private:
    fs::path path_;
};

std::string text_of(const fs::path& file) {
    std::ifstream in(file);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

/// Runs a program found in PATH with its output in a file. Returns its exit status, or 127 if it is not found.
int run_into(const fs::path& file, const std::vector<std::string>& words) {
    std::vector<char*> raw;
    raw.reserve(words.size() + 1);
    for (const auto& word : words) raw.push_back(const_cast<char*>(word.c_str()));
    raw.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    pid_t child = 0;
    const int failed = posix_spawnp(&child, raw[0], &actions, nullptr, raw.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed) return 127;
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

class clang_compiler : public kernel_compiler {
  public:
    explicit clang_compiler(std::string target) : target_(std::move(target)) {
        const auto said = folder_ / "version";
        if (run_into(said, {program, "--version"}) != 0)
            throw std::runtime_error("cannot run clang-15, which compiles for AMD cards (Debian packages clang-15, "
                                     "lld-15, rocm-device-libs)");
        version_ = first_line(text_of(said));
    }

    std::string version() const override { return version_ + " -cl-std=CL1.2 -cl-mad-enable -O3"; }

    kernel_usage compile(const stockham::internal::launch& launch) override {
        const auto number = std::to_string(count_++);
        const auto source = folder_ / (number + ".cl"), assembly = folder_ / (number + ".s");
        const auto log = folder_ / (number + ".log");
        std::ofstream(source) << launch.source;
        const int status =
            run_into(log, {program, "-x", "cl", "-cl-std=CL1.2", "-cl-mad-enable", "-Xclang",
                           "-finclude-default-header", "-target", "amdgcn-amd-amdhsa", "-mcpu=" + target_,
                           "--rocm-device-lib-path=/usr/lib/x86_64-linux-gnu/amdgcn/bitcode", "-O3", "-S", source, "-o",
                           assembly});
        if (status != 0)
            throw std::runtime_error("clang-15 does not compile a kernel for " + target_ + ": " +
                                     first_line(text_of(log)));
        auto usage = read_clang_assembly(text_of(assembly));
        for (const auto& file : {source, assembly, log}) fs::remove(file);
        if (const auto* unit = find_compute_unit(target_))
            check_stated_waves(*unit, usage, static_cast<unsigned>(launch.work_items));
        return usage;
    }

  private:
    static constexpr const char* program = "clang-15";
    std::string target_, version_;
    work_folder folder_;
    std::atomic<unsigned> count_ = 0;
};

}  // namespace

std::unique_ptr<kernel_compiler> make_clang_compiler(const std::string& target) {
    return std::make_unique<clang_compiler>(target);
}

}  // namespace bench
