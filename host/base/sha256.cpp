// SHA-256 as in FIPS 180-4: padding, message schedule, 64 rounds per block.
#include "base/sha256.hpp"

#include <algorithm>

namespace stockham::internal {

namespace {

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr std::uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t rotated(std::uint32_t word, unsigned right) {
    return word >> right | word << (32 - right);
}

/// Four big-endian bytes as a word.
std::uint32_t word_at(const char* bytes) {
    const auto byte = [&](unsigned i) { return std::uint32_t{static_cast<unsigned char>(bytes[i])}; };
    return byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | byte(3);
}

template <class Word>
std::string big_endian(Word word) {
    std::string bytes;
    for (unsigned bits = 8 * sizeof word; bits > 0; bits -= 8) bytes += static_cast<char>(word >> (bits - 8) & 0xff);
    return bytes;
}

}  // namespace

sha256& sha256::add(std::string_view bytes) {
    if (bytes_ % block_.size() == 0)
        for (; bytes.size() >= block_.size(); bytes.remove_prefix(block_.size())) {
            compress(bytes.data());
            bytes_ += block_.size();
        }
    while (!bytes.empty()) {
        const auto filled = static_cast<std::size_t>(bytes_ % block_.size()),
                   piece = std::min(bytes.size(), block_.size() - filled);
        std::copy_n(bytes.begin(), piece, block_.begin() + filled);
        bytes_ += piece;
        bytes.remove_prefix(piece);
        if (bytes_ % block_.size() == 0) compress(block_.data());
    }
    return *this;
}

std::string sha256::digest() const {
    auto padded = *this;
    padded.add(std::string_view("\x80", 1));
    while (padded.bytes_ % block_.size() != block_.size() - 8) padded.add(std::string_view("\0", 1));
    padded.add(big_endian(8 * bytes_));
    std::string digest;
    for (auto word : padded.state_) digest += big_endian(word);
    return digest;
}

void sha256::compress(const char* block) {
    std::array<std::uint32_t, 64> schedule;
    for (unsigned i = 0; i < 16; ++i, block += 4) schedule[i] = word_at(block);
    for (unsigned t = 16; t < 64; ++t) {
        const auto near = schedule[t - 2], far = schedule[t - 15];
        schedule[t] = (rotated(near, 17) ^ rotated(near, 19) ^ near >> 10) + schedule[t - 7] +
                      (rotated(far, 7) ^ rotated(far, 18) ^ far >> 3) + schedule[t - 16];
    }
    auto [a, b, c, d, e, f, g, h] = state_;
    for (unsigned t = 0; t < 64; ++t) {
        const auto choice = (e & f) ^ (~e & g), majority = (a & b) ^ (a & c) ^ (b & c);
        const auto first =
            h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + choice + round_constants[t] + schedule[t];
        const auto second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority;
        h = g, g = f, f = e, e = d + first;
        d = c, c = b, b = a, a = first + second;
    }
    const std::uint32_t now[] = {a, b, c, d, e, f, g, h};
    for (unsigned i = 0; i < state_.size(); ++i) state_[i] += now[i];
}

std::string hex(std::string_view bytes) {
    std::string text;
    for (const unsigned char byte : bytes) (text += "0123456789abcdef"[byte >> 4]) += "0123456789abcdef"[byte & 15];
    return text;
}

}  // namespace stockham::internal
