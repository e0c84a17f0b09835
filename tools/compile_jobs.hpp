// Child processes of this very program that compile candidates ahead of the one that measures.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace stockham::tools {

/// The option that makes a child of `stockham tune`, with its number and how many there are: 0/4.
constexpr const char* shard_option = "--compile-shard";

struct shard {
    unsigned number = 0;
    unsigned count = 1;
};

/// Reads "0/4". Throws usage_error.
shard parse_shard(const std::string& text);

class compile_jobs {
  public:
    /// Starts so many processes of this program with these arguments, silent, each with a shard of its own. If that
    /// fails it is said, and there are fewer. Before it, this process must have made no OpenCL object.
    compile_jobs(unsigned count, const std::vector<std::string>& arguments);

    /// Ends those that still run. They also end if this process does.
    ~compile_jobs();
    compile_jobs(const compile_jobs&) = delete;
    compile_jobs& operator=(const compile_jobs&) = delete;

    /// Says so, once, if one has failed: the search goes on without it.
    void look_after();

  private:
    std::vector<pid_t> running_;
    bool said_ = false;
};

}  // namespace stockham::tools
