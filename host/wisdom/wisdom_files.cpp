// Wisdom in files: what comes with the library, the system's, the user's; reading, and writing beside others.
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <stockham/error.hpp>

#include "kernel/launch.hpp"
#include "messages/messages.hpp"
#include "messages/printable.hpp"
#include "wisdom/wisdom_state.hpp"

namespace stockham {

namespace {

constexpr const char* system_file = "/etc/stockham/wisdom.json";
constexpr const char* shipped[] = {"host/wisdom/shipped/h200.json", "host/wisdom/shipped/cpu.json"};

[[noreturn]] void refuse(const std::string& doing, const std::string& path) {
    const std::string why = std::strerror(errno);
    throw argument_error("wisdom", "cannot " + doing + " " + in_quotes(path) + ": " + why);
}

std::string text_of_file(const std::string& path) {
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    std::error_code ignored;  // opening tells better
    if (std::filesystem::is_directory(path, ignored)) {
        errno = EISDIR;
        file.setstate(std::ios::failbit);
    }
    if (!file) refuse("read", path);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Writes beside the file and renames.
void replace_file(const std::string& path, const std::string& text) {
    std::string temporary = path + ".XXXXXX";
    const int file = mkstemp(temporary.data());
    if (file < 0) refuse("write", path);
    bool written = true;
    for (std::size_t at = 0; written && at < text.size();) {
        const auto n = ::write(file, text.data() + at, text.size() - at);
        written = n > 0;
        if (written) at += static_cast<std::size_t>(n);
    }
    constexpr mode_t everybody_reads = 0644;
    written = written && fchmod(file, everybody_reads) == 0 && fsync(file) == 0;
    const int why = errno;
    written = close(file) == 0 && written;
    if (written && std::rename(temporary.c_str(), path.c_str()) == 0) return;
    unlink(temporary.c_str());
    errno = why;
    refuse("write", path);
}

void make_folder_of(const std::string& path) {
    const auto folder = std::filesystem::path(path).parent_path();
    std::error_code ignored;  // writing tells better
    if (!folder.empty()) std::filesystem::create_directories(folder, ignored);
}

/// Held while a file is read, merged and replaced. Goes with the process.
class file_lock {
  public:
    explicit file_lock(const std::string& path) : file_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
        if (file_ < 0 || flock(file_, LOCK_EX) != 0) refuse("lock", path);
    }
    ~file_lock() { close(file_); }
    file_lock(const file_lock&) = delete;
    file_lock& operator=(const file_lock&) = delete;

  private:
    int file_;
};

/// Takes up what can be used, and says of the rest that it is ignored.
template <class Merge>
void merge_if_good(const Merge& merge) {
    try {
        merge();
    } catch (const error& e) {
        say_once(std::string(e.what()) + "; it is ignored");
    }
}

void merge_if_there(wisdom& known, const std::string& path) {
    std::error_code ignored;
    if (!path.empty() && std::filesystem::exists(path, ignored)) merge_if_good([&] { known.merge_file(path); });
}

}  // namespace

wisdom& wisdom::standard() {
    // Never destroyed: a plan may be made by a static object's destructor.
    static wisdom& known = [&]() -> wisdom& {
        auto* made = new wisdom;
        const char* asked = std::getenv("STOCKHAM_WISDOM");
        if (asked && std::string(asked) == "off") return *made;
        for (const char* name : shipped)
            merge_if_good([&] {
                for (const auto& e : parse_wisdom(kernel_source(name), std::string("the library's own ") + name))
                    made->add(e);
            });
        merge_if_there(*made, system_file);
        merge_if_there(*made, asked && *asked ? asked : user_file());
        return *made;
    }();
    return known;
}

std::string wisdom::user_file() {
    const char* config = std::getenv("XDG_CONFIG_HOME");
    if (config && *config == '/') return std::string(config) + "/stockham/wisdom.json";
    const char* home = std::getenv("HOME");
    return home && *home == '/' ? std::string(home) + "/.config/stockham/wisdom.json" : std::string();
}

void wisdom::merge_file(const std::string& path) {
    for (const auto& e : parse_wisdom(text_of_file(path), in_quotes(path))) add(e);
}

void wisdom::write_file(const std::string& path) const {
    make_folder_of(path);
    replace_file(path, text());
}

void wisdom::merge_into_file(const std::string& path) const {
    make_folder_of(path);
    const file_lock lock(path + ".lock");
    wisdom all;
    std::error_code none;  // what is there but cannot be looked at is read, which tells why not
    if (std::filesystem::exists(path, none) || none) all.merge_file(path);
    all.merge(*this);
    replace_file(path, all.text());
}

}  // namespace stockham
