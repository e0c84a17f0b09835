// Child processes of this program that compile candidates ahead of the process that measures.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace stockham::tools {

/// The hidden option that starts `stockham tune` as a child; its value is NUMBER/COUNT, such as 0/4.
constexpr const char* shard_option = "--compile-shard";

struct shard {
    unsigned number = 0;
    unsigned count = 1;
};

/// Reads "0/4". Throws usage_error.
shard parse_shard(const std::string& text);

class compile_jobs {
  public:
    /// Starts `count` silent processes of this program with these arguments, each with its own shard. If some cannot be
    /// started, a remark is printed. Must be called before this process creates any OpenCL object.
    compile_jobs(unsigned count, const std::vector<std::string>& arguments);

    /// Terminates the processes that still run. They also terminate if this process ends.
    ~compile_jobs();
    compile_jobs(const compile_jobs&) = delete;
    compile_jobs& operator=(const compile_jobs&) = delete;

    /// Waits for processes that have ended, without blocking. Prints one remark if any has failed.
    void reap();

  private:
    std::vector<pid_t> running_;
    bool reported_ = false;
};

}  // namespace stockham::tools
