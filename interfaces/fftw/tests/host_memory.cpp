// fftw_host_memory FOLDER: free_host_memory() in machines and containers that FOLDER plays.
#include "../source/host_memory.hpp"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

namespace fs = std::filesystem;

namespace {

void put(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
}

int failures = 0;

void expect(const char* what, const fs::path& root, std::uint64_t expected) {
    const auto found = fftw_device::free_host_memory(root);
    if (found == expected) return;
    std::printf("%s: %ju bytes instead of %ju\n", what, static_cast<std::uintmax_t>(found),
                static_cast<std::uintmax_t>(expected));
    ++failures;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    const fs::path root = argv[1];
    fs::remove_all(root);
    expect("nothing known", root, std::numeric_limits<std::uint64_t>::max());
    put(root / "proc/meminfo", "MemTotal:  2000000 kB\nMemAvailable:   1000000 kB\nBuffers: 1 kB\n");
    expect("a machine without groups", root, 1024000000);

    put(root / "proc/self/cgroup", "0::/user/job\n");
    const auto version_2 = root / "sys/fs/cgroup";
    put(version_2 / "user/job/memory.max", "max\n");
    put(version_2 / "user/job/memory.current", "5000\n");
    expect("a group without a limit", root, 1024000000);
    put(version_2 / "user/memory.max", "300000\n");
    put(version_2 / "user/memory.current", "200000\n");
    expect("a limit of the group above", root, 100000);
    put(version_2 / "user/memory.stat", "anon 150000\ninactive_file 30000\nactive_file 20000\n");
    expect("files in the page cache", root, 150000);
    put(version_2 / "memory.max", "90000\n");
    put(version_2 / "memory.current", "95000\n");
    expect("a container beyond its limit", root, 0);

    put(root / "proc/self/cgroup", "5:devices:/\n4:memory:/docker/1f\n0::/\n");
    fs::remove(version_2 / "memory.max");
    put(version_2 / "memory/docker/1f/memory.limit_in_bytes", "9223372036854771712\n");
    expect("version 1 without a limit", root, 1024000000);
    put(version_2 / "memory/docker/1f/memory.limit_in_bytes", "70000\n");
    put(version_2 / "memory/docker/1f/memory.usage_in_bytes", "60000\n");
    put(version_2 / "memory/docker/1f/memory.stat", "total_inactive_file 1000\ntotal_active_file 500\n");
    expect("version 1", root, 11500);
    put(root / "proc/self/cgroup", "4:hugetlb,memory:/docker/1f\n3:cpu\n0::no path\n");
    expect("controllers that are mounted together, and lines without a path", root, 11500);
    return failures ? 1 : 0;
}
