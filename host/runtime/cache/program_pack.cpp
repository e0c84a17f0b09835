// The format of a pack, with little-endian numbers of 8 bytes:
//
//     bytes  0 ..  7   magic, including the format version
//            8 .. 39   SHA-256 of everything that follows
//           40 ..      texts, each after its length: library, platform, device, driver, then all entries
#include "runtime/cache/program_pack.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

#include <stockham/error.hpp>

#include "base/little_endian.hpp"
#include "base/sha256.hpp"

namespace stockham::internal {

namespace {

constexpr std::string_view any_pack_magic = "stkpack", pack_magic = "stkpack1";
constexpr std::size_t pack_digest_bytes = 32, pack_header_bytes = pack_magic.size() + pack_digest_bytes;

void add_text(std::string& bytes, const std::string& text) {
    bytes += little_endian(text.size()) + text;
}

/// Removes a text from the front of `bytes`; nothing if they are too few.
std::optional<std::string> take_text(std::string_view& bytes) {
    if (bytes.size() < sizeof(std::uint64_t)) return {};
    const auto size = from_little_endian(bytes.substr(0, sizeof(std::uint64_t)));
    bytes.remove_prefix(sizeof(std::uint64_t));
    if (size > bytes.size()) return {};
    std::string text(bytes.substr(0, static_cast<std::size_t>(size)));
    bytes.remove_prefix(text.size());
    return text;
}

}  // namespace

std::string to_bytes(const program_pack& pack) {
    std::string rest;
    for (const auto* text : {&pack.origin.library, &pack.origin.platform, &pack.origin.device, &pack.origin.driver})
        add_text(rest, *text);
    for (const auto& entry : pack.entries) add_text(rest, entry);
    return std::string(pack_magic) + sha256().add(rest).digest() + rest;
}

program_pack parse_pack(std::string_view bytes, const std::string& name) {
    const auto refuse = [&](const char* why) { throw argument_error("pack", name + " " + why); };
    if (bytes.substr(0, any_pack_magic.size()) != any_pack_magic) refuse("is not a kernel pack");
    if (bytes.substr(0, pack_magic.size()) != pack_magic) refuse("is a kernel pack of another format");
    if (bytes.size() < pack_header_bytes) refuse("is damaged: it is cut off");
    auto rest = bytes.substr(pack_header_bytes);
    if (bytes.substr(pack_magic.size(), pack_digest_bytes) != sha256().add(rest).digest())
        refuse("is damaged: its digest is wrong");
    program_pack pack;
    for (auto* text : {&pack.origin.library, &pack.origin.platform, &pack.origin.device, &pack.origin.driver})
        if (auto found = take_text(rest))
            *text = std::move(*found);
        else
            refuse("is damaged: a text is missing");
    while (!rest.empty())
        if (auto found = take_text(rest))
            pack.entries.push_back(std::move(*found));
        else
            refuse("is damaged: an entry is cut off");
    return pack;
}

}  // namespace stockham::internal
