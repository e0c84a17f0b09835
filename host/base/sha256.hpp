// SHA-256 (FIPS 180-4), to detect damaged files and to name files by their keys.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace stockham::internal {

/// Incremental digest.
class sha256 {
  public:
    sha256& add(std::string_view bytes);
    /// The digest, 32 bytes, of all bytes added so far.
    std::string digest() const;

  private:
    void compress(const char* block);

    std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<char, 64> block_{};  ///< bytes since the last full block
    std::uint64_t bytes_ = 0;       ///< number of bytes added
};

/// Two lower-case digits per byte.
std::string hex(std::string_view bytes);

}  // namespace stockham::internal
