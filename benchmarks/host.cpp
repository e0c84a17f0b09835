// The host by the kernel's own files.
#include "host.hpp"

#include <chrono>
#include <ctime>
#include <fstream>

#include <sys/utsname.h>
#include <unistd.h>

namespace bench {

std::string host_name() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.rfind("model name", 0) == 0) return line.substr(std::min(line.find(':') + 2, line.size()));
    utsname name{};
    return uname(&name) == 0 ? name.machine : "unknown";
}

std::size_t memory_to_spare() {
    std::ifstream info("/proc/meminfo");
    std::size_t kilobytes = 0;
    for (std::string word; info >> word;)
        if (word == "MemAvailable:" && info >> kilobytes) break;
    return kilobytes * 1024;
}

std::string date_now() {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm utc{};
    gmtime_r(&now, &utc);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text;
}

}  // namespace bench
