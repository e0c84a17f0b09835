// A folder for the files of the disk store. The tests implement the names and the format of these files independently
// of the store.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>

#include "base/sha256.hpp"
#include "runtime/cache/disk_store.hpp"

constexpr std::uint64_t plenty = std::uint64_t{1} << 30, header_bytes = 88;

/// A new empty folder, removed at the end.
class temporary_folder {
  public:
    temporary_folder() : path_(std::filesystem::temp_directory_path() / "stockham_store_XXXXXX") {
        auto name = path_.string();
        if (!mkdtemp(name.data())) throw std::runtime_error("cannot make " + name);
        path_ = name;
    }
    ~temporary_folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;
    const std::filesystem::path& path() const { return path_; }
    operator const std::filesystem::path&() const { return path_; }

  private:
    std::filesystem::path path_;
};

/// Creates a file that only this user can access.
inline void write_file(const std::filesystem::path& path, const std::string& bytes) {
    std::filesystem::remove_all(path);
    std::ofstream(path, std::ios::binary) << bytes;
    std::filesystem::permissions(path, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

/// All bytes of a file.
inline std::string read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// All entries of a folder.
inline std::set<std::string> names(const std::filesystem::path& folder) {
    std::set<std::string> all;
    for (const auto& file : std::filesystem::directory_iterator(folder)) all.insert(file.path().filename());
    return all;
}

/// The file name of the key's entry.
inline std::string name_of(const std::string& key) {
    return stockham::internal::hex(stockham::internal::sha256().add(key).digest()) + ".program";
}

inline std::string little_endian(std::uint64_t number) {
    std::string bytes;
    for (int i = 0; i < 8; ++i, number >>= 8) bytes += static_cast<char>(number & 0xff);
    return bytes;
}

/// The file of an entry in the documented format, with matching digests for any lengths and magic.
inline std::string entry(const std::string& key, const std::string& payload, std::uint64_t key_bytes,
                         std::uint64_t payload_bytes, const std::string& magic = "stkprog1") {
    const auto front = magic + little_endian(key_bytes) + little_endian(payload_bytes) +
                       stockham::internal::sha256().add(key).digest();
    return front + stockham::internal::sha256().add(front + payload).digest() + payload;
}

/// The entry as the store writes it.
inline std::string entry(const std::string& key, const std::string& payload) {
    return entry(key, payload, key.size(), payload.size());
}

/// The result of find, as one line.
inline std::string found(const stockham::internal::disk_store& store, const std::string& key) {
    return store.find(key).value_or("nothing");
}
