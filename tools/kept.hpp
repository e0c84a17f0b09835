// What the library keeps between runs, for people: which wisdom files, what a program cache, and why there is none.
#pragma once

#include <string>

#include <stockham/device.hpp>
#include <stockham/wisdom.hpp>

namespace stockham::tools {

/// Read before the user's file by every plan.
constexpr const char* system_wisdom_file = "/etc/stockham/wisdom.json";

/// The file that tuning adds to where it is not told otherwise, and that plans read: STOCKHAM_WISDOM's, else the
/// user's. Throws job_error if there is none.
std::string users_wisdom_file();

/// The folder of the program cache, or why there is none.
std::string cache_folder_text();

/// "12 entries, 3.4 MiB"
std::string cache_usage_text();

/// True if the entry was measured on a device of this name, or on one that kernels are compiled for alike.
bool is_for(const wisdom_entry&, const device_description&);

/// "1 entry", "2 entries"
std::string count_text(std::size_t n, const char* one, const char* many);

}  // namespace stockham::tools
