// Names and descriptions of the files that the library keeps between runs: wisdom and the program cache.
#include "persistent_files.hpp"

#include <cstdlib>

#include <fmt/format.h>
#include <stockham/program_cache.hpp>

#include "bytes.hpp"
#include "fault.hpp"

namespace stockham::tools {

namespace {

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

}  // namespace

std::string users_wisdom_file() {
    const std::string named = environment("STOCKHAM_WISDOM");
    if (!named.empty() && named != "off") return named;
    const std::string path = wisdom::user_file();
    if (path.empty())
        throw job_error("no folder for the user's wisdom file: neither XDG_CONFIG_HOME nor HOME names one");
    return path;
}

std::string cache_folder_text() {
    const std::string folder = current_program_cache().folder;
    if (!folder.empty()) return folder;
    return environment("STOCKHAM_CACHE") == "off" ? "none: STOCKHAM_CACHE is off"
                                                  : "none: neither XDG_CACHE_HOME nor HOME names a folder";
}

std::string cache_usage_text() {
    const auto used = measure_program_cache();
    return fmt::format("{}, {}", count_text(used.entries, "entry", "entries"), bytes_text(used.bytes));
}

bool is_for(const wisdom_entry& e, const device_description& d) {
    return e.device == d.name || (!e.architecture.empty() && e.architecture == d.architecture);
}

}  // namespace stockham::tools
