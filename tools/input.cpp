// An input file or standard input, read as a whole or in pieces, with errors that name it.
#include "input.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bytes.hpp"
#include "fault.hpp"

namespace stockham::tools {

namespace {

[[noreturn]] void fail(const std::string& name, int code) {
    throw job_error(fmt::format("cannot read {}: {}", name, std::strerror(code)));
}

// A folder is no input; one of a known kind gets a hint.
[[noreturn]] void refuse_folder(const std::string& name) {
    std::error_code ignored;
    for (const char* part : {".zarray", ".zgroup", "zarr.json"})
        if (std::filesystem::exists(std::filesystem::path(name) / part, ignored))
            throw job_error(
                fmt::format("cannot read {}: it is a folder of Zarr, which is not supported; store its array "
                            "as .npy or HDF5",
                            name));
    fail(name, EISDIR);
}

// Linux transfers at most about 2 GiB per call.
constexpr std::size_t max_bytes_per_call = std::size_t{1} << 30;

class memory_source final : public byte_source {
  public:
    explicit memory_source(std::vector<std::uint8_t> bytes) : bytes_(std::move(bytes)) {}
    std::size_t size() const override { return bytes_.size(); }
    void read_at(std::size_t offset, void* to, std::size_t bytes) const override {
        std::copy_n(bytes_.data() + offset, bytes, static_cast<std::uint8_t*>(to));
    }

  private:
    const std::vector<std::uint8_t> bytes_;
};

}  // namespace

std::unique_ptr<byte_source> bytes_in_memory(std::vector<std::uint8_t> bytes) {
    return std::make_unique<memory_source>(std::move(bytes));
}

input_file::input_file(const std::string& path) : name_(path == "-" ? "standard input" : path) {
    fd_ = path == "-" ? ::dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd_ < 0) fail(name_, errno);
    struct stat about {};
    const bool known = ::fstat(fd_, &about) == 0;
    if (known && S_ISDIR(about.st_mode)) {
        ::close(fd_);
        refuse_folder(name_);
    }
    struct stat out {};
    if (known && S_ISREG(about.st_mode) && ::fstat(STDOUT_FILENO, &out) == 0 && out.st_dev == about.st_dev &&
        out.st_ino == about.st_ino) {
        ::close(fd_);
        throw job_error(fmt::format("cannot read {}: standard output is redirected to it", name_));
    }
    // Standard input may be a file at a position other than its start, so it is read sequentially.
    regular_ = known && S_ISREG(about.st_mode) && path != "-";
    size_ = regular_ ? static_cast<std::size_t>(about.st_size) : 0;
    version_ = version();
}

input_file::input_file(std::unique_ptr<byte_source> bytes, const std::string& path, std::string name)
    : input_file(path) {
    name_ = std::move(name);
    shown_ = std::move(bytes);
    size_ = shown_->size();
}

input_file::~input_file() {
    ::close(fd_);
}

std::string input_file::version() const {
    struct stat about {};
    if (!regular_ || ::fstat(fd_, &about) != 0) return {};
    return fmt::format("{} bytes, changed at {}.{:09}", about.st_size, about.st_mtim.tv_sec, about.st_mtim.tv_nsec);
}

std::string input_file::path() const {
    return regular_ && !shown_ ? fmt::format("/proc/self/fd/{}", fd_) : std::string();
}

bool input_file::has_changed() const {
    return version() != version_;
}

std::size_t input_file::read_some(void* to, std::size_t bytes) {
    if (shown_) {
        const std::size_t n = std::min(bytes, size_ - position_);
        shown_->read_at(position_, to, n);
        position_ += n;
        return n;
    }
    std::size_t got = 0;
    while (got < bytes) {
        const ssize_t n = ::read(fd_, static_cast<char*>(to) + got, std::min(bytes - got, max_bytes_per_call));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) fail(name_, errno);
        if (n == 0) break;
        got += static_cast<std::size_t>(n);
    }
    return got;
}

void input_file::read_at(std::size_t offset, void* to, std::size_t bytes) const {
    if (shown_) return shown_->read_at(offset, to, bytes);
    std::size_t got = 0;
    while (got < bytes) {
        const ssize_t n = ::pread(fd_, static_cast<char*>(to) + got, std::min(bytes - got, max_bytes_per_call),
                                  static_cast<off_t>(offset + got));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) fail(name_, errno);
        if (n == 0) throw job_error(fmt::format("cannot read {}: the file was truncated while it was read", name_));
        got += static_cast<std::size_t>(n);
    }
}

void read_rest(input_file& file, std::vector<std::uint8_t>& bytes, std::size_t most) {
    const auto check_size = [&](std::size_t size) {
        if (size > most) throw job_error(fmt::format("{}: longer than {}", file.name(), bytes_text(most)));
    };
    check_size(file.size());
    // The extra byte shows whether a regular file has ended. For other files the buffer grows with the data.
    std::size_t got = bytes.size();
    bytes.resize(std::max(file.is_regular() ? file.size() + 1 : std::size_t{1} << 16, got + 1));
    for (;;) {
        got += file.read_some(bytes.data() + got, bytes.size() - got);
        check_size(got);
        if (got < bytes.size()) break;
        bytes.resize(bytes.size() <= most / 2 ? 2 * bytes.size() : most + 1);
    }
    if (got == 0) throw job_error(fmt::format("{}: empty", file.name()));
    bytes.resize(got);
}

std::vector<std::uint8_t> read_whole(const std::string& path, std::size_t most) {
    input_file file(path);
    std::vector<std::uint8_t> bytes;
    read_rest(file, bytes, most);
    return bytes;
}

}  // namespace stockham::tools
