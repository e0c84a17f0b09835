// An input file or standard input, read whole or piece by piece, with errors that name it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace stockham::tools {

class input_file {
  public:
    /// Opens a path, or standard input for "-". Throws job_error; also for the file that standard output goes to, which
    /// would be written over or appended to while it is read.
    explicit input_file(const std::string& path);

    /// What is in memory already, as if it were a regular file.
    input_file(std::vector<std::uint8_t> bytes, std::string name);
    ~input_file();
    input_file(const input_file&) = delete;
    input_file& operator=(const input_file&) = delete;

    /// What errors call it: its path, or "standard input".
    const std::string& name() const noexcept { return name_; }

    /// A regular file: its size is known and read_at() may be called from many threads.
    bool is_regular() const noexcept { return regular_; }
    std::size_t size() const noexcept { return size_; }

    /// Reads on until `bytes` are there or the input ends; returns how many came.
    std::size_t read_some(void* to, std::size_t bytes);

    /// Reads exactly `bytes` at `offset` of a regular file. Throws job_error.
    void read_at(std::size_t offset, void* to, std::size_t bytes) const;

  private:
    std::string name_;
    int fd_ = -1;
    bool regular_ = false;
    std::size_t size_ = 0;
    std::vector<std::uint8_t> memory_;
    std::size_t position_ = 0;  // of read_some() in memory
};

/// Appends all that is left of a file to `bytes`, its start. Throws job_error if that is empty then or longer than
/// `most`.
void read_rest(input_file& file, std::vector<std::uint8_t>& bytes, std::size_t most);

/// All bytes of a file, or of standard input for "-". Throws job_error if it is empty or longer than `most`.
std::vector<std::uint8_t> read_whole(const std::string& path, std::size_t most);

}  // namespace stockham::tools
