// Reads the host's properties from /proc.
#include "host.hpp"

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

}  // namespace bench
