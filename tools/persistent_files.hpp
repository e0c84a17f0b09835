// Names and descriptions of the files that the library keeps between runs: wisdom and the program cache.
#pragma once

#include <string>

#include <stockham/device.hpp>
#include <stockham/wisdom.hpp>

namespace stockham::tools {

/// The system's wisdom file; plans read it before the user's file.
constexpr const char* system_wisdom_file = "/etc/stockham/wisdom.json";

/// The wisdom file that plans read and that tuning adds to by default: the one named by STOCKHAM_WISDOM, else the
/// user's. Throws job_error if there is none.
std::string users_wisdom_file();

/// The folder of the program cache, or the reason why there is none.
std::string cache_folder_text();

/// "12 entries, 3.4 MiB"
std::string cache_usage_text();

/// True if the entry was measured on a device with the same name or architecture.
bool is_for(const wisdom_entry&, const device_description&);

}  // namespace stockham::tools
