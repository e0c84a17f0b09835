// An input file or standard input, read as a whole or in pieces, with errors that name it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace stockham::tools {

/// Bytes with random access. Thread-safe.
class byte_source {
  public:
    virtual ~byte_source() = default;
    virtual std::size_t size() const = 0;
    /// Throws job_error.
    virtual void read_at(std::size_t offset, void* to, std::size_t bytes) const = 0;
    /// A path under which this process and its children can open the same bytes while the object lives; empty: none.
    virtual std::string path() const { return {}; }
    /// True if the bytes may be others than when the object was made.
    virtual bool has_changed() const { return false; }
};

/// Bytes in memory.
std::unique_ptr<byte_source> bytes_in_memory(std::vector<std::uint8_t>);

class input_file final : public byte_source {
  public:
    /// Opens a path, or standard input for "-". Throws job_error if that fails, and for a file to which standard output
    /// is redirected, because it would be modified while it is read.
    explicit input_file(const std::string& path);

    /// A regular file that shows `bytes` in place of its own, which come from the file at `path`.
    input_file(std::unique_ptr<byte_source> bytes, const std::string& path, std::string name);
    ~input_file() override;
    input_file(const input_file&) = delete;
    input_file& operator=(const input_file&) = delete;

    /// The name for errors: the path, "standard input", or the name given.
    const std::string& name() const noexcept { return name_; }

    /// True for a regular file: its size is known, and read_at() may be called from many threads.
    bool is_regular() const noexcept { return regular_; }
    std::size_t size() const noexcept override { return size_; }

    /// That of the descriptor: another process may rename or replace the file meanwhile.
    std::string path() const override;

    /// True if a regular file was written to since it was opened.
    bool has_changed() const override;
    /// A text that changes with the file: its size and the time of its last change.
    std::string version() const;

    /// Reads until `bytes` have been read or the input ends; returns the number of bytes read.
    std::size_t read_some(void* to, std::size_t bytes);

    /// Reads exactly `bytes` at `offset` of a regular file. Throws job_error.
    void read_at(std::size_t offset, void* to, std::size_t bytes) const override;

  private:
    std::string name_;
    int fd_ = -1;
    bool regular_ = false;
    std::size_t size_ = 0;
    std::string version_;
    std::unique_ptr<byte_source> shown_;  // instead of the file's own bytes
    std::size_t position_ = 0;            // of read_some() in them
};

/// Appends the rest of a file to `bytes`, which holds its start. Throws job_error if the result is empty or longer than
/// `most` bytes.
void read_rest(input_file& file, std::vector<std::uint8_t>& bytes, std::size_t most);

/// All bytes of a file, or of standard input for "-". Throws job_error if it is empty or longer than `most` bytes.
std::vector<std::uint8_t> read_whole(const std::string& path, std::size_t most);

}  // namespace stockham::tools
