// The bytes of a picture file: those of a regular file are read when they are needed, all others are in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace stockham::tools {

class byte_source;

/// Copies share the bytes, and only one thread may use them at a time. All members throw job_error if the file cannot
/// be read.
class file_bytes {
  public:
    file_bytes() : file_bytes(std::vector<std::uint8_t>()) {}
    file_bytes(std::vector<std::uint8_t> bytes);
    /// Bytes that stay where they are: all of them, or `size` from `first` on.
    explicit file_bytes(std::shared_ptr<const byte_source> source);
    file_bytes(std::shared_ptr<const byte_source> source, std::size_t first, std::size_t size);

    std::size_t size() const noexcept { return size_; }
    /// As byte_source::path() and has_changed(). A part of a file has no path.
    std::string path() const;
    bool has_changed() const;

    /// Copies bytes that the file has. Small parts that lie side by side are read at once.
    void read_at(std::size_t offset, void* to, std::size_t bytes) const;
    std::vector<std::uint8_t> part(std::size_t offset, std::size_t bytes) const;
    std::uint8_t operator[](std::size_t at) const {
        std::uint8_t byte;
        read_at(at, &byte, 1);
        return byte;
    }

    /// All bytes, for decoders that want them in memory. They stay there as long as a copy of this object exists.
    const std::vector<std::uint8_t>& whole() const;
    operator const std::vector<std::uint8_t>&() const { return whole(); }
    const std::uint8_t* data() const { return whole().data(); }
    auto begin() const { return whole().begin(); }
    auto end() const { return whole().end(); }

  private:
    struct state;
    std::shared_ptr<state> state_;
    std::size_t size_;
};

}  // namespace stockham::tools
