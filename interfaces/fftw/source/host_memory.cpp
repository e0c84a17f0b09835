// Reads /proc/meminfo and the files of the control groups above this process.
#include "host_memory.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <locale>
#include <string>

namespace fftw_device {

namespace {

namespace fs = std::filesystem;

constexpr auto unlimited = std::numeric_limits<std::uint64_t>::max();

/// The number after `name` in a file of lines `NAME NUMBER ..`, or `otherwise`.
std::uint64_t number_after(const fs::path& file, const std::string& name, std::uint64_t otherwise) {
    std::ifstream in(file);
    in.imbue(std::locale::classic());
    std::string word;
    std::uint64_t number = 0;
    for (std::string rest; in >> word >> number; std::getline(in, rest))
        if (word == name) return number;
    return otherwise;
}

/// The number that a file consists of, or `otherwise`: a file may be missing or say `max`.
std::uint64_t number_in(const fs::path& file, std::uint64_t otherwise) {
    std::ifstream in(file);
    in.imbue(std::locale::classic());
    std::uint64_t number = 0;
    return in >> number ? number : otherwise;
}

std::uint64_t left_in_machine(const fs::path& root) {
    const auto kilobytes = number_after(root / "proc/meminfo", "MemAvailable:", unlimited);
    return kilobytes == unlimited ? unlimited : kilobytes * 1024;
}

/// The names of the files of one version of control groups.
struct files {
    const char* limit;
    const char* usage;
    const char* active;  ///< lines of memory.stat
    const char* inactive;
};
constexpr files version_1{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_active_file", "total_inactive_file"};
constexpr files version_2{"memory.max", "memory.current", "active_file", "inactive_file"};

std::uint64_t left_in_group(const fs::path& group, const files& name) {
    const auto limit = number_in(group / name.limit, unlimited);
    if (limit == unlimited) return unlimited;
    const auto cached =
        number_after(group / "memory.stat", name.active, 0) + number_after(group / "memory.stat", name.inactive, 0);
    const auto used = number_in(group / name.usage, 0);
    return limit - std::min(limit, used - std::min(used, cached));
}

/// The least that is left in the group and those above it. A container sees its own group at the mounted folder, even
/// if /proc names a longer path.
std::uint64_t left_in_groups(const fs::path& mounted, std::string group, const files& name) {
    std::uint64_t left = left_in_group(mounted, name);
    while (group.size() > 1 && group.front() == '/') {
        left = std::min(left, left_in_group(mounted / group.substr(1), name));
        group.resize(group.rfind('/'));
    }
    return left;
}

/// True for a list with commas that has `memory`.
bool has_memory(const std::string& controllers) {
    return (',' + controllers + ',').find(",memory,") != std::string::npos;
}

}  // namespace

std::uint64_t free_host_memory(const fs::path& root) {
    std::uint64_t left = left_in_machine(root);
    std::ifstream groups(root / "proc/self/cgroup");  // lines NUMBER:CONTROLLERS:PATH
    for (std::string line; std::getline(groups, line);) {
        const auto first = line.find(':'), second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const auto controllers = line.substr(first + 1, second - first - 1), path = line.substr(second + 1);
        if (controllers.empty())
            left = std::min(left, left_in_groups(root / "sys/fs/cgroup", path, version_2));
        else if (has_memory(controllers))
            left = std::min(left, left_in_groups(root / "sys/fs/cgroup/memory", path, version_1));
    }
    return left;
}

}  // namespace fftw_device
