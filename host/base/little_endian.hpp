// 64-bit numbers as eight bytes, the lowest first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace stockham::internal {

inline std::string little_endian(std::uint64_t number) {
    std::string bytes;
    for (unsigned bits = 0; bits < 64; bits += 8) bytes += static_cast<char>(number >> bits & 0xff);
    return bytes;
}

/// The number of up to eight bytes.
inline std::uint64_t from_little_endian(std::string_view bytes) {
    std::uint64_t number = 0;
    for (std::size_t k = bytes.size(); k-- > 0;) number = number << 8 | static_cast<unsigned char>(bytes[k]);
    return number;
}

}  // namespace stockham::internal
