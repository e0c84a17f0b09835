// The memory of machines and containers that a folder plays.
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include "base/files/host_memory.hpp"
#include "support/store_files.hpp"

BOOST_AUTO_TEST_SUITE(host_memory_test)

namespace fs = std::filesystem;

namespace {

constexpr auto unlimited = std::numeric_limits<std::uint64_t>::max();

void put(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
}

void expect(const char* what, const fs::path& root, std::uint64_t free, std::uint64_t all) {
    BOOST_TEST_CONTEXT(what) {
        BOOST_TEST(stockham::internal::free_host_memory(root) == free);
        BOOST_TEST(stockham::internal::host_memory(root) == all);
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(machines_and_containers) {
    const temporary_folder folder;
    const fs::path root = folder.path();
    expect("nothing known", root, unlimited, unlimited);
    put(root / "proc/meminfo", "MemTotal:  2000000 kB\nMemAvailable:   1000000 kB\nBuffers: 1 kB\n");
    expect("a machine without groups", root, 1024000000, 2048000000);

    put(root / "proc/self/cgroup", "0::/user/job\n");
    const auto version_2 = root / "sys/fs/cgroup";
    put(version_2 / "user/job/memory.max", "max\n");
    put(version_2 / "user/job/memory.current", "5000\n");
    expect("a group without a limit", root, 1024000000, 2048000000);
    put(version_2 / "user/memory.max", "300000\n");
    put(version_2 / "user/memory.current", "200000\n");
    expect("a limit of the group above", root, 100000, 300000);
    put(version_2 / "user/memory.stat", "anon 150000\ninactive_file 30000\nactive_file 20000\n");
    expect("files in the page cache", root, 150000, 300000);
    put(version_2 / "memory.max", "90000\n");
    put(version_2 / "memory.current", "95000\n");
    expect("a container beyond its limit", root, 0, 90000);

    put(root / "proc/self/cgroup", "5:devices:/\n4:memory:/docker/1f\n0::/\n");
    fs::remove(version_2 / "memory.max");
    put(version_2 / "memory/docker/1f/memory.limit_in_bytes", "9223372036854771712\n");
    expect("version 1 without a limit", root, 1024000000, 2048000000);
    put(version_2 / "memory/docker/1f/memory.limit_in_bytes", "70000\n");
    put(version_2 / "memory/docker/1f/memory.usage_in_bytes", "60000\n");
    put(version_2 / "memory/docker/1f/memory.stat", "total_inactive_file 1000\ntotal_active_file 500\n");
    expect("version 1", root, 11500, 70000);
    put(root / "proc/self/cgroup", "4:hugetlb,memory:/docker/1f\n3:cpu\n0::no path\n");
    expect("controllers that are mounted together, and lines without a path", root, 11500, 70000);
}

BOOST_AUTO_TEST_SUITE_END()
