// Kernel packs: entries of a program cache in one file, for devices and drivers like the one that made them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stockham::internal {

/// Everything that the keys of all entries of a pack have in common.
struct pack_origin {
    std::string library, platform, device, driver;
};

struct program_pack {
    pack_origin origin;
    std::vector<std::string> entries;  ///< files of a disk_store, as it writes them
};

std::string to_bytes(const program_pack&);

/// Reads and verifies a pack. Throws argument_error (field "pack") that starts with `name` if it is no pack, damaged or
/// of another format.
program_pack parse_pack(std::string_view bytes, const std::string& name);

}  // namespace stockham::internal
