// Reads /proc/meminfo and the files of the control groups above this process.
#include "base/files/host_memory.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "base/files/files.hpp"
#include "base/text_streams.hpp"

namespace stockham::internal {

namespace {

namespace fs = std::filesystem;

constexpr auto unlimited = std::numeric_limits<std::uint64_t>::max();

/// The text of a file of the system, which has no length of its own; empty if there is none.
std::string text_of(const fs::path& path) {
    constexpr std::size_t most = std::size_t{1} << 16;
    const auto file = open_file(path);
    std::string text;
    char part[4096];
    while (file && text.size() < most) {
        const auto read = read_some(file, part, sizeof part);
        if (read <= 0) break;
        text.append(part, static_cast<std::size_t>(read));
    }
    return text;
}

/// The number after `name` in a file of lines `NAME NUMBER ..`, or `otherwise`.
std::uint64_t number_after(const fs::path& file, const std::string& name, std::uint64_t otherwise) {
    text_reader in(text_of(file));
    std::string word;
    std::uint64_t number = 0;
    for (std::string rest; in >> word >> number; std::getline(in, rest))
        if (word == name) return number;
    return otherwise;
}

/// The number that a file consists of, or `otherwise`: a file may be missing or say `max`.
std::uint64_t number_in(const fs::path& file, std::uint64_t otherwise) {
    text_reader in(text_of(file));
    std::uint64_t number = 0;
    return in >> number ? number : otherwise;
}

std::uint64_t of_machine(const fs::path& root, const char* line) {
    const auto kilobytes = number_after(root / "proc/meminfo", line, unlimited);
    return kilobytes == unlimited ? unlimited : kilobytes * 1024;
}

/// The names of the files of one version of control groups.
struct group_files {
    const char* limit;
    const char* usage;
    const char* active;  ///< lines of memory.stat
    const char* inactive;
};
constexpr group_files version_1{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_active_file",
                                "total_inactive_file"};
constexpr group_files version_2{"memory.max", "memory.current", "active_file", "inactive_file"};

using measure = std::uint64_t (*)(const fs::path& group, const group_files&);

std::uint64_t limit_of_group(const fs::path& group, const group_files& name) {
    return number_in(group / name.limit, unlimited);
}

std::uint64_t left_in_group(const fs::path& group, const group_files& name) {
    const auto limit = limit_of_group(group, name);
    if (limit == unlimited) return unlimited;
    const auto cached =
        number_after(group / "memory.stat", name.active, 0) + number_after(group / "memory.stat", name.inactive, 0);
    const auto used = number_in(group / name.usage, 0);
    return limit - std::min(limit, used - std::min(used, cached));
}

/// The least of the group and those above it. A container sees its own group at the mounted folder, even if /proc
/// names a longer path.
std::uint64_t least_of_groups(const fs::path& mounted, std::string group, const group_files& name, measure of) {
    std::uint64_t least = of(mounted, name);
    while (group.size() > 1 && group.front() == '/') {
        least = std::min(least, of(mounted / group.substr(1), name));
        group.resize(group.rfind('/'));
    }
    return least;
}

/// True for a list with commas that has `memory`.
bool has_memory(const std::string& controllers) {
    return (',' + controllers + ',').find(",memory,") != std::string::npos;
}

/// The least of all groups of this process.
std::uint64_t least_of_all(const fs::path& root, measure of) {
    std::uint64_t least = unlimited;
    text_reader groups(text_of(root / "proc/self/cgroup"));  // lines NUMBER:CONTROLLERS:PATH
    for (std::string line; std::getline(groups, line);) {
        const auto first = line.find(':'), second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const auto controllers = line.substr(first + 1, second - first - 1), path = line.substr(second + 1);
        if (controllers.empty())
            least = std::min(least, least_of_groups(root / "sys/fs/cgroup", path, version_2, of));
        else if (has_memory(controllers))
            least = std::min(least, least_of_groups(root / "sys/fs/cgroup/memory", path, version_1, of));
    }
    return least;
}

}  // namespace

std::uint64_t host_memory(const fs::path& root) {
    return std::min(of_machine(root, "MemTotal:"), least_of_all(root, limit_of_group));
}

std::uint64_t free_host_memory(const fs::path& root) {
    return std::min(of_machine(root, "MemAvailable:"), least_of_all(root, left_in_group));
}

}  // namespace stockham::internal
